import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { encodeCursor } from '../../lib/cursor.ts'

/** Makes a page of open reports. A page that is not full is the last one. */
export function pageOfReports<Row extends { id: number; createdAt: number }>(list: string, rows: readonly Row[]) {
  const done = rows.length < GALLERY_PAGE_SIZE
  return {
    items: rows.map(({ createdAt, ...row }) => ({ ...row, date: toWireTime(createdAt) })),
    cursor: done ? '' : encodeCursor(list, [rows.at(-1)?.id ?? 0]),
    done,
  }
}
