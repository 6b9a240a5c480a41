import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { findMemberByApiKey, readApiKey } from '../domain/users/api-key.ts'
import { isSuspended, type Viewer, withoutStaffFlags } from '../domain/users/viewer.ts'
import { AppError } from '../lib/app-error.ts'
import type { AppEnv } from './app-env.ts'
import { primaryOf } from './database.ts'
import { countKey } from './rates.ts'

/**
 * Reads a member's key from `Authorization: Bearer`, in place of a session. It opens the reads of `isOpenToKeys`,
 * without rights of staff.
 * @throws AppError `not_logged_in` for an unknown key, `forbidden` for other
 * calls, and `too_many` above `API_KEY_RATE`: of the key, before the database is read, and of the member, who may have
 * replaced the key. Calls with a replaced key take none of the member's, but all keys of a member together have
 * `SESSION_RATE`.
 */
export const acceptApiKey = createMiddleware<AppEnv>(async (c, next) => {
  const [, key] = /^Bearer +(\S{1,200})$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (key === undefined) return next()
  c.set('sessionHash', null)
  c.set('sessionReadAt', 0)
  c.set('impersonation', null)
  c.set('viewer', null)
  const facts = await readApiKey(c.env.API_KEY_SECRET, key)
  if (!facts) throw new AppError('not_logged_in')
  await countKey(c, 'API_KEY_RATE', `key:${facts.userId}.${facts.version}`)
  await countKey(c, 'SESSION_RATE', `keys of:${facts.userId}`)
  const member = await findMemberByApiKey(primaryOf(c), facts)
  if (!member) throw new AppError('not_logged_in')
  await countKey(c, 'API_KEY_RATE', `key of:${member.id}`)
  if (isSuspended(member, Date.now())) throw new AppError('suspended')
  if (!isOpenToKeys(c, member)) throw new AppError('forbidden')
  c.set('viewer', withoutStaffFlags(member))
  await next()
})

/** The reads that a key opens: what a member owns, without private messages, sessions, mail and settings. */
function isOpenToKeys(c: Context<AppEnv>, { id }: Viewer): boolean {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return false
  const { path } = c.req
  if (path === `/api/user/${id}`) return true
  if (path === `/user/${id}/sketches` || path === `/user/${id}/hearts`) return c.req.query('format') === 'json'
  if (path === '/api/v2/album/list') return c.req.query('userId') === String(id)
  if (path === '/api/v2/fan/followers' || path === '/api/v2/fan/following') return c.req.query('user') === String(id)
  return path === '/api/v2/album/sketches' || /^\/api\/v2\/(?:sketchInfo|sketchStats|sketchHearts)\/\d+$/.test(path)
}
