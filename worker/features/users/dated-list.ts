import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { FanList, FanOfReply } from '../../../contract/http/users.ts'
import { FANS_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'

/** Lists of ids alone come so many at a time. */
export const IDS_AT_ONCE = 1000

type Dated = { id: number; at: number }
type PersonRow = Dated & { nickname: string; avatarKey: string | null; blocked: boolean }

type DatedPlace = { list: string; cursor: string | undefined; at: SQLiteColumn; id: SQLiteColumn }

/** Where a list of members by date, the latest first, goes on. @throws InvalidCursor. */
export function placeIn({ list, cursor, at, id }: DatedPlace): SQL | undefined {
  const last = decodeCursor(list, 2, cursor)
  return last ? sql`(${at}, ${id}) < (${last[0]}, ${last[1]})` : undefined
}

/** The page that these rows are, of which one more than a page was read; who is hidden by a block is left out. */
export function pageOf(list: string, rows: readonly PersonRow[]): FanList {
  const read = rows.slice(0, FANS_PAGE_SIZE)
  return {
    items: read.filter(({ blocked }) => !blocked).map((row) => ({ ...personOf(row), date: toWireTime(row.at) })),
    ...endOf(list, rows, FANS_PAGE_SIZE),
  }
}

/** The same for ids alone. */
export function idsOf(list: string, rows: readonly Dated[]): FanOfReply {
  return { items: rows.slice(0, IDS_AT_ONCE).map(({ id }) => id), ...endOf(list, rows, IDS_AT_ONCE) }
}

function endOf(list: string, rows: readonly Dated[], size: number): { cursor: string; done: boolean } {
  const last = rows.length > size ? rows[size - 1] : undefined
  return { cursor: last ? encodeCursor(list, [last.at, last.id]) : '', done: !last }
}
