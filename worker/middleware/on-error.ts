import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ErrorBody } from '../../contract/errors.ts'
import { log } from '../../durable-objects/realtime/log.ts'
import { AppError } from '../lib/app-error.ts'
import { InvalidCursor } from '../lib/cursor.ts'
import { errorFacts } from '../lib/error-facts.ts'
import type { AppEnv } from './app-env.ts'

/** Makes the reply of an error. Details of unexpected errors are logged and not sent. */
export function onError(error: Error, c: Context<AppEnv>): Response {
  const known = asAppError(error)
  if (!known) {
    log('error', 'unexpected', { requestId: c.get('requestId'), ...errorFacts(error) })
  }
  const { code, message, field, status, retryAfterSeconds } =
    known ?? new AppError('internal', { message: 'internal error' })
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  c.header('cache-control', 'no-store')
  return c.json({ error: { code, message, field } } satisfies ErrorBody, status)
}

function asAppError(error: Error): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof InvalidCursor) return new AppError('bad_cursor')
  if (error instanceof HTTPException && error.status < 500)
    return new AppError('bad_request', { message: error.message })
  return null
}
