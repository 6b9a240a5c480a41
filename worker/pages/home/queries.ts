import { desc } from 'drizzle-orm'
import { HOME_QUERY, type HomeReply, type Motd } from '../../../contract/http/home.ts'
import type { HomeBody } from '../../../contract/http/home-body.ts'
import { featuredOrder, friendsOrder, rankedOrder, recentOrder } from '../../domain/sketch-lists/orders.ts'
import { selectFirst, selectFirstKept, selectFirstRanked } from '../../domain/sketch-lists/read-list.ts'
import { sketchItemOf } from '../../domain/sketches/list-items.ts'
import { personOf } from '../../domain/users/list-items.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { selectBirthdays } from '../../features/artists/queries.ts'
import { challengeItemOf, selectLatestChallenges } from '../../features/challenges/queries.ts'
import { selectUnreadCounts } from '../../features/notifications/uploads.ts'
import { streamItemOf } from '../../features/streams/listing.ts'
import { selectLiveStreams } from '../../features/streams/queries.ts'
import { batchNamed, type Db } from '../../lib/database.ts'
import { type CachedText, visitorCache } from '../../middleware/visitor-cache.ts'
import { motds, totals } from './schema.ts'

/** Reads the requested parts of the home page in one trip. */
export async function readHome(db: Db, viewer: Viewer | null, asked: HomeBody): Promise<HomeReply> {
  const rows = await batchNamed(db, { ...stripsOf(db, viewer, asked), ...othersOf(db, viewer, asked) })
  return {
    featured: rows.featured?.map(sketchItemOf),
    recent: rows.recent?.map(sketchItemOf),
    tops: rows.tops?.map(sketchItemOf),
    trending: rows.trending?.map(sketchItemOf),
    following: rows.following?.map(sketchItemOf),
    streams: rows.streams?.map(streamItemOf),
    challenges: rows.challenges?.map(challengeItemOf),
    unread: rows.unread?.[0],
    birthdays: rows.birthdays?.map(personOf),
    motd: rows.motd && motdOf(rows.motd),
    stats: rows.stats && statsOf(rows.stats),
  }
}

/** What visitors are shown, as JSON; the same text for all of them for five seconds. */
export function visitorsHome(db: Db, asked: HomeBody): Promise<CachedText> {
  return visitorCache(`home ${JSON.stringify(asked)}`, async () => JSON.stringify(await readHome(db, null, asked)))
}

/** Sets the message of the day. */
export async function addMotd(db: Db, motd: typeof motds.$inferInsert): Promise<void> {
  await db.insert(motds).values(motd)
}

/** What the home page of every visitor shows. */
export function visitorsHomePage(db: Db): Promise<CachedText> {
  return visitorsHome(db, HOME_QUERY)
}

function stripsOf(db: Db, viewer: Viewer | null, asked: HomeBody) {
  return {
    ...(asked.featured && { featured: selectFirst(db, featuredOrder(viewer), asked.featured) }),
    ...(asked.recent && { recent: selectFirst(db, recentOrder(viewer), asked.recent) }),
    ...(asked.tops && { tops: selectFirstRanked(db, rankedOrder(viewer, 'tops7'), asked.tops) }),
    ...(asked.trending && { trending: selectFirstRanked(db, rankedOrder(viewer, 'trending'), asked.trending) }),
    ...(asked.following && viewer && { following: selectFirstKept(db, friendsOrder(viewer), asked.following) }),
  }
}

function othersOf(db: Db, viewer: Viewer | null, asked: HomeBody) {
  return {
    ...(asked.streams && { streams: selectLiveStreams(db, viewer, { limit: asked.streams }) }),
    ...(asked.challenges && { challenges: selectLatestChallenges(db, viewer, { limit: asked.challenges }) }),
    ...(asked.unread && viewer && { unread: selectUnreadCounts(db, viewer) }),
    ...(asked.birthdays && { birthdays: selectBirthdays(db, viewer, Date.now()) }),
    ...(asked.motd && { motd: db.select().from(motds).orderBy(desc(motds.id)).limit(1) }),
    ...(asked.stats && { stats: db.select().from(totals) }),
  }
}

function motdOf([newest]: (typeof motds.$inferSelect)[]): Motd | null {
  return newest?.text ? { text: newest.text, link: newest.link } : null
}

function statsOf(rows: (typeof totals.$inferSelect)[]): HomeReply['stats'] {
  const counts = new Map(rows.map(({ name, count }) => [name, count]))
  return { sketches: counts.get('sketches') ?? 0, members: counts.get('members') ?? 0 }
}
