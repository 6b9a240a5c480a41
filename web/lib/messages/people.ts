import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'

/** Messages of profiles, fans, blocks and comments [1 §8], [2 §8]. */
export const peopleMessages = {
  reported: 'Thanks for your report, it will be reviewed by a gloperator.',
  reportFailed: (error: unknown) => `Error: ${error instanceof CallError ? error.status : 0} ${messageOf(error)}`,
  commentNotFound: 'That comment no longer exists.',
  blocked: 'You blocked this member. You don’t see each other’s sketches, comments or messages.',
  blocking: 'You won’t see each other’s sketches, comments or messages, and you’ll stop being fans of each other.',
} as const
