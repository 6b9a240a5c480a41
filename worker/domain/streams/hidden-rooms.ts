import { and, inArray, or, sql } from 'drizzle-orm'
import { streamChannel, streamIdOfChannel } from '../../../contract/channel.ts'
import type { HiddenRooms } from '../../../durable-objects/chat/ChatReports.ts'
import type { Db } from '../../lib/database.ts'
import { blocks, users } from '../users/schema.ts'
import { streams } from './schema.ts'
import { streamAccess } from './visibility.ts'

/** Lists pairs of a member, out of these, and a stream's room that is hidden from the member. */
export async function listHiddenRooms(
  db: Db,
  members: readonly number[],
  channels: readonly string[],
): Promise<HiddenRooms> {
  const memberIds = sql`(SELECT value FROM json_each(${JSON.stringify(members)}))`
  const ids = JSON.stringify(channels.map(streamIdOfChannel))
  const isOfRoom = sql`${streams.id} IN (SELECT value FROM json_each(${ids}))`
  const artists = sql`(SELECT ${streams.userId} FROM ${streams} WHERE ${isOfRoom})`
  const [roomStreams, viewers, blockRows] = await db.batch([
    db
      .select({ id: streams.id, userId: streams.userId, mature: streams.mature, replayMature: streams.replayMature })
      .from(streams)
      .where(isOfRoom),
    db
      .select({ id: users.id, flags: users.flags, showMature: users.showMature })
      .from(users)
      .where(inArray(users.id, memberIds)),
    db
      .select({ userId: blocks.userId, blockedId: blocks.blockedId })
      .from(blocks)
      .where(
        or(
          and(inArray(blocks.userId, memberIds), inArray(blocks.blockedId, artists)),
          and(inArray(blocks.userId, artists), inArray(blocks.blockedId, memberIds)),
        ),
      ),
  ])
  const pairKey = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`
  const blocked = new Set(blockRows.map(({ userId, blockedId }) => pairKey(userId, blockedId)))
  return viewers.flatMap((viewer) =>
    roomStreams
      .filter((stream) => {
        const isBlocked = blocked.has(pairKey(viewer.id, stream.userId))
        return !streamAccess(viewer, { ...stream, blocked: isBlocked }).maySee
      })
      .map(({ id }): HiddenRooms[number] => [viewer.id, streamChannel(id)]),
  )
}
