import { desc, eq, lte } from 'drizzle-orm'
import { GROUP_EVENTS_MAX } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { groups } from '../groups/schema.ts'
import { compos } from './schema.ts'

/** Lists the compos of groups that have begun, latest first. */
export function listGroupCompos(db: Db, now: number) {
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
    .where(lte(compos.startsAt, now))
    .orderBy(desc(compos.startsAt), desc(compos.id))
    .limit(GROUP_EVENTS_MAX)
}
