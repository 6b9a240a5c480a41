import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { every } from 'hono/combine'
import { createMiddleware } from 'hono/factory'
import type * as z from 'zod/mini'
import { groupPositionBody } from '../../contract/http/group-admin.ts'
import { groupRead } from '../../contract/http/groups.ts'
import { sketchPageBody } from '../../contract/http/sketch-page.ts'
import { STOP_IMPERSONATING_PATH } from '../../contract/http/staff.ts'
import { auditChange } from '../domain/audit-log/audit-log.ts'
import { countingOtherAct } from '../domain/audit-log/staff-limits.ts'
import { writeRefusal } from '../domain/users/viewer.ts'
import { AppError } from '../lib/app-error.ts'
import { sha256Hex } from '../lib/random.ts'
import type { AppEnv } from './app-env.ts'
import { clientNetwork } from './client.ts'
import { dbOf, isWrite, saveBookmark } from './database.ts'
import { countAddress, countKey, type RateName } from './rates.ts'
import { viewerOf } from './session.ts'

const JSON_MAX_BYTES = 65_536

/** Refuses requests from other origins, by headers that scripts cannot set. */
export const requireOwnOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!isOwnOrigin(c)) throw new AppError('cross_origin')
  await next()
})

/** Accepts JSON of at most 64 KB. `PUT` sends a file, which its route checks as it streams. */
const requireJson = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'PUT') return next()
  if (!/^application\/json\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) throw new AppError('wrong_type')
  return limitJson(c, next)
})

const limitJson = bodyLimit({
  maxSize: JSON_MAX_BYTES,
  onError: () => {
    throw new AppError('too_large')
  },
})

/** Refuses calls above a rate per member, or per network of visitors. */
export const limitRate = (rate: RateName) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await countCall(c, rate)
    await next()
  })

const limitPosts = createMiddleware<AppEnv>(async (c, next) => {
  await countCall(c, await rateOfPost(c))
  await next()
})

async function rateOfPost(c: Context<AppEnv>): Promise<RateName> {
  if (SIGN_IN_WRITES.has(c.req.path)) return 'SIGN_IN_NETWORK_RATE'
  if (SEARCHES_BY_POST.has(c.req.path)) return 'SEARCH_RATE'
  return (await isReadByPost(c)) ? 'READ_RATE' : 'WRITE_RATE'
}

/** Writes of people without a session, who may share an address. Their routes limit each attempt. */
const SIGN_IN_WRITES = new Set([
  '/logout',
  '/api/v2/signUp',
  '/api/v2/signUp/end',
  '/api/v2/authAppleId',
  '/api/v2/passkeys/signInOptions',
  '/api/v2/passkeys/signIn',
  '/api/v2/recover/generate',
  '/api/v2/recover/accept',
  '/api/v2/recover/backupCode',
])

const SEARCHES_BY_POST = new Set([
  '/api/v2/search/user',
  '/api/v2/search/sketch',
  '/api/v2/search/magic',
  '/api/v2/search/challenge',
])

/** Reads that use `POST`. */
const READS_BY_POST = new Set([
  ...SEARCHES_BY_POST,
  '/api/v2/index',
  '/api/v2/users',
  '/api/v2/album/info',
  '/api/v2/album/sketches',
  '/api/v2/album/list',
  '/api/v2/album/sketch',
  '/api/v2/fan/followers',
  '/api/v2/fan/following',
  '/api/v2/user/blocked',
  '/api/v2/assist/groupActivity',
  '/api/v2/assist/groupStats',
  '/api/v2/assist/features',
  '/api/v2/content/categories',
  '/api/v2/content/items',
  '/api/v2/challenge',
  '/api/v2/messages',
  '/api/v2/message/posts',
  '/api/v2/compo',
  '/api/v2/compo/info',
  '/api/v2/awards/info',
  '/api/v2/stats',
])

/** Reads that use `POST`, on paths that also have writes. */
const READ_BODIES: readonly { path: RegExp; body: z.ZodMiniType }[] = [
  { path: /^\/api\/v2\/group$/, body: groupRead },
  { path: /^\/api\/v2\/assist\/groupFeatures$/, body: groupPositionBody },
  { path: /^\/api\/v2\/sketch\/\d+$/, body: sketchPageBody },
]

async function isReadByPost({ req }: Context<AppEnv>): Promise<boolean> {
  if (READS_BY_POST.has(req.path)) return true
  const read = READ_BODIES.find(({ path }) => path.test(req.path))
  return read?.body.safeParse(await req.json().catch(() => null)).success ?? false
}

/**
 * Writes that suspended and warned members may make: their appeal, their session, mail to them, their export, and
 * leaving.
 */
const ALLOWED_WHEN_BANNED = new Set([
  '/logout',
  '/api/v2/signUp/end',
  '/api/v2/sessions/end',
  '/api/v2/authAppleId',
  '/api/v2/passkeys/signInOptions',
  '/api/v2/passkeys/signIn',
  '/api/v2/account/delete',
  '/api/v2/account/keep',
  '/api/v2/recover/generate',
  '/api/v2/recover/accept',
  '/api/v2/recover/backupCode',
  '/api/v2/email/confirm',
  '/api/v2/unsubscribe',
  '/api/v2/user/export',
  '/api/v2/appeal',
])

const ACCEPT_WARNING = '/api/v2/user/warningAccept'

/** Refuses writes of suspended members, and of members with a warning that they have not accepted [2 §2]. */
const refuseBanned = createMiddleware<AppEnv>(async (c, next) => {
  const refusal = writeRefusal(await viewerOf(c), Date.now())
  const mayAccept = refusal === 'warned' && c.req.path === ACCEPT_WARNING
  const isAllowed = ALLOWED_WHEN_BANNED.has(c.req.path) || isStopOfImpersonation(c) || mayAccept
  if (refusal && !isAllowed && !(await isReadByPost(c))) throw new AppError(refusal)
  await next()
})

const isStopOfImpersonation = (c: Context<AppEnv>) =>
  c.get('impersonation') !== null && c.req.path === STOP_IMPERSONATING_PATH

/**
 * Characters of each text in a logged body. Only texts are cut, so that a long field does not hide the fields after it.
 */
const LOGGED_TEXT_MAX = 500

/**
 * Paths whose bodies hold keys, codes, addresses or private messages. The log has these calls without their bodies:
 * most are refused, but what the member typed arrives with them.
 */
const UNLOGGED_BODIES =
  /^\/(?:editProfile|message\/\d+|api\/v2\/(?:signUp|authAppleId|unsubscribe|messages|(?:message|passkeys|recover|email|store)\/.+))$/

/**
 * Writes each write of staff who impersonate a member to the audit log, and counts it, before it is carried out.
 * Logging out is possible above the limit.
 * @throws AppError `other_act_limit`.
 */
const logImpersonatedWrite = createMiddleware<AppEnv>(async (c, next) => {
  const viewer = await viewerOf(c)
  const impersonation = c.get('impersonation')
  const { path, method } = c.req
  if (viewer && impersonation && !isStopOfImpersonation(c) && !(await isReadByPost(c))) {
    const body = method === 'PUT' || UNLOGGED_BODIES.test(path) ? '' : loggedBody(await c.req.text())
    const changes = { call: [null, `${method} ${path}`], body: [null, body] } as const
    const target = { userId: viewer.id, targetType: 'user', targetId: viewer.id }
    const { staffId } = impersonation
    const [db, now] = [dbOf(c), Date.now()]
    const entry = { staffId, action: 'impersonated_write', ...target, changes } as const
    const [counted] = await db.batch([countingOtherAct(db, { staffId, now }), auditChange(db, entry, now)])
    if (counted.length === 0 && path !== '/logout') throw new AppError('other_act_limit')
  }
  await next()
})

function loggedBody(text: string): string {
  try {
    const cut = (_: string, value: unknown) => (typeof value === 'string' ? value.slice(0, LOGGED_TEXT_MAX) : value)
    return JSON.stringify(JSON.parse(text), cut)
  } catch {
    // The text is no JSON, so the call will be refused.
    return text.slice(0, LOGGED_TEXT_MAX)
  }
}

const writeGuards = every(requireOwnOrigin, requireJson, saveBookmark, limitPosts, refuseBanned, logImpersonatedWrite)

/** Applies to all writes: own origin, JSON, bookmark, rate, suspension, log of impersonation. */
export const guardWrites: MiddlewareHandler<AppEnv> = (c, next) => (isWrite(c) ? writeGuards(c, next) : next())

const READ_RATES: readonly RateName[] = [
  'READ_RATE',
  'SEARCH_RATE',
  'SUGGESTION_RATE',
  'API_READ_RATE',
  'PICTURE_MAKE_RATE',
]

/** Rates of calls that search the full-text indexes. */
const SEARCH_RATES: readonly RateName[] = ['SEARCH_RATE', 'SUGGESTION_RATE']

/**
 * Counts a call against a rate. Reads of visitors without a known network are not limited. A search is counted before
 * `dbOf` opens its database, which must not be the primary.
 * @throws AppError `too_many`
 */
export async function countCall(c: Context<AppEnv>, rate: RateName): Promise<void> {
  if (SEARCH_RATES.includes(rate)) c.set('isSearch', true)
  const viewer = await viewerOf(c)
  if (viewer) await countKey(c, rate, `member:${c.get('impersonation')?.staffId ?? viewer.id}`)
  else if (clientNetwork(c) !== null || !READ_RATES.includes(rate)) await countAddress(c, rate)
}

/**
 * Reads that the cache answers for visitors. Their routes count a read that is not cached (`countListRead`) if it costs
 * much.
 */
const READS_FROM_VISITOR_CACHE = new Set([
  '/api/v2/session',
  '/api/v2/index',
  '/api/v2/index/trending',
  '/api/v2/search/tops',
  '/api/v2/search/suggestions',
  '/api/v2/users',
  '/api/v2/users/latest',
  '/api/v2/challenge',
  '/api/v2/streams',
  '/api/v2/awards/info',
  '/api/v2/numbers',
])

/**
 * Refuses reads of the API above a rate, including those for the first load of a page. Costly ones have a lower rate,
 * too.
 */
export const limitApiReads = createMiddleware<AppEnv>(async (c, next) => {
  if (!isWrite(c) && !(READS_FROM_VISITOR_CACHE.has(c.req.path) && !(await viewerOf(c))))
    await countCall(c, 'API_READ_RATE')
  await next()
})

/**
 * Refuses reads of files above a rate of the network. It does not tell members apart, because that takes a query, which
 * public files do without. Without a known network nothing is limited.
 */
export const limitFileReads = createMiddleware<AppEnv>(async (c, next) => {
  c.set('isFileRead', true)
  if (clientNetwork(c) !== null) await countAddress(c, 'FILE_READ_RATE')
  await next()
})

/**
 * Counts a read of the database for a list that visitors share. A read by `POST` was counted before. A cached list is
 * not limited: a school has one address.
 * @throws AppError `too_many`
 */
export async function countListRead(c: Context<AppEnv>): Promise<void> {
  if (!isWrite(c)) await countCall(c, 'READ_RATE')
}

/**
 * Counts a read of home, or of a list of challenges or compos: that of a member by its own rate, because it looks up
 * their blocks, and that of visitors like other lists.
 * @throws AppError `too_many`
 */
export async function countOverviewRead(c: Context<AppEnv>): Promise<void> {
  await ((await viewerOf(c)) ? countCall(c, 'OVERVIEW_RATE') : countListRead(c))
}

/**
 * Counts a step of one attempt to sign in, sign up or recover an account, from whatever address it comes. `attempt`
 * names it, and what it tries, such as a passkey.
 * @throws AppError `too_many`
 */
export async function countAttempt(c: Context<AppEnv>, attempt: string): Promise<void> {
  await countKey(c, 'SIGN_IN_RATE', `attempt:${await sha256Hex(attempt)}`)
}

function isOwnOrigin(c: Context): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return origin === new URL(c.req.url).origin
  return c.req.header('sec-fetch-site') === 'same-origin'
}
