import { CallError } from '../call.ts'
import { messageOf } from './errors.ts'
import { whiteboardMessages } from './whiteboard.ts'

/** Message for a rollback that failed: the limit of a day, or a general error. */
export const rollbackFailure = (error: unknown) =>
  error instanceof CallError && error.code === 'other_act_limit' ? messageOf(error) : whiteboardMessages.rollbackFailed
