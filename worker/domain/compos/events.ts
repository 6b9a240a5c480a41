import { and, asc, desc, isNull, type SQL, sql } from 'drizzle-orm'
import { GROUP_EVENTS_PAGE_SIZE } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { rowsAfter } from '../../lib/keyset.ts'
import { compos } from './schema.ts'

const selectEvents = (db: Db) =>
  db
    .select({
      id: compos.id,
      key: compos.key,
      title: compos.title,
      description: compos.description,
      startsAt: compos.startsAt,
      entriesEndAt: sql<number>`${compos.endsAt}`.as('entries_end_at'),
      votingEndsAt: compos.votingEndsAt,
      groupId: sql<number>`${compos.groupId}`.as('group_id'),
    })
    .from(compos)
    .limit(GROUP_EVENTS_PAGE_SIZE)

/** Selects a page of the compos of groups, including those that have not begun, latest first, after a start and id. */
export const selectGroupCompos = (db: Db, ofGroup: SQL, last?: readonly [number, number]) =>
  selectEvents(db)
    .where(and(ofGroup, last && rowsAfter([compos.startsAt, compos.id], last)))
    .orderBy(desc(compos.startsAt), desc(compos.id))

/** Selects the compos of groups that have no result, the earliest end first. */
export const selectUnfinishedGroupCompos = (db: Db, ofGroup: SQL) =>
  selectEvents(db)
    .where(and(ofGroup, isNull(compos.resultAt)))
    .orderBy(asc(compos.votingEndsAt))

export type GroupCompo = Awaited<ReturnType<typeof selectGroupCompos>>[number]
