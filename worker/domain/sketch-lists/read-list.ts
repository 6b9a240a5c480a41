import { gt, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { SketchItem, SketchList } from '../../../contract/http/sketches.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/database.ts'
import { rangesAfter, rowsAfter } from '../../lib/keyset.ts'
import { sketchItemOf } from '../sketches/list-items.ts'
import type { KeyOrder, Order, RankOrder } from './orders.ts'
import { selectRows } from './select-rows.ts'

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

/** The name is a part of the list's cursors, so that cursors of other lists are refused. */
type Named<Of extends Order> = Of & { name: string }

/** A list in the order of `sketches` or of another table, which contains ids of sketches. */
export type OrderedList = Named<KeyOrder>

type RankedList = Named<RankOrder>

/** Reads a page of a list in the order of columns of `sketches`. @throws InvalidCursor. */
export async function readOrdered(
  db: Db,
  { name, ...order }: OrderedList,
  position: ListPosition,
): Promise<SketchList> {
  const last = decodeCursor(name, order.keys.length, position.cursor)
  const limit = GALLERY_PAGE_SIZE + 1
  const read = (after?: SQL) => selectRows(db, order, after).limit(limit)
  const [equalFirstKey, rest] = last ? rangesAfter(order.keys, last) : []
  const rows = rest
    ? await unionAll(
        db.select().from(read(equalFirstKey).as('equalFirstKey')),
        db.select().from(read(rest).as('rest')),
      ).limit(limit)
    : await read(equalFirstKey).offset(last ? 0 : offsetOf(position))
  return listOf(rows.slice(0, GALLERY_PAGE_SIZE), { name, done: rows.length < limit, page: position.page })
}

/** Reads a page of a list in the order of another table. @throws InvalidCursor. */
export async function readJoined(db: Db, list: OrderedList, position: ListPosition): Promise<SketchList> {
  return joinedListOf(list, await selectJoined(db, list, position), position)
}

/** Selects the rows of a page, for a batch. @throws InvalidCursor. */
export function selectJoined(db: Db, { name, ...order }: OrderedList, position: ListPosition) {
  const last = decodeCursor(name, order.keys.length, position.cursor)
  return selectRows(db, order, last ? rowsAfter(order.keys, last) : undefined)
    .limit(GALLERY_PAGE_SIZE)
    .offset(last ? 0 : offsetOf(position))
}

/**
 * Makes a page. A page that is not full is the last one. A full page may be too, because finding that out would read
 * one more row.
 */
export function joinedListOf({ name }: { name: string }, rows: Row[], position: ListPosition): SketchList {
  return listOf(rows, { name, done: rows.length < GALLERY_PAGE_SIZE, page: position.page })
}

/** Reads a page by ranks, so that it starts at the same sketch after sketches were removed from the list. */
export async function readRanked(db: Db, list: RankedList, position: ListPosition): Promise<SketchList> {
  return rankedListOf(list, await selectRanked(db, list, position), position)
}

/** Selects the rows of a page, for a batch. @throws InvalidCursor. */
export function selectRanked(db: Db, { name, ...order }: RankedList, position: ListPosition) {
  const offset = offsetOf(position)
  // The ranks of the viewer's own mature sketches have fractions.
  const [last] = decodeCursor(name, 1, position.cursor, order.rankAfter && Number.isFinite) ?? [
    offset > 0 && order.rankAfter ? order.rankAfter(offset) : offset,
  ]
  return selectRows(db, order, gt(order.rank, last)).limit(position.limit ?? GALLERY_PAGE_SIZE)
}

export function rankedListOf({ name }: { name: string }, rows: Row[], position: ListPosition): SketchList {
  return listOf(rows, { name, done: rows.length < (position.limit ?? GALLERY_PAGE_SIZE), page: position.page })
}

/** Selects the rows of the first items of a list, for a batch. */
export function selectFirst(db: Db, order: Order, limit: number) {
  return selectRows(db, order).limit(limit)
}

type Row = { item: Parameters<typeof sketchItemOf>[0]; keys: Record<string, number> }

/** The items of the rows of a list. */
export function itemsOf(rows: readonly Row[]): SketchItem[] {
  return rows.map(({ item }) => sketchItemOf(item))
}

function listOf(
  rows: Row[],
  { name, done, page }: { name: string; done: boolean; page: number | undefined },
): SketchList {
  return {
    items: itemsOf(rows),
    cursor: done ? '' : encodeCursor(name, Object.values(rows.at(-1)?.keys ?? {})),
    done,
    ...(page && { page }),
  }
}

const offsetOf = ({ page = 1, offset }: ListPosition) => offset ?? (page - 1) * GALLERY_PAGE_SIZE
