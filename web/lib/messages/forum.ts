import { COMMENT_EDIT_MINUTES } from '../../../contract/limits.ts'
import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

/** Messages of the forum. */
export const forumMessages = {
  intro: 'Talk about drawing, the site and everything around it.',
  noTopics: 'No topics here yet.',
  noneWatched: 'Topics you start, write in or watch will appear here.',
  noneOwn: 'Topics you start will appear here.',
  nothingFound: 'No posts match this search.',
  searchHint: 'Words, "exact phrases", user:name, from:2026 or to:2026-05. A minus leaves out: -word.',
  locked: 'This topic is locked. You can read it, but not reply.',
  closed: 'This category is closed. You can read it, but not write in it.',
  removed: 'This topic was removed. Only staff see it.',
  deleted: { author: 'This post was deleted by its author.', staff: 'This post was removed by staff.' },
  deleting: 'The text will be deleted for everyone. A line shows that there was a post.',
  reporting: 'A gloperator will read this post and those around it as they are now.',
  hiddenPost: 'No posts to show on this page.',
  staffOnly: 'Only staff start topics here.',
} as const

/** Message of a failed write in the forum. */
export function forumFailureOf(error: unknown): string {
  const isLate = error instanceof CallError && error.code === 'too_late_to_edit'
  return isLate ? `Posts can only be edited for ${COMMENT_EDIT_MINUTES} minutes.` : messageOf(error)
}
