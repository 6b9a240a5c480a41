import type { GroupEventList } from '../../../contract/http/groups.ts'
import { toWireTime } from '../../../contract/time.ts'
import { listGroupCompos } from '../../domain/compos/events.ts'
import type { Db } from '../../lib/database.ts'

/** Lists the events of all groups, latest first: their compos. They fit into one page. */
export async function listEvents(db: Db): Promise<GroupEventList> {
  const rows = await listGroupCompos(db)
  return {
    items: rows.map(({ key, title, groupSlug, groupTitle, startsAt, votingEndsAt }) => ({
      title,
      group: { id: groupSlug, title: groupTitle },
      path: `/compo/${key}`,
      startDate: toWireTime(startsAt),
      endDate: toWireTime(votingEndsAt),
    })),
    cursor: '',
    done: true,
  }
}
