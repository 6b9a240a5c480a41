import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

/** Messages of profiles, fans, blocks and comments [1 §8], [2 §8]. */
export const peopleMessages = {
  reported: 'Thanks for your report, it will be reviewed by a gloperator.',
  reportFailed: (error: unknown) => `Error: ${error instanceof CallError ? error.status : 0} ${messageOf(error)}`,
  commentGone: 'That comment is not there any more.',
  blocked: 'You blocked this member. Neither of you sees what the other one makes or says.',
  blocking: 'Neither of you will see what the other one makes or says, and neither stays a fan of the other.',
} as const
