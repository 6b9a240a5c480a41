import type { ErrorCode } from '../../../contract/errors.ts'
import {
  ALBUMS_PER_SKETCH_MAX,
  ANNOUNCED_STREAMS_MAX,
  CHALLENGE_QUEUE_MAX,
  MEMBER_MIN_AGE,
  PENDING_SUGGESTIONS_MAX,
  PENDING_UPLOADS_MAX,
  TAGS_FOLLOWED_MAX,
} from '../../../contract/limits.ts'
import { CallError } from '../call.ts'

/** General messages [1 §8]. */
export const messages = {
  notFound: "Sorry, we couldn't find the page you're looking for.",
  pageFailed: 'Sorry there was an error loading this page. Please try again in a bit.',
} as const

export const LIST_FAILED = 'The rest of the list could not be loaded.'
export const SIGN_IN_FAILED = 'There was an error signing in. Please try again.'

const codeMessages: Record<ErrorCode | 'no_answer', string> = {
  bad_request: 'Something in this form is not right. Check it and try again.',
  bad_cursor: 'This list has changed. Reload the page.',
  bad_image: 'This file could not be read as a picture.',
  bad_file: 'This file could not be read.',
  image_too_wide: 'Pictures can be up to 4,000 pixels a side.',
  sign_in_failed: SIGN_IN_FAILED,
  not_logged_in: 'You must be logged in to do that.',
  forbidden: 'You cannot do that here.',
  suspended: 'Your account has been suspended.',
  cross_origin: 'That came from another site and was refused.',
  own_sketch: 'You cannot give a heart to your own sketch.',
  mature_not_allowed: 'Your account cannot post mature sketches.',
  too_young: `You must be ${MEMBER_MIN_AGE} or older to join.`,
  no_apple_account: 'No account is linked to this Apple sign-in. Please sign in with the app.',
  not_found: 'It is not there any more.',
  nickname_taken: 'That nickname is taken.',
  same_file: 'You posted this picture as another sketch.',
  changed_meanwhile: 'This sketch was changed meanwhile. Reload the page.',
  no_portrait: 'This sketch cannot be used for that.',
  bad_parent: 'A sketch cannot go on from that one.',
  in_another_co_op: 'This sketch belongs to another co-op.',
  no_hearts: 'You have no hearts left to give.',
  album_limit: `Sorry a sketch cannot be in more than ${ALBUMS_PER_SKETCH_MAX} albums.`,
  collection_limit: `Sorry a sketch cannot be in more than ${ALBUMS_PER_SKETCH_MAX} collections.`,
  no_stars: 'You have no stars left this month.',
  already_featured: 'This sketch is featured already.',
  stream_live: 'You are live already. End that stream first.',
  stream_over: 'This stream has begun or ended already.',
  streams_announced: `You have announced ${ANNOUNCED_STREAMS_MAX} streams already, which is as many as one can.`,
  too_late_to_edit: 'A comment can be changed for 15 minutes only.',
  uploads_waiting: `${PENDING_UPLOADS_MAX} pictures are waiting already. Post or remove some of them first.`,
  tags_followed: `You can follow up to ${TAGS_FOLLOWED_MAX} tags.`,
  in_another_challenge: 'This sketch is in another challenge already.',
  suggestions_waiting: `${PENDING_SUGGESTIONS_MAX} suggestions of yours wait already. Staff read them first.`,
  challenge_queue_full: `The queue is full: it holds ${CHALLENGE_QUEUE_MAX} challenges.`,
  alias_of_itself: 'A tag cannot be an alias of itself.',
  length_required: 'The upload did not say how large it is.',
  too_large: 'Files can be up to 16 MB.',
  not_a_socket: 'This address is for the chat alone.',
  wrong_type: 'Pictures can be PNG, JPEG, WebP or GIF.',
  too_many: 'That was a lot at once. Try again in a minute.',
  internal: 'Something went wrong on our side. Try again in a bit.',
  sign_in_unavailable: SIGN_IN_FAILED,
  no_answer: 'No answer came back. Check your connection and try again.',
}

export function messageOf(error: unknown): string {
  return codeMessages[error instanceof CallError ? error.code : 'internal'] ?? codeMessages.internal
}
