import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { FanList, FanOfReply } from '../../../contract/http/users.ts'
import { FANS_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'

export const IDS_PAGE_SIZE = 1000

type Dated = { id: number; at: number }
type PersonRow = Dated & { nickname: string; avatarKey: string | null; blocked: boolean }

type DatedCursor = { list: string; cursor: string | undefined; at: SQLiteColumn; id: SQLiteColumn }

/** The condition for rows after the cursor, in a list of members by date, latest first. @throws InvalidCursor. */
export function afterCursor({ list, cursor, at, id }: DatedCursor): SQL | undefined {
  const last = decodeCursor(list, 2, cursor)
  return last ? sql`(${at}, ${id}) < (${last[0]}, ${last[1]})` : undefined
}

/** Makes a page without blocked members. `rows` has one row more than a page if the list continues. */
export function personPageOf(list: string, rows: readonly PersonRow[]): FanList {
  const page = rows.slice(0, FANS_PAGE_SIZE)
  return {
    items: page.filter(({ blocked }) => !blocked).map((row) => ({ ...personOf(row), date: toWireTime(row.at) })),
    ...endOf(list, rows, FANS_PAGE_SIZE),
  }
}

/** Makes a page of ids. `rows` has one row more than a page if the list continues. */
export function idPageOf(list: string, rows: readonly Dated[]): FanOfReply {
  return { items: rows.slice(0, IDS_PAGE_SIZE).map(({ id }) => id), ...endOf(list, rows, IDS_PAGE_SIZE) }
}

function endOf(list: string, rows: readonly Dated[], size: number): { cursor: string; done: boolean } {
  const last = rows.length > size ? rows[size - 1] : undefined
  return { cursor: last ? encodeCursor(list, [last.at, last.id]) : '', done: !last }
}
