import type { ErrorCode } from '../../../contract/errors.ts'
import { messageOf, messageOfCode } from './errors.ts'

const failureText = (detail: string) => `There was a problem entering this competition/challenge: ${detail}`

/** Message for a failed entry [1 §8]. */
export const entryFailure = (error: unknown) => failureText(messageOf(error))
export const entryFailureOfCode = (code: ErrorCode) => failureText(messageOfCode(code))
