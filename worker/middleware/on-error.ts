import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ErrorBody } from '../../contract/errors.ts'
import { log } from '../../durable-objects/lib/log.ts'
import { AppError } from '../lib/app-error.ts'
import { InvalidCursor } from '../lib/cursor.ts'
import type { AppEnv } from './app-env.ts'

/** Turns whatever was thrown into the one error body. What nobody expected is logged and answered without its insides. */
export function onError(error: Error, c: Context<AppEnv>): Response {
  const known = asAppError(error)
  if (!known) {
    log('error', 'unexpected', { requestId: c.get('requestId'), reason: reasonOf(error), stack: frames(error) })
  }
  const { code, message, status, retryAfterSeconds } = known ?? new AppError('internal', 'internal error')
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  c.header('cache-control', 'no-store')
  return c.json({ error: { code, message } } satisfies ErrorBody, status)
}

function asAppError(error: Error): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof InvalidCursor) return new AppError('bad_cursor')
  if (error instanceof HTTPException && error.status < 500) return new AppError('bad_request', error.message)
  return null
}

/** What D1, R2 or Images said, which names columns, rules and codes, never values; else the kind of error. */
function reasonOf(error: Error): string {
  const inner = error.cause instanceof Error ? error.cause : error
  return /^(D1|R2|IMAGES)_|^(put|get|head|list|delete): /.test(inner.message) ? inner.message : inner.name
}

/** Where it happened, without messages: those of the database repeat the values that were written. */
function frames(error: Error): string {
  const stack = error.cause instanceof Error ? (error.cause.stack ?? '') : (error.stack ?? '')
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')
}
