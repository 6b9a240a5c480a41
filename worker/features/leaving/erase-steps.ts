import { eraseFilesSteps } from './erase-files.ts'
import { eraseObjectsSteps } from './erase-objects.ts'
import { eraseRowsSteps } from './erase-rows.ts'
import type { EraseStep } from './erase-step.ts'

/** The steps of an account in their order: sketches and streams with their files first, because others see them. */
export const ERASE_STEPS: readonly EraseStep[] = [...eraseFilesSteps, ...eraseRowsSteps]
/** The steps after these, in objects. Accounts go through them together. */
export const FORGET_STEPS = eraseObjectsSteps

const POINTS = 'an id without a person: points, hearts and likes of others depend on the row'
const EVIDENCE = 'an id without a person, until the evidence is deleted'
const WORK = 'an id without a person: the work belongs to the site'
const BOOKS = 'an id without a person: the law asks for the books of what was sold'
const LOG = 'an id without a person: the log is never changed, except for texts about the member'

/** References that stay with the row of a deleted member, which names no person, with the reason. */
export const IDS_LEFT: Readonly<Record<string, string>> = {
  'account_deletions.user_id': 'names the deleted account',
  'banned_logins.user_id': 'the ban that still holds for the login',
  'users.merged_into_id': 'accounts merged into this one are emptied with it',
  'audit_log.staff_id': LOG,
  'ledger.user_id': POINTS,
  'store_ledger.user_id': BOOKS,
  'store_orders.buyer_id': BOOKS,
  'store_orders.recipient_id': BOOKS,
  'hearts.user_id': POINTS,
  'ratings.user_id': POINTS,
  'features.user_id': POINTS,
  'sketches.featured_by': POINTS,
  'merges.user_id': LOG,
  'merges.target_id': LOG,
  'merges.staff_id': LOG,
  'comments.user_id': 'shown as a deleted member',
  'comments.parent_user_id': 'shown as a deleted member',
  'notifications.actor_id': 'shown as a deleted member, for 90 days at most',
  'notifications.page_owner_id': 'notifications of the member’s own pages are deleted with these',
  'message_threads.from_id': 'the other member keeps the conversation',
  'message_threads.to_id': 'the other member keeps the conversation',
  'message_topics.other_id': 'the other member keeps the conversation',
  'message_topics.latest_user_id': 'the other member keeps the conversation',
  'message_posts.user_id': 'shown as a deleted member',
  'forum_topics.user_id': 'shown as a deleted member',
  'forum_topics.latest_user_id': 'shown as a deleted member',
  'forum_posts.user_id': 'shown as a deleted member',
  'bans.staff_id': LOG,
  'bans.confirmed_by_id': LOG,
  'challenges.user_id': 'shown as a deleted member',
  'groups.user_id': 'shown as a deleted member',
  'groups.texts_by': 'an id without a person, until the texts change',
  'group_activity.user_id': 'shown as a deleted member',
  'group_activity.target_user_id': 'shown as a deleted member',
  'compos.user_id': WORK,
  'compo_invites.staff_id': WORK,
  'co_ops.created_by': WORK,
  'library_images.created_by': WORK,
  'motds.created_by': WORK,
  'tag_aliases.created_by': WORK,
  'cases.user_id': EVIDENCE,
  'cases.claimed_by': EVIDENCE,
  'case_decisions.staff_id': EVIDENCE,
  'case_decisions.undone_by': EVIDENCE,
  'case_reports.reporter_id': EVIDENCE,
  'appeals.decider_id': EVIDENCE,
  'appeals.closed_by': EVIDENCE,
}
