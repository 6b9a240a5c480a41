import { CallError } from '../call.ts'
import { messageOf } from '../messages.ts'

/** The sentences of the sketch page [1 §8]. */
export const sketchMessages = {
  staffFailed: 'Error!',
  reportThanks: 'Thanks for your report, it will be reviewed by a gloperator.',
  reportFailed: (error: unknown) => `Error: ${error instanceof CallError ? error.status : 0} ${messageOf(error)}`,
  ownRating: 'You cannot rate your own sketch.',
  alreadyRules: 'You said so already. It can be changed under More.',
  featureLasts: "A feature can't be undone.",
  noStars: 'You have no stars left this month.',
} as const
