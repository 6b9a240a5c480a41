import { desc } from 'drizzle-orm'
import { HOME_ASKED, type HomeReply, type Motd } from '../../../contract/http/home.ts'
import type { HomeBody } from '../../../contract/http/home-body.ts'
import { featuredOrder, friendsOrder, rankedOrder, recentOrder } from '../../domain/sketch-lists/orders.ts'
import { selectFirst, selectFirstKept, selectFirstRanked } from '../../domain/sketch-lists/read-list.ts'
import { sketchItemOf } from '../../domain/sketches/list-items.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { type BirthdayRow, selectBirthdays } from '../../features/artists/queries.ts'
import { type ChallengeRow, challengeItemOf, selectLatest } from '../../features/challenges/queries.ts'
import { selectNews } from '../../features/notifications/uploads.ts'
import { streamItemOf } from '../../features/streams/listing.ts'
import { selectLive } from '../../features/streams/queries.ts'
import type { Db } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { type CachedText, visitorCache } from '../../middleware/visitor-cache.ts'
import { motds, totals } from './schema.ts'

/** All that a home page shows, in one trip. */
export async function readHome(db: Db, viewer: Viewer | null, asked: HomeBody): Promise<HomeReply> {
  const strips = stripsOf(db, viewer, asked)
  const parts = {
    ...strips,
    ...(asked.streams && { streams: selectLive(db, viewer, asked.streams) }),
    ...(asked.challenges && { challenges: selectLatest(db, viewer, asked.challenges) }),
    ...(asked.unread && viewer && { unread: selectNews(db, viewer) }),
    ...(asked.birthdays && { birthdays: selectBirthdays(db, viewer, Date.now()) }),
    ...(asked.motd && { motd: db.select().from(motds).orderBy(desc(motds.id)).limit(1) }),
    ...(asked.stats && { stats: db.select().from(totals) }),
  }
  const [first, ...rest] = Object.values(parts)
  if (!first) return {}
  const results = (await db.batch([first, ...rest])) as unknown[][]
  return Object.fromEntries(
    Object.keys(parts).map((name, index) => [name, READ[name as keyof HomeReply](results[index] ?? [])]),
  )
}

/** What visitors are shown, as JSON; the same text for all of them for five seconds. */
export function visitorsHome(db: Db, asked: HomeBody): Promise<CachedText> {
  return visitorCache(`home ${JSON.stringify(asked)}`, async () => JSON.stringify(await readHome(db, null, asked)))
}

/** Sets the message of the day. */
export async function addMotd(db: Db, createdBy: number, { text, link }: Motd, now: number): Promise<void> {
  await db.insert(motds).values({ text, link, createdBy, createdAt: now })
}

/** What the home page of every visitor shows. */
export function visitorsHomePage(db: Db): Promise<CachedText> {
  return visitorsHome(db, HOME_ASKED)
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

type StreamRows = Parameters<typeof streamItemOf>[0][]
type SketchRows = Parameters<typeof sketchItemOf>[0][]

const strip = (rows: unknown[]) => (rows as SketchRows).map(sketchItemOf)

/** How the rows of each part become what is answered. */
const READ: { [Part in keyof Required<HomeReply>]: (rows: unknown[]) => HomeReply[Part] } = {
  featured: strip,
  recent: strip,
  tops: strip,
  trending: strip,
  following: strip,
  streams: (rows) => (rows as StreamRows).map(streamItemOf),
  challenges: (rows) => (rows as ChallengeRow[]).map(challengeItemOf),
  birthdays: (rows) =>
    (rows as BirthdayRow[]).map(({ id, nickname, avatarKey }) => ({
      id,
      nickname,
      avatar: avatarKey && imageBase(avatarKey),
    })),
  motd: (rows) => {
    const [newest] = rows as (typeof motds.$inferSelect)[]
    return newest?.text ? { text: newest.text, link: newest.link } : null
  },
  unread: ([counts]) => counts as HomeReply['unread'],
  stats: (rows) => {
    const counts = new Map((rows as (typeof totals.$inferSelect)[]).map(({ name, count }) => [name, count]))
    return { sketches: counts.get('sketches') ?? 0, members: counts.get('members') ?? 0 }
  },
}
