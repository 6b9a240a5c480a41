import { brokeRule } from './database.ts'

/**
 * The answer of a query that its caller can make fail. `code` says why: one of `contract/errors.ts`, or of what a socket is
 * closed with. Everything else that goes wrong is thrown.
 */
export type Result<T, Code extends string> = { ok: true; value: T } | { ok: false; code: Code }

export function success<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

export function failure<Code extends string>(code: Code): { ok: false; code: Code } {
  return { ok: false, code }
}

/** The success of a write that has nothing to answer. */
export const DONE: Result<void, never> = { ok: true, value: undefined }

/** The value, or the failure `code` where there is none. */
export function orFailure<T, Code extends string>(value: T | null | undefined, code: Code): Result<T, Code> {
  return value === null || value === undefined ? failure(code) : success(value)
}

/**
 * Runs a write that the database may refuse. `rules` maps the names of constraints, indexes and triggers to failures; the
 * first name that the error mentions counts. @throws any other error.
 */
export async function tryWrite<T, Code extends string>(
  write: PromiseLike<T>,
  rules: Record<string, Code>,
): Promise<Result<T, Code>> {
  try {
    return success(await write)
  } catch (error) {
    for (const [rule, code] of Object.entries(rules)) if (brokeRule(error, rule)) return failure(code)
    throw error
  }
}
