import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { encodeCursor } from '../../lib/cursor.ts'

/** The page of a list of reports by id, 25 at a time, that these rows are. */
export function pageOfReports<Row extends { id: number; createdAt: number }>(list: string, rows: readonly Row[]) {
  const done = rows.length < GALLERY_PAGE_SIZE
  return {
    items: rows.map(({ createdAt, ...row }) => ({ ...row, date: toWireTime(createdAt) })),
    cursor: done ? '' : encodeCursor(list, [rows.at(-1)?.id ?? 0]),
    done,
  }
}
