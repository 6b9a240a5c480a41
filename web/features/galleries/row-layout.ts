import justifiedLayout from 'justified-layout'
import { ROW_HEIGHT } from '../../../contract/image-sizes.ts'

/** Position of a tile in its row, in CSS pixels. */
export type Box = { index: number; left: number; width: number; height: number }

/** Row of tiles; its height includes the gap below. */
export type Row = { boxes: Box[]; height: number }

export type GalleryLayout = 'rows' | 'grid'

const NARROW_BELOW = 640
const ROW_GAP = 6
/** Part of the target height by which a row may differ, so that it breaks where it fills the width. */
const TOLERANCE = 0.15
const TILE_WIDTH = 200
const GRID_GAP = 16
/** Height of title, artist and hearts under a tile. */
const CAPTION_HEIGHT = 48
const GRID_ROW_GAP = 24

type Size = { width: number; height: number }

/** Longest shape of a tile in rows, upright or across. Longer pictures are cropped to it. */
export const TILE_RATIO_MAX = 2.5

function tileRatio({ width, height }: Size): number {
  return Math.min(TILE_RATIO_MAX, Math.max(1 / TILE_RATIO_MAX, width / height))
}

/**
 * Lays pictures out in justified rows, 128 or 200 high and scaled to fill the width [1 §9]. Keeps the rows in `final`
 * and continues after them.
 */
export function arrangeRows(pictures: readonly Size[], width: number, final: readonly Row[] = []): Row[] {
  const start = (final.at(-1)?.boxes.at(-1)?.index ?? -1) + 1
  const ratios = pictures.slice(start).map(tileRatio)
  const target = width < NARROW_BELOW ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide
  const { boxes } = justifiedLayout(ratios, {
    containerWidth: width,
    containerPadding: 0,
    boxSpacing: ROW_GAP,
    targetRowHeight: target,
    targetRowHeightTolerance: TOLERANCE,
  })
  const rows = [...final]
  for (let first = 0; first < boxes.length; ) {
    let end = first + 1
    while (end < boxes.length && boxes[end]?.top === boxes[first]?.top) end++
    const row = ratios.slice(first, end)
    const fullRow = rowOf(row, start + first, width, Number.POSITIVE_INFINITY)
    // The library gives the last row the height of the row before it.
    const fills = end < boxes.length || rowsHeight([fullRow]) * (1 - TOLERANCE) <= target
    rows.push(fills ? fullRow : rowOf(row, start + first, width, target))
    first = end
  }
  return rows
}

/**
 * Lays pictures out as one row that fills the width, at most `maxHeight` high. The library's own last row may
 * overflow.
 */
function rowOf(ratios: readonly number[], first: number, width: number, maxHeight: number): Row {
  const room = width - ROW_GAP * (ratios.length - 1)
  const height = Math.min(maxHeight, room / ratios.reduce((sum, ratio) => sum + ratio, 0))
  let left = 0
  const boxes = ratios.map((ratio, index) => {
    const box = { index: first + index, left, width: ratio * height, height }
    left += box.width + ROW_GAP
    return box
  })
  return { boxes, height: height + ROW_GAP }
}

/** Rows without an incomplete last row, unless it is the only one. */
export function withoutIncompleteRow(rows: readonly Row[], width: number): readonly Row[] {
  const last = rows.at(-1)?.boxes.at(-1)
  const isIncomplete = last !== undefined && last.left + last.width < width - 1
  return isIncomplete && rows.length > 1 ? rows.slice(0, -1) : rows
}

/** Limits of a row's height in a strip, and the height for two rows. */
const STRIP = {
  narrow: { minHeight: 72, maxHeight: 172, room: 300 },
  wide: { minHeight: 120, maxHeight: 240, room: 440 },
}

const stripOf = (width: number) => (width < NARROW_BELOW ? STRIP.narrow : STRIP.wide)

export const maxStripHeight = (width: number): number => stripOf(width).room

/** Height of rows without the gap below the last. */
export const rowsHeight = (rows: readonly Row[]): number =>
  Math.max(0, rows.reduce((sum, { height }) => sum + height, 0) - ROW_GAP)

/**
 * Lays the first pictures out in at most two rows that fill the width, broken where they fill the height best. Too few
 * pictures for a row give a shorter row.
 */
export function arrangeStrip(pictures: readonly Size[], width: number, room = maxStripHeight(width)): Row[] {
  const ratios = pictures.map(tileRatio)
  const { minHeight, maxHeight } = stripOf(width)
  /** Possible rows that start at a picture. */
  const rowsFrom = (first: number): Row[] =>
    ratios
      .slice(first)
      .map((_, last) => rowOf(ratios.slice(first, first + last + 1), first, width, Number.POSITIVE_INFINITY))
      .filter((row) => rowsHeight([row]) >= minHeight && rowsHeight([row]) <= maxHeight)
  const candidates = rowsFrom(0).flatMap((row) => [[row], ...rowsFrom(row.boxes.length).map((second) => [row, second])])
  const fitting = candidates.filter((candidate) => rowsHeight(candidate) <= room)
  const best = fitting.reduce<Row[]>(
    (best, candidate) => (rowsHeight(candidate) > rowsHeight(best) ? candidate : best),
    [],
  )
  if (best.length > 0 || ratios.length === 0) return best
  const [row] = arrangeRows(pictures, width)
  return [rowOf(ratios.slice(0, row?.boxes.length), 0, width, Math.min(maxHeight, room))]
}

/** Lays pictures out as square tiles about 200 wide with captions, in at least two columns [1 §9]. */
export function arrangeGrid(pictures: readonly Size[], width: number): Row[] {
  const columns = Math.max(2, Math.floor((width + GRID_GAP) / (TILE_WIDTH + GRID_GAP)))
  const side = (width - GRID_GAP * (columns - 1)) / columns
  return Array.from({ length: Math.ceil(pictures.length / columns) }, (_, row) => ({
    height: side + CAPTION_HEIGHT + GRID_ROW_GAP,
    boxes: pictures.slice(row * columns, (row + 1) * columns).map((_, column) => ({
      index: row * columns + column,
      left: column * (side + GRID_GAP),
      width: side,
      height: side,
    })),
  }))
}
