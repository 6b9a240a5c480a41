import type { ErrorCode } from '../../contract/errors.ts'
import { AppError } from './app-error.ts'
import { brokeRule } from './database.ts'

/** Outcome of a query: its value, or the code of a failure that the caller of the API can cause. */
export type Result<T = void, E extends ErrorCode = ErrorCode> = { ok: true; value: T } | { ok: false; error: E }

/** A successful result; without a value where the query has nothing to answer. */
export function ok(): Result<void, never>
export function ok<T>(value: T): Result<T, never>
export function ok(value?: unknown): Result<unknown, never> {
  return { ok: true, value }
}

export function fail<E extends ErrorCode>(error: E): Result<never, E> {
  return { ok: false, error }
}

/** Returns the value of a result. @throws AppError with the code of a failed one. */
export function orThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new AppError(result.error)
}

/**
 * Waits for a write. When the database refuses it by one of the named constraints, indexes or trigger rules, the result
 * fails with the code given for that rule. Any other error is thrown on.
 */
export async function resultOf<T, E extends ErrorCode>(
  write: Promise<T>,
  refusals: Readonly<Record<string, E>>,
): Promise<Result<T, E>> {
  try {
    return ok(await write)
  } catch (error) {
    for (const [rule, code] of Object.entries(refusals)) if (brokeRule(error, rule)) return fail(code)
    throw error
  }
}
