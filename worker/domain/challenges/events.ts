import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { GROUP_EVENTS_MAX } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { groups } from '../groups/schema.ts'
import { challenges } from './schema.ts'

/** Selects the challenges of groups, latest first. */
export function selectGroupChallenges(db: Db, ofGroup: SQL) {
  return db
    .select({
      id: challenges.id,
      title: challenges.title,
      description: challenges.description,
      day: challenges.day,
      groupSlug: groups.slug,
      // Aliased: a batch merges columns of the same name.
      groupTitle: sql<string>`${groups.title}`.as('group_title'),
    })
    .from(challenges)
    .innerJoin(groups, eq(groups.id, challenges.groupId))
    .where(ofGroup)
    .orderBy(desc(challenges.day), desc(challenges.id))
    .limit(GROUP_EVENTS_MAX)
}
