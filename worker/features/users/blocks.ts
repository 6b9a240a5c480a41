import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { BlockedReply, FanList } from '../../../contract/http/users.ts'
import { FANS_PAGE_SIZE } from '../../../contract/limits.ts'
import { streams } from '../../domain/streams/schema.ts'
import { personColumns } from '../../domain/users/list-items.ts'
import { blocks, users } from '../../domain/users/schema.ts'
import { isMember, type Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { afterCursor, IDS_PAGE_SIZE, idPageOf, personPageOf } from './dated-list.ts'

export type Block = { blockerId: number; blockedId: number }

/** A live stream that a member can no longer watch. */
type LostStream = { streamId: number; userId: number }

/**
 * Blocks a member. A trigger removes both as fans of each other. Returns the live streams of each that the other can no
 * longer watch. Fails with `forbidden` if a member blocks themselves.
 */
export async function addBlock(
  db: Db,
  { blockerId, blockedId, now }: Block & { now: number },
): Promise<Result<LostStream[], 'forbidden' | 'not_found'>> {
  const added = await tryWrite(
    db.batch([
      db
        .insert(blocks)
        .select(sql`SELECT ${blockerId}, id, ${now} FROM users WHERE ${isMember(blockedId)}`)
        .onConflictDoNothing(),
      db.select({ id: users.id }).from(users).where(isMember(blockedId)),
      db
        .select({
          streamId: streams.id,
          userId: sql<number>`iif(${streams.userId} = ${blockedId}, ${blockerId}, ${blockedId})`,
        })
        .from(streams)
        .where(and(inArray(streams.userId, [blockerId, blockedId]), sql`${streams.state} = 'live'`)),
    ]),
    { nobody_blocks_themselves: 'forbidden' },
  )
  if (!added.ok) return added
  const [, [blocked], lostStreams] = added.value
  return blocked ? success(lostStreams) : failure('not_found')
}

export async function removeBlock(db: Db, { blockerId, blockedId }: Block): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.userId, blockerId), eq(blocks.blockedId, blockedId)))
}

/** Lists the members that a member blocked, latest first. @throws InvalidCursor. */
export async function listBlocked(db: Db, member: Viewer, cursor: string | undefined): Promise<FanList> {
  const list = `blocked ${member.id}`
  const rows = await db
    .select({ ...personColumns, at: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(eq(blocks.userId, member.id), afterCursor({ list, cursor, at: blocks.createdAt, id: blocks.blockedId })))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(FANS_PAGE_SIZE + 1)
  return personPageOf(
    list,
    rows.map((row) => ({ ...row, blocked: false })),
  )
}

/** Lists the ids of the members that a member blocked, latest first. @throws InvalidCursor. */
export async function listBlockedIds(db: Db, member: Viewer, cursor: string | undefined): Promise<BlockedReply> {
  const list = `blocked ids ${member.id}`
  const rows = await db
    .select({ id: blocks.blockedId, at: blocks.createdAt })
    .from(blocks)
    .where(and(eq(blocks.userId, member.id), afterCursor({ list, cursor, at: blocks.createdAt, id: blocks.blockedId })))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(IDS_PAGE_SIZE + 1)
  return idPageOf(list, rows)
}

/**
 * Lists the ids, ascending, of members whom this member blocked and of members who blocked this member.
 * @throws InvalidCursor.
 */
export async function listBlockedBothWays(db: Db, member: Viewer, cursor: string | undefined): Promise<BlockedReply> {
  const list = `blocked both ways ${member.id}`
  const [, after = 0] = decodeCursor(list, 2, cursor) ?? []
  const half = (own: SQLiteColumn, other: SQLiteColumn) =>
    sql`SELECT * FROM (SELECT ${other} AS id FROM ${blocks} WHERE ${own} = ${member.id} AND ${other} > ${after}
      ORDER BY ${other} LIMIT ${IDS_PAGE_SIZE + 1})`
  const results = await db.all<{ id: number }>(
    sql`${half(blocks.userId, blocks.blockedId)} UNION ${half(blocks.blockedId, blocks.userId)}
      ORDER BY id LIMIT ${IDS_PAGE_SIZE + 1}`,
  )
  return idPageOf(
    list,
    results.map(({ id }) => ({ id, at: 0 })),
  )
}
