import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { every } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { isSuspended } from '../domain/users/viewer.ts'
import { AppError } from '../lib/app-error.ts'
import type { AppEnv } from './app-env.ts'
import { isWrite, rememberWrites } from './database.ts'
import { viewerOf } from './session.ts'

const RATE_PERIOD_SECONDS = 60
const JSON_MAX_BYTES = 65_536

/** Writes and sockets come from our own pages, said by the browser itself; everything else is refused. */
export const onlyOwnOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!cameFromOwnPage(c)) throw new AppError('cross_origin')
  await next()
})

/** Writes carry JSON of at most 64 KB, but for `PUT`, which carries a file and checks it as it streams. */
const onlyJson = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'PUT') return next()
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new AppError('wrong_type')
  return limitJson(c, next)
})

const limitJson = bodyLimit({
  maxSize: JSON_MAX_BYTES,
  onError: () => {
    throw new AppError('too_large')
  },
})

/** Counts every write against the member, or against the address of a visitor. */
const limitWrites = createMiddleware<AppEnv>(async (c, next) => {
  await spend(c, c.env.WRITE_RATE)
  await next()
})

/** What a suspended member can still call: what leads out of the site or into it, and what only reads. */
const OPEN_TO_SUSPENDED = new Set([
  '/logout',
  '/api/v2/sessions/end',
  '/api/v2/authAppleId',
  '/api/v2/index',
  '/api/v2/content/categories',
  '/api/v2/content/items',
])

/** A suspended member writes nothing [2 §2]. */
const refuseSuspended = createMiddleware<AppEnv>(async (c, next) => {
  if (!OPEN_TO_SUSPENDED.has(c.req.path) && isSuspended(await viewerOf(c), Date.now())) throw new AppError('suspended')
  await next()
})

const guarded = every(onlyOwnOrigin, onlyJson, rememberWrites, limitWrites, refuseSuspended)

/** What every write goes through; reads pass by. */
export const guardWrites: MiddlewareHandler<AppEnv> = (c, next) => (isWrite(c) ? guarded(c, next) : next())

/** Counts calls to a route against a rate of its own. */
export const limit = (rate: 'WRITE_RATE' | 'UPLOAD_RATE' | 'SIGN_IN_RATE') =>
  createMiddleware<AppEnv>(async (c, next) => {
    await spend(c, c.env[rate])
    await next()
  })

async function spend(c: Context<AppEnv>, rate: RateLimit): Promise<void> {
  const viewer = await viewerOf(c)
  const key = viewer ? `member:${viewer.id}` : `address:${c.req.header('cf-connecting-ip') ?? 'local'}`
  const { success } = await rate.limit({ key })
  if (!success) throw new AppError('too_many', 'too many calls', RATE_PERIOD_SECONDS)
}

function cameFromOwnPage(c: Context): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return origin === new URL(c.req.url).origin
  return c.req.header('sec-fetch-site') === 'same-origin'
}
