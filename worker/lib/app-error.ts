import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.ts'

type Details = { message?: string; field?: string | undefined; retryAfterSeconds?: number }

/**
 * A failure that is reported to the client by its code, and optionally by the field of the body that caused it.
 * `onError` makes the reply.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, { message = code, field, retryAfterSeconds }: Details = {}) {
    super(message)
    this.code = code
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status() {
    return ERROR_STATUS[this.code]
  }
}
