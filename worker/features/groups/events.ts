import type { GroupEventList } from '../../../contract/http/groups.ts'
import { toWireTime } from '../../../contract/time.ts'
import { listGroupEvents } from '../../domain/groups/events.ts'
import type { Db } from '../../lib/database.ts'

/** Lists the compos and challenges of all groups, or of one, latest first. They fit into one page. */
export async function listEvents(db: Db, slug: string | undefined): Promise<GroupEventList> {
  const events = await listGroupEvents(db, { slug })
  return {
    items: events.map(({ title, groupSlug, groupTitle, path, startsAt, entriesEndAt, endsAt }) => ({
      title,
      group: { id: groupSlug, title: groupTitle },
      path,
      startDate: toWireTime(startsAt),
      entriesEndDate: entriesEndAt === null ? null : toWireTime(entriesEndAt),
      endDate: toWireTime(endsAt),
    })),
    cursor: '',
    done: true,
  }
}
