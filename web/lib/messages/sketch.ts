import type { SketchNotice } from '../../../contract/http/sketches.ts'
import { SKETCH_RESTORE_DAYS } from '../../../contract/limits.ts'
import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

/** Messages of the sketch page [1 §8]. */
export const sketchMessages = {
  heartFailed: 'Sorry, there was a problem giving the heart, please reload and try again.',
  deleteSketchFailed: 'There was an error deleting the sketch.',
  deleteCommentFailed: (reason: string) => `Error deleting comment: ${reason}`,
  commentFailed: 'Your comment could not be posted. It’s saved here; try again in a bit.',
  decided: 'Staff made a decision about this sketch.',
  removed: (date: string) =>
    `Staff deleted this sketch. Only you and staff can still see it. It’s gone for good on ${date}, unless an appeal is open.`,
  reportThanks: 'Thanks for your report, it will be reviewed by a gloperator.',
  reportFailed: (error: unknown) => `Error: ${error instanceof CallError ? error.status : 0} ${messageOf(error)}`,
  restoreUntil: (date: string) => `The undo of its case restores it until ${date}.`,
  restorable: `It disappears at once. Staff can restore it for ${SKETCH_RESTORE_DAYS} days, then it’s gone for good.`,
  heartIsFinal: 'A heart can’t be taken back.',
  ownHeart: 'You can’t give your own sketch a heart.',
  ownRating: 'You can’t rate your own sketch.',
  alreadyRules: 'You already rated it. You can change that under More.',
  featureIsFinal: 'A feature can’t be undone.',
  notFeatured: 'Hidden sketches can’t be featured.',
  noStars: 'You have no stars left this month.',
} as const

/** Notices for hidden sketches [1 §8]. */
export const sketchNotices: Record<SketchNotice, string> = {
  mature: 'This sketch is mature. Only members who turned on mature sketches can see it.',
  unlisted: 'This sketch is unlisted. Only people with the link can see it.',
  copyright: 'This sketch was hidden because it may copy someone else’s work.',
  inappropriate: 'This sketch was hidden because it breaks the community guidelines.',
  notsketch: 'This picture was hidden because it isn’t a sketch.',
  removed: 'Staff deleted this sketch. Only its artist and staff can still see it.',
}
