import type { ErrorCode } from '../../../contract/errors.ts'
import {
  ALBUMS_PER_SKETCH_MAX,
  ANNOUNCED_STREAMS_MAX,
  CHALLENGE_QUEUE_MAX,
  CONFIRM_MAILS_PER_DAY,
  GROUP_REQUESTER_MIN_AGE,
  GROUPS_PER_MEMBER_MAX,
  GROUPS_PER_SKETCH_MAX,
  MEMBER_LIMITS,
  MEMBER_MIN_AGE,
  NEW_MEMBER_DAYS,
  NEW_MEMBER_HEARTS,
  OPEN_ROOMS_PER_MEMBER_MAX,
  PASSKEYS_MAX,
  PENDING_GROUP_FEATURES_MAX,
  PENDING_GROUP_REQUESTS_MAX,
  PENDING_SUGGESTIONS_MAX,
  PENDING_UPLOADS_MAX,
  ROOM_EXCLUDED_MAX,
  ROOM_HELPERS_MAX,
  TAGS_FOLLOWED_MAX,
} from '../../../contract/limits.ts'
import { CallError } from '../call.ts'

/** General messages [1 §8]. */
export const messages = {
  notFound: "Sorry, we couldn't find the page you're looking for.",
  pageFailed: 'Sorry there was an error loading this page. Please try again in a bit.',
  pageNotLoaded: 'This page couldn’t be loaded. Check your connection and try again.',
  loginNeeded: 'You must be logged in to see this page.',
  stillOffline: 'There’s still no connection.',
} as const

export const LIST_FAILED = 'The rest of this list couldn’t be loaded.'
export const SIGN_IN_FAILED = 'There was an error signing in. Please try again.'

const grown = `After ${NEW_MEMBER_DAYS} days here, or with ${NEW_MEMBER_HEARTS} hearts received, it’s`

/** The sentences of a limit that grows: it, and when it grows. */
function limitText(limit: keyof typeof MEMBER_LIMITS, textOf: (count: string) => string): string {
  const { new: few, other } = MEMBER_LIMITS[limit]
  return `New members can ${textOf(String(few))}. ${grown} ${other}.`
}

const links = (count: string) => (count === '1' ? '1 link' : `${count} links`)
const { topicsPerDay, postsPerDay } = MEMBER_LIMITS

const codeMessages: Record<ErrorCode | 'no_reply', string> = {
  bad_request: 'Something in this form isn’t right. Please check it and try again.',
  bad_cursor: 'This list has changed. Reload the page.',
  bad_image: 'This file couldn’t be read as a picture.',
  blocked_picture: 'This picture was blocked by our gloperators and can’t be posted.',
  too_plain: 'This picture is too plain to be recognised, so it can’t be blocked.',
  like_another: 'This picture looks like another member’s sketch. Post it as a new sketch instead.',
  bad_file: 'This file couldn’t be read.',
  image_too_wide: 'Pictures can be up to 4,000 pixels a side.',
  sign_in_failed: SIGN_IN_FAILED,
  bad_passkey: 'This passkey couldn’t be checked. Please try again.',
  unknown_passkey: 'This passkey doesn’t belong to an account here. It may have been removed.',
  bad_backup_code: 'That nickname and code don’t go together. Each code works once.',
  not_logged_in: 'You must be logged in to do that.',
  forbidden: 'You can’t do that here.',
  suspended: 'Your account has been suspended.',
  warned: 'You have a warning from a gloperator. Please read and accept it first.',
  impersonating: 'You can’t do that while you act as another member.',
  cross_origin: 'This request came from another site and was refused.',
  own_sketch: 'You can’t give your own sketch a heart.',
  mature_not_allowed: 'Your account can’t post mature sketches.',
  messages_refused: 'This member doesn’t take messages from you.',
  too_young_for_mature: 'You must be 18 or older to see mature sketches.',
  too_young_for_groups: `You must be ${GROUP_REQUESTER_MIN_AGE} or older to request a group.`,
  too_young: `You must be ${MEMBER_MIN_AGE} or older to join.`,
  no_apple_account: 'No account is linked to this Apple sign-in. Please sign in with the app.',
  bad_key: 'This link no longer works.',
  not_found: 'It no longer exists.',
  nickname_taken: 'That nickname is taken.',
  slug_taken: 'That web address is taken.',
  login_taken: 'That login already belongs to another account.',
  last_login: 'This is your only login. Link another one first.',
  passkey_limit: `You have ${PASSKEYS_MAX} passkeys, the maximum. Remove one first.`,
  backup_code_limit: 'That was tried too often for this nickname. Try again in an hour.',
  email_taken: 'This address already recovers another account.',
  email_limit: `You can ask for ${CONFIRM_MAILS_PER_DAY} of these mails a day. Try again tomorrow.`,
  same_file: 'You already posted this picture as another sketch.',
  changed_meanwhile: 'This sketch has changed. Reload the page to see it.',
  unsuitable_picture: 'This sketch can’t be used for that.',
  bad_parent: 'That sketch can’t be continued.',
  in_another_co_op: 'This sketch belongs to another co-op.',
  no_hearts: 'You have no hearts left to give.',
  album_limit: `Sorry a sketch cannot be in more than ${ALBUMS_PER_SKETCH_MAX} albums.`,
  collection_limit: `Sorry a sketch cannot be in more than ${ALBUMS_PER_SKETCH_MAX} collections.`,
  no_stars: 'You have no stars left this month.',
  no_group_stars: 'This group has no stars left this month.',
  group_limit: `Sorry a sketch cannot be in more than ${GROUPS_PER_SKETCH_MAX} groups.`,
  group_membership_limit: `You are in ${GROUPS_PER_MEMBER_MAX} groups, which is the most. Leave one first.`,
  group_request_limit: `You have ${PENDING_GROUP_REQUESTS_MAX} requests waiting. Wait until one is decided.`,
  group_feature_limit: `You have ${PENDING_GROUP_FEATURES_MAX} suggestions waiting. Wait until some are decided.`,
  voting_over: 'Voting on this request is over.',
  already_featured: 'This sketch is featured already.',
  stream_live: 'You’re already live. End that stream first.',
  stream_over: 'This stream has already started or ended.',
  room_limit: `You already have ${OPEN_ROOMS_PER_MEMBER_MAX} rooms, the maximum.`,
  helper_limit: `A room can have ${ROOM_HELPERS_MAX} helpers. Remove one first.`,
  excluded_limit: `A room can shut out ${ROOM_EXCLUDED_MAX} members. Let someone back in first.`,
  announcement_limit: `You already have ${ANNOUNCED_STREAMS_MAX} scheduled streams, the maximum.`,
  too_late_to_edit: 'Comments can only be edited for 15 minutes.',
  upload_limit: `You already have ${PENDING_UPLOADS_MAX} pictures waiting. Post or remove some first.`,
  daily_upload_limit: limitText('uploadsPerDay', (count) => `upload ${count} pictures a day`),
  tag_limit: `You can follow up to ${TAGS_FOLLOWED_MAX} tags.`,
  in_another_challenge: 'This sketch is already in another challenge.',
  in_another_compo: 'This sketch is already in another compo.',
  in_closed_compo: 'A sketch in a closed compo can’t be deleted.',
  compo_not_open: 'This compo doesn’t take entries from you now.',
  compo_not_voting: 'The voting is over.',
  compo_entry_limit: 'You have entered as many sketches as this compo allows.',
  compo_key_taken: 'Another compo has this address.',
  nothing_to_vote: 'There aren’t enough entries for you to compare.',
  too_new_to_vote: 'You can vote once you have been a member for a day.',
  bad_dates: 'Each date must be later than the one before.',
  bad_ballot: 'These votes don’t fit your ballot. Reload the page and vote again.',
  suggestion_limit: `You already have ${PENDING_SUGGESTIONS_MAX} suggestions waiting. Please wait until staff have read them.`,
  note_limit: 'You can send one note a day. Try again tomorrow.',
  request_waiting: 'You have already written. You can write again once they accept your message.',
  thread_limit: limitText('firstMessagesPerDay', (count) => `start ${count} conversations a day`),
  forum_limit: `New members can start ${topicsPerDay.new} topics and write ${postsPerDay.new} posts a day. ${grown} ${topicsPerDay.other} and ${postsPerDay.other}.`,
  link_limit: limitText('linksPerPost', (count) => `put ${links(count)} in a post`),
  comment_link_limit: limitText('linksPerComment', (count) => `put ${links(count)} in a comment`),
  message_link_limit: limitText('linksPerFirstMessage', (count) => `put ${links(count)} in a first message`),
  topic_locked: 'This topic is locked.',
  challenge_queue_full: `The queue is full (${CHALLENGE_QUEUE_MAX} challenges).`,
  already_merged: 'That account was merged already.',
  suspended_already: 'This member is suspended. Lift the ban before you warn them.',
  longer_ban: 'A longer ban is in force. Say that you want to replace it.',
  claimed: 'Someone else is working on this case.',
  decided_already: 'This case has already been decided.',
  already_gone: 'That is already gone.',
  appealed_already: 'You’ve already appealed this decision.',
  cannot_undo: 'This decision can’t be undone.',
  permanent_already: 'A permanent ban is in force, or waits to be confirmed.',
  own_ban: 'Someone else on staff has to confirm your ban.',
  own_decision: 'You made this decision. Someone else on staff has to decide the appeal.',
  last_admin: 'The site needs at least one admin. Make someone else an admin first.',
  alias_of_itself: 'A tag can’t be an alias of itself.',
  length_required: 'The size of the upload is missing.',
  too_large: 'Files can be up to 16 MB.',
  not_a_socket: 'This address is only for live connections.',
  wrong_type: 'Pictures can be PNG, JPEG, WebP or GIF.',
  too_many: 'Too many requests. Try again in a minute.',
  internal: 'Something went wrong on our side. Try again in a bit.',
  sign_in_unavailable: SIGN_IN_FAILED,
  no_reply: 'Croquis couldn’t be reached. Check your connection and try again.',
}

export const messageOfCode = (code: ErrorCode): string => codeMessages[code]

export function messageOf(error: unknown): string {
  return codeMessages[error instanceof CallError ? error.code : 'internal'] ?? codeMessages.internal
}
