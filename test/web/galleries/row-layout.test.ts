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

type Box = Row['boxes'][number]
const boxesOf = (rows: readonly Row[]) => rows.flatMap(({ boxes }) => boxes)
const rightEdge = ({ boxes }: Row) => Math.max(...boxes.map(({ left, width }) => left + width))

describe.each([
  ['rows', arrangeRows],
  ['the grid', arrangeGrid],
])('%s of pictures', (_, arrange) => {
  /** Checks the rows of any pictures in any width. */
  const checkRows = (check: (rows: Row[], given: { pictures: Sides[]; width: number }) => void) => {
    const property = fc.property(pictures, widths, (pictures, width) => {
      check(arrange(pictures, width), { pictures, width })
    })
    fc.assert(property, { examples: [[[square, square, { width: 17, height: 8 }], 321]] })
  }

  it('every picture is placed once and in order', () => {
    checkRows((rows, { pictures }) => {
      expect(boxesOf(rows).map(({ index }) => index)).toEqual(pictures.map((_, index) => index))
    })
  })

  it('pictures do not overlap', () => {
    checkRows((rows) => {
      for (const { boxes } of rows) {
        for (const [index, { left }] of boxes.entries()) {
          const before = boxes[index - 1]
          expect(left).toBeGreaterThanOrEqual(before ? before.left + before.width : 0)
        }
      }
    })
  })

  it('a row is no wider than its list', () => {
    checkRows((rows, { width }) => {
      for (const row of rows) expect(rightEdge(row)).toBeLessThanOrEqual(width + 0.01)
    })
  })

  it('a row is higher than its pictures', () => {
    checkRows((rows) => {
      for (const { height, boxes } of rows) {
        expect(height).toBeGreaterThan(0)
        for (const box of boxes) expect(box.height).toBeLessThan(height)
      }
    })
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
  it('all rows but the last fill the width', () => {
    fc.assert(
      fc.property(usual, widths, (pictures, width) => {
        for (const row of arrangeRows(pictures, width).slice(0, -1)) expect(rightEdge(row)).toBeCloseTo(width, 1)
      }),
    )
  })

  it('the gaps between pictures are 6 px wide', () => {
    fc.assert(
      fc.property(usual, widths, (pictures, width) => {
        for (const { boxes } of arrangeRows(pictures, width).slice(0, -1)) {
          for (const [index, { left }] of boxes.entries()) {
            const before = boxes[index - 1]
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

describe('a list that goes on', () => {
  /** Checks the rows that are shown of any list while more pictures exist. */
  const checkShown = (check: (shown: readonly Row[], given: { rows: Row[]; width: number }) => void) => {
    const rowsAndWidth = fc
      .tuple(fc.constantFrom(arrangeRows, arrangeGrid), pictures, widths)
      .map(([arrange, pictures, width]) => ({ rows: arrange(pictures, width), width }))
    const property = fc.property(rowsAndWidth, (given) => {
      check(withoutIncompleteRow(given.rows, given.width), given)
    })
    fc.assert(property)
  }

  it('only the last row may be left out', () => {
    checkShown((shown, { rows }) => {
      expect(shown).toEqual(rows.slice(0, shown.length))
      expect(rows.length - shown.length).toBeLessThanOrEqual(1)
    })
  })

  it('an incomplete last row is left out', () => {
    checkShown((shown, { width }) => {
      const [last] = shown.slice(-1)
      if (last && shown.length > 1) expect(rightEdge(last)).toBeGreaterThan(width - 1)
    })
  })

  it('the only row is never left out', () => {
    checkShown((shown, { rows }) => {
      if (rows.length > 0) expect(shown.length).toBeGreaterThan(0)
    })
  })
})

describe('the grid [1 §9]', () => {
  /** Checks any grid, with the number of columns and the side of its first box. */
  const checkGrid = (check: (grid: { columns: number; side: number; width: number; boxes: Box[] }) => void) => {
    const property = fc.property(usual, widths, (pictures, width) => {
      const rows = arrangeGrid(pictures, width)
      const columns = rows[0]?.boxes.length ?? 0
      check({ columns, side: rows[0]?.boxes[0]?.width ?? 0, width, boxes: boxesOf(rows) })
    })
    fc.assert(property)
  }

  it('all boxes are squares of the same size', () => {
    checkGrid(({ side, boxes }) => {
      for (const box of boxes) expect([box.width, box.height]).toEqual([side, side])
    })
  })

  it('a row has at least two squares', () => {
    checkGrid(({ columns }) => {
      expect(columns).toBeGreaterThanOrEqual(2)
    })
  })

  it('a square is at least 200 px wide if two of them fit', () => {
    checkGrid(({ side, width }) => {
      if (width >= 416) expect(side).toBeGreaterThanOrEqual(200)
    })
  })

  it('a row has as many squares of 200 px as fit', () => {
    checkGrid(({ columns, width }) => {
      expect((columns + 1) * 200 + columns * 16).toBeGreaterThan(width)
    })
  })

  it('the squares and their gaps of 16 px fill the width', () => {
    checkGrid(({ columns, side, width }) => {
      expect(columns * side + (columns - 1) * 16).toBeCloseTo(width, 5)
    })
  })

  it('a square is 200 px wide if a number of them fits exactly', () => {
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

  it('the visible rows exist at any scroll position', () => {
    fc.assert(
      fc.property(heights, places, (rows, [from, length]) => {
        const { first, end } = rowsBetween(offsetsOf(rows), from, from + length)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(first).toBeLessThanOrEqual(rows.length)
        expect(end).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(rows.length)
      }),
    )
  })

  it('no row of an empty list is visible', () => {
    expect(rowsBetween(offsetsOf([]), 0, 1000)).toEqual({ first: 0, end: 0 })
  })
})

describe('a strip of the home page', () => {
  type Strip = { pictures: Sides[]; width: number; rows: Row[] }
  const withRows = ([pictures, width]: [Sides[], number]): Strip => ({
    ...{ pictures, width, rows: arrangeStrip(pictures, width) },
  })

  describe('a strip of any pictures', () => {
    const checkStrip = (check: (strip: Strip) => void) => {
      const property = fc.property(fc.tuple(pictures, widths).map(withRows), (strip) => {
        check(strip)
      })
      fc.assert(property)
    }

    it('a strip shows the first pictures in order', () => {
      checkStrip(({ rows }) => {
        const shown = boxesOf(rows)
        expect(shown.map(({ index }) => index)).toEqual(shown.map((_, index) => index))
      })
    })

    it('a strip is empty only without pictures', () => {
      checkStrip(({ pictures, rows }) => {
        expect(boxesOf(rows).length > 0).toBe(pictures.length > 0)
      })
    })

    it('a strip has at most two rows', () => {
      checkStrip(({ rows }) => {
        expect(rows.length).toBeLessThanOrEqual(2)
      })
    })

    it('a strip is within its height', () => {
      checkStrip(({ rows, width }) => {
        expect(rowsHeight(rows)).toBeLessThanOrEqual(maxStripHeight(width))
      })
    })

    it('a strip is within its width', () => {
      checkStrip(({ rows, width }) => {
        for (const row of rows) expect(rightEdge(row)).toBeLessThanOrEqual(width + 0.01)
      })
    })
  })

  describe('a strip of usual pictures', () => {
    const checkStrip = (check: (strip: Strip) => void) => {
      const strip = fc.tuple(usual, fc.integer({ min: 320, max: 2600 })).map(withRows)
      const property = fc.property(strip, (strip) => {
        check(strip)
      })
      fc.assert(property)
    }

    it('a strip of usual pictures has two rows', () => {
      checkStrip(({ rows }) => {
        expect(rows).toHaveLength(2)
      })
    })

    it('the rows of usual pictures fill the width', () => {
      checkStrip(({ rows, width }) => {
        for (const row of rows) expect(rightEdge(row)).toBeCloseTo(width, 0)
      })
    })

    it('a strip of usual pictures fills most of its height', () => {
      checkStrip(({ rows, width }) => {
        expect(rowsHeight(rows) / maxStripHeight(width)).toBeGreaterThan(width < 640 ? 0.55 : 0.65)
      })
    })
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
