import { desc, eq } from 'drizzle-orm'
import { GROUP_EVENTS_MAX } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { groups } from '../groups/schema.ts'
import { compos } from './schema.ts'

/** Lists the compos of groups, also those that have not begun, latest first. */
export function listGroupCompos(db: Db) {
  return db
    .select({
      id: compos.id,
      key: compos.key,
      title: compos.title,
      description: compos.description,
      startsAt: compos.startsAt,
      votingEndsAt: compos.votingEndsAt,
      groupSlug: groups.slug,
      groupTitle: groups.title,
    })
    .from(compos)
    .innerJoin(groups, eq(groups.id, compos.groupId))
    .orderBy(desc(compos.startsAt), desc(compos.id))
    .limit(GROUP_EVENTS_MAX)
}
