import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.ts'

/** A failure that is reported to the client by its code. `onError` makes the reply. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string = code, retryAfterSeconds?: number) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status() {
    return ERROR_STATUS[this.code]
  }
}
