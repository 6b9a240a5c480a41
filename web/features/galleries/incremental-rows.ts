import { arrangeRows, type Row } from './row-layout.ts'

type Size = { width: number; height: number }

/**
 * Returns an incremental `arrangeRows` for a growing list: rows that later pictures cannot change are reused, so that
 * the cost of a page does not grow with the list. Placeholders (`coming`) follow the pictures.
 */
export function incrementalRows(): (pictures: readonly Size[], placeholders: readonly Size[], width: number) => Row[] {
  let previous: { pictures: readonly Size[]; width: number; rows: Row[] } = { pictures: [], width: 0, rows: [] }
  return (pictures, placeholders, width) => {
    const continues =
      previous.width === width && previous.pictures.every((picture, index) => picture === pictures[index])
    const final = continues ? finalRows(previous.rows, previous.pictures.length) : []
    const rows = arrangeRows([...pictures, ...placeholders], width, final)
    previous = { pictures, width, rows }
    return rows
  }
}

/** Rows that pictures after the first `count` did not affect; the picture after a row decides where it ends. */
function finalRows(rows: readonly Row[], count: number): Row[] {
  const next = rows.findIndex(({ boxes }) => (boxes[0]?.index ?? 0) >= count)
  return rows.slice(0, Math.max(0, (next === -1 ? rows.length : next) - 1))
}
