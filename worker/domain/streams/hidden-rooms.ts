import { and, inArray, or, sql } from 'drizzle-orm'
import { streamChannel, streamIdOfChannel } from '../../../contract/channel.ts'
import type { Hidden } from '../../../durable-objects/chat/SiteReports.ts'
import type { Db } from '../../lib/database.ts'
import { blocks, users } from '../users/schema.ts'
import { streams } from './schema.ts'
import { streamAccess } from './visibility.ts'

/** Which of these rooms are beside streams that these members may not see, by member. */
export async function listHiddenRooms(
  db: Db,
  members: readonly number[],
  channels: readonly string[],
): Promise<Hidden> {
  const asked = sql`(SELECT value FROM json_each(${JSON.stringify(members)}))`
  const ids = JSON.stringify(channels.map(streamIdOfChannel))
  const isOne = sql`${streams.id} IN (SELECT value FROM json_each(${ids}))`
  const artists = sql`(SELECT ${streams.userId} FROM ${streams} WHERE ${isOne})`
  const [shown, viewers, standing] = await db.batch([
    db
      .select({ id: streams.id, userId: streams.userId, mature: streams.mature, replayMature: streams.replayMature })
      .from(streams)
      .where(isOne),
    db
      .select({ id: users.id, flags: users.flags, showMature: users.showMature })
      .from(users)
      .where(inArray(users.id, asked)),
    db
      .select({ userId: blocks.userId, blockedId: blocks.blockedId })
      .from(blocks)
      .where(
        or(
          and(inArray(blocks.userId, asked), inArray(blocks.blockedId, artists)),
          and(inArray(blocks.userId, artists), inArray(blocks.blockedId, asked)),
        ),
      ),
  ])
  const between = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`
  const blocked = new Set(standing.map(({ userId, blockedId }) => between(userId, blockedId)))
  return viewers.flatMap((viewer) =>
    shown
      .filter((stream) => {
        const isBlocked = blocked.has(between(viewer.id, stream.userId))
        return !streamAccess(viewer, { ...stream, blocked: isBlocked }).maySee
      })
      .map(({ id }): Hidden[number] => [viewer.id, streamChannel(id)]),
  )
}
