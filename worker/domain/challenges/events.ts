import { and, desc, type SQL, sql } from 'drizzle-orm'
import { GROUP_EVENTS_PAGE_SIZE } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { rowsAfter } from '../../lib/keyset.ts'
import { challenges } from './schema.ts'

/** Selects a page of the challenges of groups, latest first, after a day and id. */
export function selectGroupChallenges(db: Db, ofGroup: SQL, last?: readonly [number, number]) {
  return db
    .select({
      id: challenges.id,
      title: challenges.title,
      description: challenges.description,
      day: challenges.day,
      groupId: sql<number>`${challenges.groupId}`.as('group_id'),
    })
    .from(challenges)
    .where(and(ofGroup, last && rowsAfter([challenges.day, challenges.id], last)))
    .orderBy(desc(challenges.day), desc(challenges.id))
    .limit(GROUP_EVENTS_PAGE_SIZE)
}

export type GroupChallenge = Awaited<ReturnType<typeof selectGroupChallenges>>[number]
