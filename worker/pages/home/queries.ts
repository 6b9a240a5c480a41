import { desc, sql } from 'drizzle-orm'
import type { HomeReply, Motd } from '../../../contract/http/home.ts'
import type { HomeBody } from '../../../contract/http/home-body.ts'
import { auditLog } from '../../domain/audit-log/schema.ts'
import { compoItemOf, selectLatestCompos } from '../../domain/compos/list-items.ts'
import { featuredOrder, feedOrder, rankedOrder, recentOrder } from '../../domain/sketch-lists/orders.ts'
import { itemsOf, selectFirst } from '../../domain/sketch-lists/read-list.ts'
import { notBlocked } from '../../domain/sketches/visibility.ts'
import { streams } from '../../domain/streams/schema.ts'
import { personOf } from '../../domain/users/list-items.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { selectBirthdays } from '../../features/artists/queries.ts'
import { openAwardsOf, selectOpenAwards } from '../../features/awards/open-awards.ts'
import { challengeItemOf, selectLatestChallenges } from '../../features/challenges/queries.ts'
import { leadCompoOf, selectLeadCompo } from '../../features/compos/lead.ts'
import { selectUnreadCounts } from '../../features/notifications/unread-counts.ts'
import { streamItemOf } from '../../features/streams/listing.ts'
import { selectLiveStreams } from '../../features/streams/queries.ts'
import { batchNamed, type Db } from '../../lib/database.ts'
import { motds, totals } from './schema.ts'

/** Reads the parts of the home page that the body asks for. */
export async function readHome(db: Db, viewer: Viewer | null, body: HomeBody): Promise<HomeReply> {
  const now = Date.now()
  const rows = await batchNamed(db, { ...stripsOf(db, viewer, body), ...otherPartsOf(db, viewer, { body, now }) })
  return {
    featured: rows.featured && itemsOf(rows.featured),
    recent: rows.recent && itemsOf(rows.recent),
    tops: rows.tops && itemsOf(rows.tops),
    trending: rows.trending && itemsOf(rows.trending),
    following: rows.following && itemsOf(rows.following),
    streams: rows.streams?.map(({ item }) => streamItemOf(item)),
    challenges: rows.challenges?.map(challengeItemOf),
    compos: rows.compos?.map((row) => compoItemOf(row, now)),
    compo: leadCompoOf(rows, now),
    awards: rows.awards && openAwardsOf(rows.awards, now),
    unread: rows.unread?.[0],
    birthdays: rows.birthdays?.map(personOf),
    motd: rows.motd && motdOf(rows.motd),
    stats: rows.stats && statsOf(rows.stats),
  }
}

/** Stores a message of the day, which replaces the previous one, with an entry in the audit log. */
export async function addMotd(db: Db, motd: typeof motds.$inferInsert): Promise<void> {
  const { text, link = null, createdBy, createdAt } = motd
  const latest = (column: string) => sql`(SELECT ${sql.raw(column)} FROM motds ORDER BY id DESC LIMIT 1)`
  await db.batch([
    db.insert(auditLog).select(
      sql`SELECT NULL, ${createdBy}, 'motd', NULL, 'motd', 0, '', json_object(
        'text', json_array(${latest('text')}, ${text}), 'link', json_array(${latest('link')}, ${link})), ${createdAt}`,
    ),
    db.insert(motds).values(motd),
  ])
}

function stripsOf(db: Db, viewer: Viewer | null, body: HomeBody) {
  return {
    ...(body.featured && { featured: selectFirst(db, featuredOrder(viewer), body.featured) }),
    ...(body.recent && { recent: selectFirst(db, recentOrder(viewer), body.recent) }),
    ...(body.tops && { tops: selectFirst(db, rankedOrder(viewer, 'tops7'), body.tops) }),
    ...(body.trending && { trending: selectFirst(db, rankedOrder(viewer, 'trending'), body.trending) }),
    ...(body.following && viewer && { following: selectFirst(db, feedOrder(viewer), body.following) }),
  }
}

function otherPartsOf(db: Db, viewer: Viewer | null, { body, now }: { body: HomeBody; now: number }) {
  return {
    ...(body.streams && {
      streams: selectLiveStreams(db, viewer, { limit: body.streams, ranges: [notBlocked(viewer, streams.userId)] }),
    }),
    ...(body.challenges && { challenges: selectLatestChallenges(db, viewer, { limit: body.challenges }) }),
    ...(body.compos && { compos: selectLatestCompos(db, viewer, { limit: body.compos, now }) }),
    ...(body.compo && selectLeadCompo(db, viewer, now)),
    ...(body.awards && { awards: selectOpenAwards(db, now) }),
    ...(viewer && { unread: selectUnreadCounts(db, viewer) }),
    ...(body.birthdays && { birthdays: selectBirthdays(db, viewer, now) }),
    ...(body.motd && { motd: db.select().from(motds).orderBy(desc(motds.id)).limit(1) }),
    ...(body.stats && { stats: db.select().from(totals) }),
  }
}

function motdOf([newest]: (typeof motds.$inferSelect)[]): Motd | null {
  return newest?.text ? { text: newest.text, link: newest.link } : null
}

function statsOf(rows: (typeof totals.$inferSelect)[]): HomeReply['stats'] {
  const counts = new Map(rows.map(({ name, count }) => [name, count]))
  return { sketches: counts.get('sketches') ?? 0, members: counts.get('members') ?? 0 }
}
