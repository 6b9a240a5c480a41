import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { every } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import { writeRefusal } from '../domain/users/viewer.ts'
import { AppError } from '../lib/app-error.ts'
import type { AppEnv } from './app-env.ts'
import { isWrite, saveBookmark } from './database.ts'
import { viewerOf } from './session.ts'

const RATE_PERIOD_SECONDS = 60
const JSON_MAX_BYTES = 65_536

/** Refuses requests from other origins, by headers that scripts cannot set. */
export const requireOwnOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!isOwnOrigin(c)) throw new AppError('cross_origin')
  await next()
})

/** Accepts JSON of at most 64 KB. `PUT` sends a file, which its route checks as it streams. */
const requireJson = createMiddleware<AppEnv>(async (c, next) => {
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

/** Refuses calls above a rate per member, or per IP address of visitors. */
export const limitRate = (rate: 'WRITE_RATE' | 'UPLOAD_RATE' | 'SIGN_IN_RATE') =>
  createMiddleware<AppEnv>(async (c, next) => {
    await countCall(c, c.env[rate])
    await next()
  })

/** Calls that suspended and warned members may make: reading, and ending or changing their session. */
const ALLOWED_WHEN_BANNED = new Set([
  '/logout',
  '/api/v2/sessions/end',
  '/api/v2/authAppleId',
  '/api/v2/index',
  '/api/v2/content/categories',
  '/api/v2/content/items',
])

const ACCEPT_WARNING = '/api/v2/user/warningAccept'

/** Refuses writes of suspended members, and of members with a warning that they have not accepted [2 §2]. */
const refuseBanned = createMiddleware<AppEnv>(async (c, next) => {
  const refusal = writeRefusal(await viewerOf(c), Date.now())
  const isAllowed = ALLOWED_WHEN_BANNED.has(c.req.path) || (refusal === 'warned' && c.req.path === ACCEPT_WARNING)
  if (refusal && !isAllowed) throw new AppError(refusal)
  await next()
})

const writeGuards = every(requireOwnOrigin, requireJson, saveBookmark, limitRate('WRITE_RATE'), refuseBanned)

/** Applies to all writes: own origin, JSON, bookmark, rate, suspension. */
export const guardWrites: MiddlewareHandler<AppEnv> = (c, next) => (isWrite(c) ? writeGuards(c, next) : next())

async function countCall(c: Context<AppEnv>, rate: RateLimit): Promise<void> {
  const viewer = await viewerOf(c)
  const key = viewer ? `member:${viewer.id}` : `address:${c.req.header('cf-connecting-ip') ?? 'local'}`
  const { success } = await rate.limit({ key })
  if (!success) throw new AppError('too_many', { retryAfterSeconds: RATE_PERIOD_SECONDS })
}

function isOwnOrigin(c: Context): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return origin === new URL(c.req.url).origin
  return c.req.header('sec-fetch-site') === 'same-origin'
}
