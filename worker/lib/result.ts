import { brokeRule } from './database.ts'

/**
 * The result of a query that can fail because of the client: a value, or a code that the route turns into an error or a
 * close code. Other failures are thrown.
 */
export type Result<T, Code extends string> = { ok: true; value: T } | { ok: false; code: Code }

export function success<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

export function failure<Code extends string>(code: Code): { ok: false; code: Code } {
  return { ok: false, code }
}

export const DONE: Result<void, never> = { ok: true, value: undefined }

export function orFailure<T, Code extends string>(value: T | null | undefined, code: Code): Result<T, Code> {
  return value === null || value === undefined ? failure(code) : success(value)
}

/**
 * Runs a write that the database may refuse. `rules` maps names of constraints, indexes and triggers to failure codes.
 * The first rule that the error names decides. @throws any other error.
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
