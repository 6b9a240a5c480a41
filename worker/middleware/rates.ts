import type { Context } from 'hono'
import type { CALLS_PER_MINUTE } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'
import type { AppEnv } from './app-env.ts'

/** The period of all rates in `wrangler.toml`. */
const RATE_PERIOD_SECONDS = 60

export type RateName = keyof typeof CALLS_PER_MINUTE

/**
 * Counts one use of a key against a rate.
 * @throws AppError `too_many`
 */
export async function countKey(c: Context<AppEnv>, rate: RateName, key: string): Promise<void> {
  const { success } = await c.env[rate].limit({ key })
  if (!success) throw new AppError('too_many', { retryAfterSeconds: RATE_PERIOD_SECONDS })
  c.set('isCounted', true)
}
