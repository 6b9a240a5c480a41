import { and, asc, desc, eq, gt, type SQL } from 'drizzle-orm'
import { type SQLiteColumn, type SQLiteTable, unionAll } from 'drizzle-orm/sqlite-core'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rowsBeyond, stretchesBeyond } from '../../lib/keyset.ts'
import { itemColumns, sketchItemOf } from '../sketches/list-items.ts'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'
import type { KeyOrder, RankOrder } from './orders.ts'

/** Where in a list to read: on from a cursor, or a page counted from 1, or from the start. */
export type Place = {
  cursor?: string | undefined
  page?: number | undefined
  /** Instead of a page: how many to skip, and how many to read. */
  offset?: number
  limit?: number
}

/** A list of sketches in an order that an index keeps. */
export type OrderedList = {
  /** Names the list in its cursors, so that the cursor of another one is refused. */
  name: string
  /** What the list is ordered by, greatest first. */
  keys: SQLiteColumn[]
  where: SQL | undefined
}

/** A list whose order another table keeps, which holds the ids of sketches. */
export type KeptList = OrderedList & { table: SQLiteTable; sketchId: SQLiteColumn }

/** A list that stands by rank, counted from 1. */
export type RankedList = Omit<KeptList, 'keys'> & { rank: SQLiteColumn }

/** A page of a list of sketches. @throws InvalidCursor. */
export async function readOrdered(db: Db, { name, keys, where }: OrderedList, place: Place): Promise<SketchList> {
  const last = decodeCursor(name, keys.length, place.cursor)
  const most = GALLERY_PAGE_SIZE + 1
  const read = (beyond?: SQL) =>
    db
      .select({ item: itemColumns, keys: keysOf(keys) })
      .from(sketches)
      .innerJoin(users, eq(users.id, sketches.userId))
      .where(and(where, beyond))
      .orderBy(...keys.map((key) => desc(key)))
      .limit(most)
  const [nearest, further] = last ? stretchesBeyond(keys, last) : []
  const rows = further
    ? await unionAll(
        db.select().from(read(nearest).as('nearest')),
        db.select().from(read(further).as('further')),
      ).limit(most)
    : await read(nearest).offset(last ? 0 : skippedBy(place))
  return listOf(rows.slice(0, GALLERY_PAGE_SIZE), { name, done: rows.length < most, page: place.page })
}

/** A page of a list that another table keeps. */
export async function readKept(db: Db, list: KeptList, place: Place): Promise<SketchList> {
  return keptListOf(list, await selectKept(db, list, place), place)
}

/** The rows of a page of a list that another table keeps, for a batch. @throws InvalidCursor. */
export function selectKept(db: Db, { name, keys, where, table, sketchId }: KeptList, place: Place) {
  const last = decodeCursor(name, keys.length, place.cursor)
  return db
    .select({ item: itemColumns, keys: keysOf(keys) })
    .from(table)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(
      and(where, eq(sketches.id, sketchId), eq(users.id, sketches.userId), last ? rowsBeyond(keys, last) : undefined),
    )
    .orderBy(...keys.map((key) => desc(key)))
    .limit(GALLERY_PAGE_SIZE)
    .offset(last ? 0 : skippedBy(place))
}

/** The page that such rows are. The list ends with the first page that is not full, to read no row too many. */
export function keptListOf({ name }: Pick<KeptList, 'name'>, rows: Row[], place: Place): SketchList {
  return listOf(rows, { name, done: rows.length < GALLERY_PAGE_SIZE, page: place.page })
}

/** A page of a ranked list; a named page begins at its rank, whatever was taken out before it. */
export async function readRanked(db: Db, list: RankedList, place: Place): Promise<SketchList> {
  return rankedListOf(list, await selectRanked(db, list, place), place)
}

/** The rows of a page of a ranked list, for a batch. */
export function selectRanked(db: Db, { name, rank, where, table, sketchId }: RankedList, place: Place) {
  const [last] = decodeCursor(name, 1, place.cursor) ?? [skippedBy(place)]
  return db
    .select({ item: itemColumns, keys: keysOf([rank]) })
    .from(table)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(where, gt(rank, last), eq(sketches.id, sketchId), eq(users.id, sketches.userId)))
    .orderBy(asc(rank))
    .limit(place.limit ?? GALLERY_PAGE_SIZE)
}

/** The page that such rows are. */
export function rankedListOf({ name }: Pick<RankedList, 'name'>, rows: Row[], place: Place): SketchList {
  return listOf(rows, { name, done: rows.length < (place.limit ?? GALLERY_PAGE_SIZE), page: place.page })
}

/** The first sketches of an ordered list, for a batch. */
export function selectFirst(db: Db, { keys, where }: KeyOrder, limit: number) {
  return db
    .select(itemColumns)
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(where)
    .orderBy(...keys.map((key) => desc(key)))
    .limit(limit)
}

/** The first sketches of a list that another table keeps, for a batch. */
export function selectFirstKept(db: Db, { keys, where, table, sketchId }: KeyOrder, limit: number) {
  return db
    .select(itemColumns)
    .from(table)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(where, eq(sketches.id, sketchId), eq(users.id, sketches.userId)))
    .orderBy(...keys.map((key) => desc(key)))
    .limit(limit)
}

/** The first sketches of a ranked list, for a batch. */
export function selectFirstRanked(db: Db, { rank, where, table, sketchId }: RankOrder, limit: number) {
  return db
    .select(itemColumns)
    .from(table)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(where, gt(rank, 0), eq(sketches.id, sketchId), eq(users.id, sketches.userId)))
    .orderBy(asc(rank))
    .limit(limit)
}

type Row = { item: Parameters<typeof sketchItemOf>[0]; keys: Record<string, unknown> }

function listOf(
  rows: Row[],
  { name, done, page }: { name: string; done: boolean; page: number | undefined },
): SketchList {
  const keys = Object.values(rows.at(-1)?.keys ?? {}).filter((key) => typeof key === 'number')
  return {
    items: rows.map(({ item }) => sketchItemOf(item)),
    cursor: done ? '' : encodeCursor(name, keys),
    done,
    ...(page && { page }),
  }
}

const skippedBy = ({ page = 1, offset }: Place) => offset ?? (page - 1) * GALLERY_PAGE_SIZE

const keysOf = (keys: readonly SQLiteColumn[]) => Object.fromEntries(keys.map((key, index) => [`key${index}`, key]))
