import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { BlockedReply, FanList } from '../../../contract/http/users.ts'
import { BLOCKS_PER_MEMBER_MAX, FANS_PAGE_SIZE, UNBLOCK_EDITS } from '../../../contract/limits.ts'
import { streamIdOfRoom } from '../../domain/chat/rooms.ts'
import { chatRoomSessions, chatRooms } from '../../domain/chat/schema.ts'
import { streams } from '../../domain/streams/schema.ts'
import { personColumns } from '../../domain/users/list-items.ts'
import { countUse, mayEditText } from '../../domain/users/member-limits.ts'
import { blocks, users } from '../../domain/users/schema.ts'
import { isMember, type Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { afterCursor, IDS_PAGE_SIZE, idPageOf, personPageOf } from './dated-list.ts'

export type Block = { blockerId: number; blockedId: number }

/** A stream that a member can no longer watch, and whose chat they can no longer read. */
type LostStream = { streamId: number; userId: number }

/**
 * Blocks a member. A trigger removes both as fans of each other. Returns if the block is new and, if so, the streams of
 * each that the other has entered, also ended ones, whose chat rooms stay open. A repeated block has none, because each
 * stream costs a call of its objects. Fails with `forbidden` if a member blocks themselves, and with `block_limit` if
 * they block too many.
 */
export async function addBlock(
  db: Db,
  { blockerId, blockedId, now }: Block & { now: number },
): Promise<Result<{ isNew: boolean; lostStreams: LostStream[] }, 'forbidden' | 'not_found' | 'block_limit'>> {
  const mayBlock = sql`(SELECT count(*) FROM blocks WHERE user_id = ${blockerId}) < ${BLOCKS_PER_MEMBER_MAX}`
  const added = await tryWrite(
    db.batch([
      db
        .insert(blocks)
        .select(sql`SELECT ${blockerId}, id, ${now} FROM users WHERE ${isMember(blockedId)} AND ${mayBlock}`)
        .onConflictDoNothing()
        .returning({ id: blocks.blockedId }),
      db
        .select({
          isBlocked:
            sql`EXISTS (SELECT 1 FROM blocks WHERE user_id = ${blockerId} AND blocked_id = ${blockedId})`.mapWith(
              Boolean,
            ),
        })
        .from(users)
        .where(isMember(blockedId)),
      db
        .selectDistinct({ streamId: streams.id, userId: chatRoomSessions.userId })
        .from(chatRoomSessions)
        .innerJoin(chatRooms, eq(chatRooms.id, chatRoomSessions.roomId))
        .innerJoin(streams, sql`${streams.id} = ${streamIdOfRoom}`)
        .where(
          and(
            inArray(chatRoomSessions.userId, [blockerId, blockedId]),
            inArray(streams.userId, [blockerId, blockedId]),
            ne(streams.userId, chatRoomSessions.userId),
          ),
        ),
    ]),
    { nobody_blocks_themselves: 'forbidden' },
  )
  if (!added.ok) return added
  const [inserted, [member], lostStreams] = added.value
  if (!member) return failure('not_found')
  if (!member.isBlocked) return failure('block_limit')
  const isNew = inserted.length > 0
  return success({ isNew, lostStreams: isNew ? lostStreams : [] })
}

/**
 * Ends a block, and returns if there was one. It counts as an edit, because both members' open pages read their lists
 * again after each change, or as several if the members have common threads, because all of them are written. Blocking
 * has no limit of a day. Fails with `edit_limit` above the edits of a day.
 */
export async function removeBlock(
  db: Db,
  { blockerId, blockedId, now }: Block & { now: number },
): Promise<Result<{ wasBlocked: boolean }, 'edit_limit'>> {
  const written = { authorId: blockerId, now }
  const isBlock = and(eq(blocks.userId, blockerId), eq(blocks.blockedId, blockedId))
  const edits = sql`iif(${haveThreads(blockerId, blockedId)}, ${UNBLOCK_EDITS}, 1)`
  const [removed, , [left]] = await db.batch([
    db
      .delete(blocks)
      .where(and(isBlock, mayEditText(written, edits)))
      .returning({ id: blocks.blockedId }),
    countUse(db, 'edits', written, sql`changes() > 0`, edits),
    db.select({ id: blocks.blockedId }).from(blocks).where(isBlock),
  ])
  return left ? failure('edit_limit') : success({ wasBlocked: removed.length > 0 })
}

/** The condition that two members have a thread of messages in a list of either. */
const haveThreads = (one: number, other: number) =>
  sql`EXISTS (SELECT 1 FROM message_topics
    WHERE (user_id = ${one} AND other_id = ${other}) OR (user_id = ${other} AND other_id = ${one}))`

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
