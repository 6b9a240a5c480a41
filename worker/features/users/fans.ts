import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { FanList, FanNotifySettings, FanOfReply, FanReply } from '../../../contract/http/users.ts'
import { FANS_PAGE_SIZE, FOLLOWED_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { type QueuedMails, queueFanMail } from '../../domain/mail/queue.ts'
import { blockedColumn } from '../../domain/sketches/visibility.ts'
import { personColumns } from '../../domain/users/list-items.ts'
import { countUse, mayAdd, mayEditText } from '../../domain/users/member-limits.ts'
import { fans, users } from '../../domain/users/schema.ts'
import { isMember, isStaff, type Viewer } from '../../domain/users/viewer.ts'
import { type Db, statement } from '../../lib/database.ts'
import { failure, orFailure, type Result, success, tryWrite } from '../../lib/result.ts'
import { afterCursor, IDS_PAGE_SIZE, idPageOf, personPageOf } from './dated-list.ts'

/**
 * Makes a member a fan of an artist and queues the mail about it; triggers update the count and the feed. `isNew` is
 * false if the member was a fan before. Fails with `forbidden` if they are the same member, with `not_found` if the
 * artist does not exist or one of them blocked the other, with `fan_limit` above the artists of a day, and with
 * `followed_limit` above those of a member.
 */
export async function addFan(
  db: Db,
  { fan, artistId, now }: { fan: Pick<Viewer, 'id' | 'nickname'>; artistId: number; now: number },
): Promise<
  Result<
    { reply: FanReply; isNew: boolean; mails: QueuedMails },
    'forbidden' | 'not_found' | 'fan_limit' | 'followed_limit'
  >
> {
  const fanId = fan.id
  const isFull = sql`(SELECT count(*) FROM fans WHERE fan_id = ${fanId}) >= ${FOLLOWED_PER_MEMBER_MAX}`
  const mayFollow = sql`${mayAdd('fansPerDay', { authorId: fanId, now })} AND NOT ${isFull}`
  const added = await tryWrite(
    db.batch([
      queueFanMail(db, { userId: artistId, fan, where: mayFollow, now }),
      db
        .insert(fans)
        .select(sql`SELECT id, ${fanId}, ${now}, 1, 1, 0 FROM users WHERE ${isMember(artistId)} AND ${mayFollow}`)
        .onConflictDoNothing()
        .returning({ userId: fans.userId }),
      fansCountOf(db, { artistId, fanId }),
      statement<{ isFull: number }>(db, sql`SELECT NOT ${isFan({ artistId, fanId })} AND ${isFull} AS "isFull"`),
    ]),
    { nobody_is_their_own_fan: 'forbidden', blocked: 'not_found' },
  )
  if (!added.ok) return added
  const [mails, rows, [artist], [refusal]] = added.value
  if (!artist) return failure('not_found')
  if (artist.isFan) return success({ reply: { isFanOf: true, fans: artist.fans }, isNew: rows.length > 0, mails })
  return failure(refusal?.isFull ? 'followed_limit' : 'fan_limit')
}

/**
 * Removes a member as a fan. A trigger removes the artist's sketches from the member's feed. It counts as an edit,
 * because each new fan is news for the artist and fills a feed. Fails with `edit_limit` above the edits of a day.
 */
export async function removeFan(
  db: Db,
  { fanId, artistId, now }: { fanId: number; artistId: number; now: number },
): Promise<Result<FanReply, 'not_found' | 'edit_limit'>> {
  const written = { authorId: fanId, now }
  const [, , [artist]] = await db.batch([
    db.delete(fans).where(and(eq(fans.userId, artistId), eq(fans.fanId, fanId), mayEditText(written))),
    countUse(db, 'edits', written, sql`changes() > 0`),
    fansCountOf(db, { artistId, fanId }),
  ])
  if (!artist) return failure('not_found')
  return artist.isFan ? failure('edit_limit') : success({ isFanOf: false, fans: artist.fans })
}

type Pair = { artistId: number; fanId: number }

const isFan = ({ artistId, fanId }: Pair) =>
  sql`EXISTS (SELECT 1 FROM fans WHERE user_id = ${artistId} AND fan_id = ${fanId})`

function fansCountOf(db: Db, pair: Pair) {
  return db
    .select({ fans: users.fansCount, isFan: isFan(pair).mapWith(Boolean) })
    .from(users)
    .where(isMember(pair.artistId))
}

const SETTING_COLUMNS = {
  notes: 'notifyNotes',
  upload: 'notifyUploads',
  stream: 'notifyStreams',
} as const satisfies Record<keyof FanNotifySettings, keyof typeof fans.$inferInsert>

type FanSetting = { fanId: number; artistId: number; which: keyof FanNotifySettings; value: boolean }

/** Switches a kind of notification from an artist on or off. Fails with `forbidden` unless the member is a fan. */
export async function setFanSetting(
  db: Db,
  { fanId, artistId, which: setting, value }: FanSetting,
): Promise<Result<FanNotifySettings, 'forbidden'>> {
  const [settings] = await db
    .update(fans)
    .set({ [SETTING_COLUMNS[setting]]: value })
    .where(and(eq(fans.userId, artistId), eq(fans.fanId, fanId)))
    .returning({ notes: fans.notifyNotes, upload: fans.notifyUploads, stream: fans.notifyStreams })
  return orFailure(settings, 'forbidden')
}

export type FansSide = 'followers' | 'following'

/**
 * Lists a member's fans or the artists they follow, latest first; null for a hidden member. Blocked members are left
 * out and make the page shorter. @throws InvalidCursor.
 */
export async function listFans(
  db: Db,
  viewer: Viewer | null,
  { side, userId, cursor }: { side: FansSide; userId: number; cursor: string | undefined },
): Promise<FanList | null> {
  const [ownColumn, personId] = side === 'followers' ? [fans.userId, fans.fanId] : [fans.fanId, fans.userId]
  const list = `${side} ${userId}`
  const [[user], rows] = await db.batch([
    db
      .select({ blocked: blockedColumn(viewer, users.id) })
      .from(users)
      .where(eq(users.id, userId)),
    db
      .select({ ...personColumns, at: fans.createdAt, blocked: blockedColumn(viewer, users.id) })
      .from(fans)
      .innerJoin(users, eq(users.id, personId))
      .where(and(eq(ownColumn, userId), afterCursor({ list, cursor, at: fans.createdAt, id: personId })))
      .orderBy(desc(fans.createdAt), desc(personId))
      .limit(FANS_PAGE_SIZE + 1),
  ])
  if (!user || (user.blocked && !isStaff(viewer))) return null
  return personPageOf(list, rows)
}

/** Lists the ids of the artists that a member follows, latest first. @throws InvalidCursor. */
export async function listFollowedIds(db: Db, member: Viewer, cursor: string | undefined): Promise<FanOfReply> {
  const list = `fan of ${member.id}`
  const rows = await db
    .select({ id: fans.userId, at: fans.createdAt })
    .from(fans)
    .where(and(eq(fans.fanId, member.id), afterCursor({ list, cursor, at: fans.createdAt, id: fans.userId })))
    .orderBy(desc(fans.createdAt), desc(fans.userId))
    .limit(IDS_PAGE_SIZE + 1)
  return idPageOf(list, rows)
}

/** Maps each id to whether the member is a fan of that artist. */
export async function findFanStatus(db: Db, member: Viewer, ids: number[]): Promise<Record<string, boolean>> {
  const rows = await db
    .select({ id: fans.userId })
    .from(fans)
    .where(
      and(eq(fans.fanId, member.id), inArray(fans.userId, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`)),
    )
  const followed = new Set(rows.map(({ id }) => id))
  return Object.fromEntries(ids.map((id) => [id, followed.has(id)]))
}
