import type { Section } from './section.ts'
import { ACCOUNT_SECTIONS } from './sections-account.ts'
import { ACTIVITY_SECTIONS } from './sections-activity.ts'
import { AWARD_SECTIONS } from './sections-awards.ts'
import { CONTEST_SECTIONS } from './sections-contests.ts'
import { FORUM_SECTIONS } from './sections-forum.ts'
import { GROUP_SECTIONS } from './sections-groups.ts'
import { PEOPLE_SECTIONS } from './sections-people.ts'
import { PICTURE_SECTIONS, recentEmoticons } from './sections-pictures.ts'
import { STORE_SECTIONS } from './sections-store.ts'

/** All JSON files of an export, in the order in which they are made. docs/export.md describes them. */
export const SECTIONS: readonly Section[] = [
  ...ACCOUNT_SECTIONS,
  ...PICTURE_SECTIONS,
  ...CONTEST_SECTIONS,
  // An export that was begun by an earlier version continues after the sections that came before this one.
  recentEmoticons,
  ...AWARD_SECTIONS,
  ...PEOPLE_SECTIONS,
  ...ACTIVITY_SECTIONS,
  ...FORUM_SECTIONS,
  ...GROUP_SECTIONS,
  ...STORE_SECTIONS,
]

const STAFF_WORK = 'work as staff, not of the member'
const OF_OTHERS = 'written or done by another member'

/** References to a member that no section reads, with the reason. */
export const REFERENCES_NOT_EXPORTED: Readonly<Record<string, string>> = {
  'account_deletions.user_id': 'the state of a job',
  'account_exports.user_id': 'the export itself',
  'album_sketches.artist_id': 'a copy, of sketches in the albums of others',
  'album_sketches.owner_id': 'a copy, of the album',
  'appeals.closed_by': STAFF_WORK,
  'appeals.decider_id': STAFF_WORK,
  'audit_log.staff_id': STAFF_WORK,
  'audit_log.user_id': 'the staff log; bans and warnings are exported',
  'bans.staff_id': STAFF_WORK,
  'bans.confirmed_by_id': STAFF_WORK,
  'backup_codes.user_id': 'hashes of secret codes',
  'banned_logins.user_id': 'kept of accounts that are deleted',
  'blocks.blocked_id': OF_OTHERS,
  'chat_room_sessions.user_id': 'rooms of the last days, for closing their sockets',
  'case_decisions.staff_id': STAFF_WORK,
  'case_decisions.undone_by': STAFF_WORK,
  'cases.claimed_by': STAFF_WORK,
  'cases.user_id': OF_OTHERS,
  'co_ops.created_by': STAFF_WORK,
  'comment_mentions.user_id': OF_OTHERS,
  'comments.parent_user_id': OF_OTHERS,
  'compo_invites.staff_id': STAFF_WORK,
  'fan_outs.artist_id': 'the state of a job',
  'feed_sketches.artist_id': 'sketches in the feeds of others',
  'feed_sketches.fan_id': 'made from the artists whom the member follows',
  'forum_mentions.user_id': OF_OTHERS,
  'forum_topics.latest_user_id': 'the author of the latest post, whose posts are exported',
  'group_activity.target_user_id': OF_OTHERS,
  'groups.texts_by': 'the events of groups, which are exported, have the changes',
  'library_images.created_by': STAFF_WORK,
  'mail_keys.user_id': 'secret keys of mails',
  'merges.staff_id': STAFF_WORK,
  'merges.target_id': STAFF_WORK,
  'merges.user_id': STAFF_WORK,
  'message_counts.user_id': 'counts of the threads',
  'message_mentions.user_id': OF_OTHERS,
  'message_topics.latest_user_id': 'the author of the latest post, which is exported',
  'motds.created_by': STAFF_WORK,
  'notification_counts.user_id': 'counts of the notifications',
  'profile_mentions.profile_id': 'the mentions in the text of the profile, which is exported',
  'profile_mentions.user_id': OF_OTHERS,
  'ranked_sketches.mature_by': 'the state of a job',
  'recommendations.user_id': 'chosen anew by a job',
  'sessions.impersonated_id': STAFF_WORK,
  'tag_aliases.created_by': STAFF_WORK,
  'unlinked_logins.user_id': 'keyed hashes of logins',
  'users.merged_into_id': STAFF_WORK,
}
