import { type Context, Hono } from 'hono'
import { normalizeTag } from '../../../contract/text.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Db } from '../../lib/database.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { countCall } from '../../middleware/guards.ts'
import { visitorCache, visitorReply } from '../../middleware/visitor-cache.ts'
import { atomOf, type Feed } from './atom.ts'
import { findGroupName, groupCalendar } from './group-calendar.ts'
import { readGalleryFeed, readTagFeed, readUserFeed } from './queries.ts'

const EXTENSION = '.atom'
const CALENDAR_EXTENSION = '.ics'

/** Atom feeds. They contain only what visitors may see. */
export const feedRoutes = new Hono<AppEnv>()
  .get('/feeds/recent.atom', (c) => respondFeed(c, 'recent', (db) => readGalleryFeed(db, 'recent')))
  .get('/feeds/featured.atom', (c) => respondFeed(c, 'featured', (db) => readGalleryFeed(db, 'featured')))
  .get('/feeds/trending.atom', (c) => respondFeed(c, 'trending', (db) => readGalleryFeed(db, 'trending')))
  .get('/feeds/tag/:tag{[^/]+\\.atom}', (c) => {
    const tag = normalizeTag(c.req.param('tag').slice(0, -EXTENSION.length))
    return respondFeed(c, `tag ${tag}`, (db) => readTagFeed(db, tag))
  })
  .get('/feeds/user/:id{[1-9][0-9]{0,14}\\.atom}', (c) => {
    const id = Number.parseInt(c.req.param('id'), 10)
    return respondFeed(c, `user ${id}`, (db) => readUserFeed(db, id))
  })
  .get('/feeds/groups.ics', (c) => respondCalendar(c))
  .get('/feeds/group/:group{[^/]+\\.ics}', (c) => {
    return respondCalendar(c, c.req.param('group').slice(0, -CALENDAR_EXTENSION.length))
  })

/** Sends the calendar of a group, or of all groups. @throws AppError `not_found`. */
async function respondCalendar(c: Context<AppEnv>, slug?: string): Promise<Response> {
  const { origin } = new URL(c.req.url)
  const { bytes } = await visitorCache(JSON.stringify(['group events', origin, slug ?? '']), async () => {
    await countCall(c, 'READ_RATE')
    const group = slug === undefined ? undefined : await findGroupName(dbOf(c), slug)
    if (group === null) throw new AppError('not_found')
    return groupCalendar(dbOf(c), { origin, group })
  })
  return c.body(bytes, 200, {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="croquis-${slug ?? 'groups'}.ics"`,
  })
}

async function respondFeed(
  c: Context<AppEnv>,
  name: string,
  read: (db: Db) => Promise<Feed | null>,
): Promise<Response> {
  const { origin } = new URL(c.req.url)
  const { bytes, until } = await visitorCache(JSON.stringify(['feed', origin, name]), async () => {
    // Counted, because names without a tag or member are not cached.
    await countCall(c, 'READ_RATE')
    const content = await read(dbOf(c))
    if (!content) throw new AppError('not_found')
    return atomOf(content, origin)
  })
  return visitorReply(c, { contentType: 'application/atom+xml', body: bytes, until })
}
