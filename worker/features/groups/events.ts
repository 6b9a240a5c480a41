import type { GroupEventList } from '../../../contract/http/groups.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type EventPosition, listGroupEvents } from '../../domain/groups/events.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'

/** Lists the compos and challenges of all groups or of one group, latest first. @throws InvalidCursor. */
export async function listEvents(
  db: Db,
  viewer: Viewer | null,
  { slug, cursor }: { slug: string | undefined; cursor: string | undefined },
): Promise<GroupEventList> {
  const list = `group events ${slug ?? ''}`
  const last = (decodeCursor(list, 3, cursor) ?? undefined) as EventPosition | undefined
  const { events, end } = await listGroupEvents(db, viewer, { slug, last })
  return {
    items: events.map((event) => ({
      title: event.title,
      group: { id: event.groupSlug, title: event.groupTitle },
      path: event.path,
      startDate: toWireTime(event.startsAt),
      entriesEndDate: event.entriesEndAt === null ? null : toWireTime(event.entriesEndAt),
      endDate: toWireTime(event.endsAt),
    })),
    cursor: end ? encodeCursor(list, end) : '',
    done: end === null,
  }
}
