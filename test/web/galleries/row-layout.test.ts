import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { incrementalRows } from '../../../web/features/galleries/incremental-rows.ts'
import {
  arrangeGrid,
  arrangeRows,
  arrangeStrip,
  maxStripHeight,
  type Row,
  rowsHeight,
  withoutIncompleteRow,
} from '../../../web/features/galleries/row-layout.ts'
import { offsetsOf, rowsBetween } from '../../../web/features/galleries/visible-rows.ts'

type Sides = { width: number; height: number }

const GAP = 6
/** Any picture that may be uploaded. */
const side = fc.integer({ min: 1, max: 4000 })
const pictures = fc.array(fc.record({ width: side, height: side }), { maxLength: 60 })
/** The proportions of most sketches: at most about twice as long as wide. */
const usual = fc.array(fc.record({ width: fc.integer({ min: 600, max: 1200 }), height: fc.constant(800) }), {
  minLength: 30,
  maxLength: 60,
})
const square = { width: 800, height: 800 }
const widths = fc.integer({ min: 280, max: 2600 })

const boxesOf = (rows: readonly Row[]) => rows.flatMap(({ boxes }) => boxes)
const rightEdge = ({ boxes }: Row) => Math.max(...boxes.map(({ left, width }) => left + width))

describe.each([
  ['rows', arrangeRows],
  ['the grid', arrangeGrid],
])('%s of pictures', (_, arrange) => {
  it('every picture is placed once, in order, without overlap and within the width', () => {
    fc.assert(
      fc.property(pictures, widths, (pictures, width) => {
        const rows = arrange(pictures, width)
        expect(boxesOf(rows).map(({ index }) => index)).toEqual(pictures.map((_, index) => index))
        for (const row of rows) {
          expect(row.height).toBeGreaterThan(0)
          expect(rightEdge(row)).toBeLessThanOrEqual(width + 0.01)
          for (const [index, box] of row.boxes.entries()) {
            const before = row.boxes[index - 1]
            expect(box.left).toBeGreaterThanOrEqual(before ? before.left + before.width : 0)
            expect(box.height).toBeLessThan(row.height)
          }
        }
      }),
      { examples: [[[square, square, { width: 17, height: 8 }], 321]] },
    )
  })

  it('appended pictures change only the last row', () => {
    fc.assert(
      fc.property(pictures, pictures, widths, (pictures, more, width) => {
        const rows = arrange(pictures, width).slice(0, -1)
        expect(arrange([...pictures, ...more], width).slice(0, rows.length)).toEqual(rows)
      }),
    )
  })

  it('an empty list has no rows', () => {
    expect(arrange([], 1000)).toEqual([])
  })
})

describe('rows of a growing list', () => {
  it('the rows are those of the complete list, whatever was appended and whichever placeholders were shown', () => {
    const steps = fc.array(fc.tuple(fc.nat(30), fc.boolean(), fc.boolean()), { maxLength: 8 })
    const upright = { width: 600, height: 800 }
    const ends = [
      { width: 3, height: 1 },
      { width: 1, height: 1 },
      { width: 29, height: 4 },
    ]
    const step = (more: number): [number, boolean, boolean] => [more, false, false]
    fc.assert(
      fc.property(usual, pictures, pictures, widths, steps, (first, others, coming, width, steps) => {
        const all = [...first, ...others]
        const arrange = incrementalRows()
        let count = 0
        for (const [more, waits, narrow] of steps) {
          count = Math.min(all.length, count + more)
          const [shown, behind, room] = [all.slice(0, count), waits ? coming : [], narrow ? 280 : width]
          expect(arrange(shown, behind, room)).toEqual(arrangeRows([...shown, ...behind], room))
        }
        const other = all.slice(1).reverse()
        expect(arrange(other, [], width)).toEqual(arrangeRows(other, width))
      }),
      // A long picture on its own, after a row that is higher than the others.
      { examples: [[Array(30).fill(upright), ends, [], 2118, [13, 2, 1, 17, 0].map(step)]] },
    )
  })
})

describe('rows [1 §9]', () => {
  it('rows fill the width except for the last, with gaps of 6 px', () => {
    fc.assert(
      fc.property(usual, widths, (pictures, width) => {
        for (const row of arrangeRows(pictures, width).slice(0, -1)) {
          expect(rightEdge(row)).toBeCloseTo(width, 1)
          for (const [index, { left }] of row.boxes.entries()) {
            const before = row.boxes[index - 1]
            if (before) expect(left - before.left - before.width).toBeCloseTo(GAP, 5)
          }
        }
      }),
    )
  })

  const expectWhole = (pictures: readonly Sides[], width: number) => {
    for (const box of boxesOf(arrangeRows(pictures, width))) {
      const { width, height } = pictures[box.index] ?? square
      // Boxes may end on whole pixels.
      const cropped = Math.abs(box.width - box.height * (width / height))
      expect(cropped, `${width} by ${height} px in ${box.width} by ${box.height}`).toBeLessThan(1.5)
    }
  }

  it('usual pictures are not cropped', () => {
    fc.assert(fc.property(usual, widths, expectWhole))
  })

  it('pictures up to 2.5 times longer than wide are not cropped', () => {
    const long = fc.integer({ min: 800, max: 2000 })
    const any = fc.array(fc.record({ width: long, height: long }))
    fc.assert(fc.property(any, widths, expectWhole), { examples: [[[{ width: 2000, height: 800 }], 328]] })
  })

  it('longer pictures are cropped to 2.5 times, upright and across', () => {
    fc.assert(
      fc.property(pictures, widths, (pictures, width) => {
        for (const box of [...boxesOf(arrangeRows(pictures, width)), ...boxesOf(arrangeStrip(pictures, width))]) {
          const picture = pictures[box.index] ?? square
          const ratio = Math.min(2.5, Math.max(0.4, picture.width / picture.height))
          expect(box.width / box.height).toBeCloseTo(ratio, 5)
        }
      }),
    )
  })

  it('only an incomplete last row is left out while more pictures exist, and never the only row', () => {
    fc.assert(
      fc.property(fc.constantFrom(arrangeRows, arrangeGrid), pictures, widths, (arrange, pictures, width) => {
        const rows = arrange(pictures, width)
        const full = withoutIncompleteRow(rows, width)
        expect(full).toEqual(rows.slice(0, full.length))
        expect(rows.length - full.length).toBeLessThanOrEqual(1)
        const [last] = full.slice(-1)
        if (last && full.length > 1) expect(rightEdge(last)).toBeGreaterThan(width - 1)
        if (rows.length > 0) expect(full.length).toBeGreaterThan(0)
      }),
    )
  })

  it.each([
    [360, 128],
    [639, 128],
    [640, 200],
    [1232, 200],
    [2500, 200],
  ])('rows %i px wide are about %i px high', (width, height) => {
    fc.assert(
      fc.property(usual, (pictures) => {
        const heights = arrangeRows(pictures, width)
          .slice(0, -1)
          .map((row) => row.height - GAP)
          .sort((a, b) => a - b)
        fc.pre(heights.length > 2)
        const middle = heights[heights.length >> 1] ?? 0
        expect(Math.abs(middle / height - 1), `${middle}`).toBeLessThan(width < 640 ? 0.35 : 0.2)
      }),
    )
  })
})

describe('the grid [1 §9]', () => {
  it('squares are 200 px or as large as fits, at least two in a row', () => {
    fc.assert(
      fc.property(usual, widths, (pictures, width) => {
        const [row] = arrangeGrid(pictures, width)
        const columns = row?.boxes.length ?? 0
        const side = row?.boxes[0]?.width ?? 0
        expect(columns).toBeGreaterThanOrEqual(2)
        if (width >= 416) expect(side).toBeGreaterThanOrEqual(200)
        expect((columns + 1) * 200 + columns * 16).toBeGreaterThan(width)
        expect(columns * side + (columns - 1) * 16).toBeCloseTo(width, 5)
        for (const box of boxesOf(arrangeGrid(pictures, width))) expect([box.width, box.height]).toEqual([side, side])
      }),
    )
    expect(arrangeGrid(Array(9).fill({ width: 3, height: 4 }), 1064)[0]?.boxes[0]).toMatchObject({ width: 200 })
  })
})

describe('the rows in sight', () => {
  const heights = fc.array(fc.record({ height: fc.integer({ min: 1, max: 900 }) }), { maxLength: 80 })
  const places = fc.tuple(fc.integer({ min: -5000, max: 90_000 }), fc.integer({ min: 0, max: 3000 }))

  it('offsets of rows begin where the previous row ends', () => {
    fc.assert(
      fc.property(heights, (rows) => {
        const offsets = offsetsOf(rows)
        expect(offsets).toHaveLength(rows.length + 1)
        expect(offsets[0]).toBe(0)
        for (const [index, { height }] of rows.entries())
          expect((offsets[index + 1] ?? 0) - (offsets[index] ?? 0)).toBe(height)
      }),
    )
  })

  it('exactly the rows that overlap the window are visible', () => {
    fc.assert(
      fc.property(heights, places, (rows, [from, length]) => {
        const offsets = offsetsOf(rows)
        const { first, end } = rowsBetween(offsets, from, from + length)
        const inside = rows.map((_, row) => row).filter((row) => row >= first && row < end)
        const touching = rows
          .map((_, row) => row)
          .filter((row) => (offsets[row] ?? 0) <= from + length && (offsets[row + 1] ?? 0) > from)
        expect(inside).toEqual(touching)
      }),
    )
  })

  it('the span is valid at any scroll position, also without rows', () => {
    fc.assert(
      fc.property(heights, places, (rows, [from, length]) => {
        const { first, end } = rowsBetween(offsetsOf(rows), from, from + length)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(first).toBeLessThanOrEqual(rows.length)
        expect(end).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(rows.length)
      }),
    )
    expect(rowsBetween(offsetsOf([]), 0, 1000)).toEqual({ first: 0, end: 0 })
  })
})

describe('a strip of the home page', () => {
  const strip = (pictures: Sides[], width: number) => {
    const rows = arrangeStrip(pictures, width)
    return { rows, height: rowsHeight(rows) }
  }

  it('a strip shows the first pictures in at most two rows within its height', () => {
    fc.assert(
      fc.property(pictures, widths, (pictures, width) => {
        const { rows, height } = strip(pictures, width)
        const shown = boxesOf(rows)
        expect(rows.length).toBeLessThanOrEqual(2)
        expect(shown.map(({ index }) => index)).toEqual(shown.map((_, index) => index))
        expect(shown.length > 0).toBe(pictures.length > 0)
        expect(height).toBeLessThanOrEqual(maxStripHeight(width))
        for (const row of rows) expect(rightEdge(row)).toBeLessThanOrEqual(width + 0.01)
      }),
    )
  })

  it('a strip of usual pictures fills two rows and most of its height', () => {
    fc.assert(
      fc.property(usual, fc.integer({ min: 320, max: 2600 }), (pictures, width) => {
        const { rows, height } = strip(pictures, width)
        expect(rows).toHaveLength(2)
        for (const row of rows) expect(rightEdge(row)).toBeCloseTo(width, 0)
        expect(height / maxStripHeight(width)).toBeGreaterThan(width < 640 ? 0.55 : 0.75)
      }),
    )
  })

  it('a strip crops no picture', () => {
    fc.assert(
      fc.property(usual, widths, (pictures, width) => {
        for (const { index, width: shown, height } of boxesOf(arrangeStrip(pictures, width))) {
          const { width, height: whole } = pictures[index] ?? square
          expect(shown / height).toBeCloseTo(width / whole, 5)
        }
      }),
    )
  })
})
