import type { SketchNotice } from '../../../contract/http/sketches.ts'
import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

/** Messages of the sketch page [1 §8]. */
export const sketchMessages = {
  heartFailed: 'Sorry, there was a problem giving the heart, please reload and try again.',
  deleteSketchFailed: 'There was an error deleting the sketch.',
  deleteCommentFailed: (reason: string) => `Error deleting comment: ${reason}`,
  commentFailed: 'Your comment could not be posted. It is kept here, try again in a bit.',
  staffFailed: 'Error!',
  reportThanks: 'Thanks for your report, it will be reviewed by a gloperator.',
  reportFailed: (error: unknown) => `Error: ${error instanceof CallError ? error.status : 0} ${messageOf(error)}`,
  ownRating: 'You cannot rate your own sketch.',
  alreadyRules: 'You said so already. It can be changed under More.',
  featureLasts: "A feature can't be undone.",
  noStars: 'You have no stars left this month.',
} as const

/** Notices for hidden sketches [1 §8]. */
export const sketchNotices: Record<SketchNotice, string> = {
  mature: 'This sketch is mature. It is shown to members who chose to see mature sketches.',
  unlisted: 'This sketch is unlisted. Only people who have the link can see it.',
  copyright: 'This sketch was hidden because it may copy the work of someone else.',
  inappropriate: 'This sketch was hidden because it breaks the community guidelines.',
  notsketch: 'This picture was hidden because it is not a sketch.',
}
