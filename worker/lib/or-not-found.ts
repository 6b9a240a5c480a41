import { AppError } from './app-error.ts'

/** What was looked for. @throws AppError `not_found` for null. */
export function orNotFound<T>(value: T | null): T {
  if (value === null) throw new AppError('not_found')
  return value
}
