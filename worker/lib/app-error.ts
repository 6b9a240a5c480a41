import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.ts'

/** A failure that the caller is told of, by code. Thrown anywhere, answered in one place (`onError`). */
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
