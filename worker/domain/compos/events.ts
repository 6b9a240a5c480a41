import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { GROUP_EVENTS_MAX } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { groups } from '../groups/schema.ts'
import { compos } from './schema.ts'

/** Selects the compos of groups, also those that have not begun, latest first. */
export function selectGroupCompos(db: Db, ofGroup: SQL) {
  return db
    .select({
      id: compos.id,
      key: compos.key,
      title: compos.title,
      description: compos.description,
      startsAt: compos.startsAt,
      entriesEndAt: sql<number>`${compos.endsAt}`.as('entries_end_at'),
      votingEndsAt: compos.votingEndsAt,
      groupSlug: groups.slug,
      // Aliased: a batch merges columns of the same name.
      groupTitle: sql<string>`${groups.title}`.as('group_title'),
    })
    .from(compos)
    .innerJoin(groups, eq(groups.id, compos.groupId))
    .where(ofGroup)
    .orderBy(desc(compos.startsAt), desc(compos.id))
    .limit(GROUP_EVENTS_MAX)
}
