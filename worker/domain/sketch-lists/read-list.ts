import { and, asc, desc, eq, gt, type SQL } from 'drizzle-orm'
import { type SQLiteColumn, type SQLiteTable, unionAll } from 'drizzle-orm/sqlite-core'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rangesAfter, rowsAfter } from '../../lib/keyset.ts'
import { itemColumns, sketchItemOf } from '../sketches/list-items.ts'
import { sketches } from '../sketches/schema.ts'
import { users } from '../users/schema.ts'
import type { KeyOrder, RankOrder } from './orders.ts'

/**
 * A position in a list: a cursor, a page counted from 1, or an offset in sketches. Without any, the start. In ranked
 * lists `limit` replaces the page size.
 */
export type ListPosition = {
  cursor?: string | undefined
  page?: number | undefined
  offset?: number
  limit?: number
}

export type OrderedList = {
  /** Part of the list's cursors, so that cursors of other lists are refused. */
  name: string
  keys: SQLiteColumn[]
  where: SQL | undefined
}

/** A list in the order of another table, which contains ids of sketches. */
export type JoinedList = OrderedList & { table: SQLiteTable; sketchId: SQLiteColumn }

export type RankedList = Omit<JoinedList, 'keys'> & { rank: SQLiteColumn }

/** Reads a page of a list in the order of columns of `sketches`. @throws InvalidCursor. */
export async function readOrdered(
  db: Db,
  { name, keys, where }: OrderedList,
  position: ListPosition,
): Promise<SketchList> {
  const last = decodeCursor(name, keys.length, position.cursor)
  const limit = GALLERY_PAGE_SIZE + 1
  const read = (after?: SQL) =>
    db
      .select({ item: itemColumns, keys: keysOf(keys) })
      .from(sketches)
      .innerJoin(users, eq(users.id, sketches.userId))
      .where(and(where, after))
      .orderBy(...keys.map((key) => desc(key)))
      .limit(limit)
  const [equalFirstKey, rest] = last ? rangesAfter(keys, last) : []
  const rows = rest
    ? await unionAll(
        db.select().from(read(equalFirstKey).as('equalFirstKey')),
        db.select().from(read(rest).as('rest')),
      ).limit(limit)
    : await read(equalFirstKey).offset(last ? 0 : offsetOf(position))
  return listOf(rows.slice(0, GALLERY_PAGE_SIZE), { name, done: rows.length < limit, page: position.page })
}

/** Reads a page of a list in the order of another table. @throws InvalidCursor. */
export async function readJoined(db: Db, list: JoinedList, position: ListPosition): Promise<SketchList> {
  return joinedListOf(list, await selectJoined(db, list, position), position)
}

/** Reads the rows of a page, for a batch. @throws InvalidCursor. */
export function selectJoined(db: Db, { name, keys, where, table, sketchId }: JoinedList, position: ListPosition) {
  const last = decodeCursor(name, keys.length, position.cursor)
  return db
    .select({ item: itemColumns, keys: keysOf(keys) })
    .from(table)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(
      and(where, eq(sketches.id, sketchId), eq(users.id, sketches.userId), last ? rowsAfter(keys, last) : undefined),
    )
    .orderBy(...keys.map((key) => desc(key)))
    .limit(GALLERY_PAGE_SIZE)
    .offset(last ? 0 : offsetOf(position))
}

/** Makes a page. A page that is not full is the last one, which saves reading one more row. */
export function joinedListOf({ name }: Pick<JoinedList, 'name'>, rows: Row[], position: ListPosition): SketchList {
  return listOf(rows, { name, done: rows.length < GALLERY_PAGE_SIZE, page: position.page })
}

/** Reads a page by ranks, so that it starts at the same sketch after sketches were removed from the list. */
export async function readRanked(db: Db, list: RankedList, position: ListPosition): Promise<SketchList> {
  return rankedListOf(list, await selectRanked(db, list, position), position)
}

/** Reads the rows of a page, for a batch. @throws InvalidCursor. */
export function selectRanked(db: Db, { name, rank, where, table, sketchId }: RankedList, position: ListPosition) {
  const [last] = decodeCursor(name, 1, position.cursor) ?? [offsetOf(position)]
  return db
    .select({ item: itemColumns, keys: keysOf([rank]) })
    .from(table)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(where, gt(rank, last), eq(sketches.id, sketchId), eq(users.id, sketches.userId)))
    .orderBy(asc(rank))
    .limit(position.limit ?? GALLERY_PAGE_SIZE)
}

export function rankedListOf({ name }: Pick<RankedList, 'name'>, rows: Row[], position: ListPosition): SketchList {
  return listOf(rows, { name, done: rows.length < (position.limit ?? GALLERY_PAGE_SIZE), page: position.page })
}

/** Selects the first items of a list, for a batch. */
export function selectFirst(db: Db, { keys, where }: KeyOrder, limit: number) {
  return db
    .select(itemColumns)
    .from(sketches)
    .innerJoin(users, eq(users.id, sketches.userId))
    .where(where)
    .orderBy(...keys.map((key) => desc(key)))
    .limit(limit)
}

export function selectFirstJoined(db: Db, { keys, where, table, sketchId }: KeyOrder, limit: number) {
  return db
    .select(itemColumns)
    .from(table)
    .crossJoin(sketches)
    .crossJoin(users)
    .where(and(where, eq(sketches.id, sketchId), eq(users.id, sketches.userId)))
    .orderBy(...keys.map((key) => desc(key)))
    .limit(limit)
}

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

const offsetOf = ({ page = 1, offset }: ListPosition) => offset ?? (page - 1) * GALLERY_PAGE_SIZE

const keysOf = (keys: readonly SQLiteColumn[]) => Object.fromEntries(keys.map((key, index) => [`key${index}`, key]))
