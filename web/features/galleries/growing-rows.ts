import { arrangeRows, type Row } from './row-layout.ts'

type Sides = { width: number; height: number }

/**
 * Arranges a list that grows at its end, as `arrangeRows` would, from where the last arrangement is not final: what a
 * page of a long list costs does not grow with the list. `coming` stand after the list until its next page is there.
 */
export function growingRows(): (pictures: readonly Sides[], coming: readonly Sides[], width: number) => Row[] {
  let known: { pictures: readonly Sides[]; width: number; rows: Row[] } = { pictures: [], width: 0, rows: [] }
  return (pictures, coming, width) => {
    const goesOn = known.width === width && known.pictures.every((picture, index) => picture === pictures[index])
    const final = goesOn ? finalRows(known.rows, known.pictures.length) : []
    const rows = arrangeRows([...pictures, ...coming], width, final)
    known = { pictures, width, rows }
    return rows
  }
}

/** Where a row ends is decided by the picture after it; the rows that no picture after the first `count` has decided. */
function finalRows(rows: readonly Row[], count: number): Row[] {
  const next = rows.findIndex(({ boxes }) => (boxes[0]?.index ?? 0) >= count)
  return rows.slice(0, Math.max(0, (next === -1 ? rows.length : next) - 1))
}
