import { eq } from 'drizzle-orm'
import type { Group } from '../../../contract/http/groups.ts'
import type { Db } from '../../lib/database.ts'
import { givenId, idRows } from '../../lib/id-rows.ts'
import { groups } from './schema.ts'

/** Selects names of groups by their ids, so that a page reads each of them once. */
export function selectGroupNames(db: Db, ids: readonly (number | null)[]) {
  return db
    .select({ groupId: groups.id, slug: groups.slug, title: groups.title })
    .from(idRows(ids))
    .crossJoin(groups)
    .where(eq(groups.id, givenId))
}

type NameRow = Awaited<ReturnType<typeof selectGroupNames>>[number]

/** Names of these rows by the ids of their groups. */
export const groupNamesIn = (rows: readonly NameRow[]): Map<number, Pick<Group, 'id' | 'title'>> =>
  new Map(rows.map(({ groupId, slug, title }) => [groupId, { id: slug, title }]))
