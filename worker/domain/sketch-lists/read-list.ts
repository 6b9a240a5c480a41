import { gt } from 'drizzle-orm'
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
  // A further row tells if there is another page.
  const limit = GALLERY_PAGE_SIZE + 1
  const range = last ? { ranges: rangesAfter(order.keys, last) } : { offset: offsetOf(position) }
  const rows = await selectRows(db, order, { ...range, limit })
  const isFull = rows.length === limit
  return listOf(isFull ? rows.slice(0, GALLERY_PAGE_SIZE) : rows, { name, isFull, page: position.page })
}

/** Reads a page of a list in the order of another table. @throws InvalidCursor. */
export async function readJoined(db: Db, list: OrderedList, position: ListPosition): Promise<SketchList> {
  return joinedListOf(list, await selectJoined(db, list, position), position)
}

/** Selects the rows of a page, for a batch. @throws InvalidCursor. */
export function selectJoined(db: Db, { name, ...order }: OrderedList, position: ListPosition) {
  const last = decodeCursor(name, order.keys.length, position.cursor)
  const range = last ? { ranges: [rowsAfter(order.keys, last)] } : { offset: offsetOf(position) }
  return selectRows(db, order, { ...range, limit: GALLERY_PAGE_SIZE })
}

/** Makes a page. A full page may be the last one, because finding that out would read one more row. */
export function joinedListOf({ name }: { name: string }, rows: Row[], position: ListPosition): SketchList {
  return listOf(rows, { name, isFull: rows.length === GALLERY_PAGE_SIZE, page: position.page })
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
  return selectRows(db, order, { ranges: [gt(order.rank, last)], limit: limitOf(position) })
}

export function rankedListOf({ name }: { name: string }, rows: Row[], position: ListPosition): SketchList {
  return listOf(rows, { name, isFull: rows.length === limitOf(position), page: position.page })
}

/** Selects the rows of the first items of a list, for a batch. */
export function selectFirst(db: Db, order: Order, limit: number) {
  return selectRows(db, order, { limit })
}

type Row = {
  item: Parameters<typeof sketchItemOf>[0]
  keys: Record<string, number>
  isEnd: boolean
}

/** The items of the rows of a list. */
export function itemsOf(rows: readonly Row[]): SketchItem[] {
  return rows.filter(({ isEnd }) => !isEnd).map(({ item }) => sketchItemOf(item))
}

/** Makes a page of a list. One that is not full, and has not tried as many rows as a page may, is the last one. */
function listOf(
  rows: Row[],
  { name, isFull, page }: { name: string; isFull: boolean; page: number | undefined },
): SketchList {
  const last = rows.at(-1)
  const end = isFull || last?.isEnd ? last : undefined
  return {
    items: itemsOf(rows),
    cursor: end ? encodeCursor(name, Object.values(end.keys)) : '',
    done: !end,
    ...(page && { page }),
  }
}

const offsetOf = ({ page = 1, offset }: ListPosition) => offset ?? (page - 1) * GALLERY_PAGE_SIZE

const limitOf = ({ limit = GALLERY_PAGE_SIZE }: ListPosition) => limit
