import type { Context } from 'hono'
import { type CALLS_PER_MINUTE, LINE_NETWORKS } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'
import { lineOf } from '../lib/client-network.ts'
import type { AppEnv } from './app-env.ts'
import { clientNetwork } from './client.ts'

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

/** Rates of calls that store rows of visitors or send mail. All networks of a line have them together. */
const LINE_RATES: readonly RateName[] = ['SIGN_IN_NETWORK_RATE', 'RECOVERY_NETWORK_RATE']

/**
 * Counts a call against a rate of the network it came from and, for an IPv6 address, of its line.
 * @throws AppError `too_many`
 */
export async function countAddress(c: Context<AppEnv>, rate: RateName): Promise<void> {
  const [network, line] = [clientNetwork(c), clientNetwork(c, lineOf)]
  const isOfLine = LINE_RATES.includes(rate)
  await countKey(c, rate, `address:${(isOfLine ? line : network) ?? 'local'}`)
  // The platform counts by one number for each rate. Calls of a line are dealt out at random to several counts, so that
  // its networks have several times that number together.
  const count = Math.floor(Math.random() * LINE_NETWORKS)
  if (!isOfLine && line !== network) await countKey(c, rate, `line:${line} ${count}`)
}
