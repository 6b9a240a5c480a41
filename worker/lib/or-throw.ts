import type { ErrorCode } from '../../contract/errors.ts'
import { AppError } from './app-error.ts'
import type { Result } from './result.ts'

/** `fields` names the field of the body to which a code belongs. @throws AppError of a failure. */
export function orThrow<T>(result: Result<T, ErrorCode>, fields: Partial<Record<ErrorCode, string>> = {}): T {
  if (!result.ok) throw new AppError(result.code, { field: fields[result.code] })
  return result.value
}

export function orNotFound<T>(value: T | null): T {
  if (value === null) throw new AppError('not_found')
  return value
}
