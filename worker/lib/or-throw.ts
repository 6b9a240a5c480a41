import type { ErrorCode } from '../../contract/errors.ts'
import { AppError } from './app-error.ts'
import type { Result } from './result.ts'

export function orThrow<T>(result: Result<T, ErrorCode>): T {
  if (!result.ok) throw new AppError(result.code)
  return result.value
}

export function orNotFound<T>(value: T | null): T {
  if (value === null) throw new AppError('not_found')
  return value
}
