import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PEN_SIZE, PIXEL_TOOL_SIZES } from '../../../contract/limits.ts'
import { decodeDrawCommands, encodeCommands, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import { PixelStroke, type Point, penWidth, Stroke } from '../../../web/features/whiteboard/drawing/stroke.ts'

const anywhere = fc.double({ min: -5000, max: 5000, noNaN: true })
const way = fc.array(fc.record({ x: anywhere, y: anywhere }), { minLength: 1, maxLength: 30 })

function curvesOf([first, ...rest]: readonly Point[]) {
  const stroke = new Stroke(first ?? { x: 0, y: 0 })
  return [...rest.flatMap((place) => stroke.to(place) ?? []), stroke.end()]
}

describe('a stroke of the pen', () => {
  it('the curves of a stroke are connected', () => {
    fc.assert(
      fc.property(way, (places) => {
        const curves = curvesOf(places)
        curves.slice(1).forEach(({ x, y }, index) => {
          expect({ x, y }).toEqual({ x: curves[index]?.x2, y: curves[index]?.y2 })
        })
      }),
    )
  })

  it('a stroke starts and ends with the hand', () => {
    const curves = curvesOf([
      { x: 10, y: 20 },
      { x: 50, y: 60 },
      { x: 90, y: 20 },
    ])
    expect(curves[0]).toMatchObject({ x: 10 * SUBPIXELS, y: 20 * SUBPIXELS })
    expect(curves.at(-1)).toMatchObject({ x2: 90 * SUBPIXELS, y2: 20 * SUBPIXELS })
  })

  it('a stroke turns smoothly, because its curves meet halfway between two points', () => {
    const [, second] = curvesOf([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 20 },
    ])
    expect(second).toMatchObject({ cx: 10 * SUBPIXELS, cy: 0, x2: 10 * SUBPIXELS, y2: 10 * SUBPIXELS })
  })

  it('a tap draws a dot', () => {
    const at = { x: 7 * SUBPIXELS, y: 9 * SUBPIXELS }
    expect(curvesOf([{ x: 7, y: 9 }])).toEqual([{ do: 'dqc', ...at, cx: at.x, cy: at.y, x2: at.x, y2: at.y }])
  })

  it('a stroke is always valid for the board, wherever the hand moves', () => {
    fc.assert(
      fc.property(way, (places) => {
        expect(decodeDrawCommands(encodeCommands(curvesOf(places)))).not.toBeNull()
      }),
    )
  })

  it('full pressure draws a line as wide as the pen [2 §5]', () => {
    expect(penWidth(12, 1)).toBe(12 * SUBPIXELS)
  })

  it('less pressure draws a thinner line [2 §5]', () => {
    expect(penWidth(12, 0.2)).toBeLessThan(penWidth(12, 0.7))
  })

  it('no line is thinner than the thinnest pen [2 §5]', () => {
    expect(penWidth(1, 0)).toBe(PEN_SIZE.min * SUBPIXELS)
  })
})

describe('the pixel brush [2 §5]', () => {
  it('a block fills its cell of the grid', () => {
    expect(new PixelStroke(16, 0, 0).to({ x: 20, y: 5 })).toEqual([
      { do: 'dr', x: 16 * SUBPIXELS, y: 0, width: 16 * SUBPIXELS, height: 16 * SUBPIXELS },
    ])
  })

  it('a block with an inset fills the middle of its cell', () => {
    expect(new PixelStroke(16, 0.5, 0).to({ x: 20, y: 5 })).toEqual([
      { do: 'dr', x: 20 * SUBPIXELS, y: 4 * SUBPIXELS, width: 8 * SUBPIXELS, height: 8 * SUBPIXELS },
    ])
  })

  it('a cell is filled once', () => {
    const stroke = new PixelStroke(8, 0, 0)
    expect(stroke.to({ x: 1, y: 1 })).toHaveLength(1)
    expect(stroke.to({ x: 6, y: 6 })).toEqual([])
  })

  it('a fast stroke leaves no gap', () => {
    const stroke = new PixelStroke(8, 0, 0)
    stroke.to({ x: 1, y: 1 })
    expect(stroke.to({ x: 81, y: 1 }).map(({ x }) => x / SUBPIXELS)).toEqual([8, 16, 24, 32, 40, 48, 56, 64, 72, 80])
  })

  it('the grid moves with the board', () => {
    expect(new PixelStroke(64, 0, 100).to({ x: 0, y: 0 })).toMatchObject([{ x: -36 * SUBPIXELS }])
  })

  it('a stroke is always valid for the board', () => {
    const brush = fc.record({
      size: fc.constantFrom(...PIXEL_TOOL_SIZES),
      inset: fc.double({ min: 0, max: 1, noNaN: true }),
      shifted: fc.nat(1000).map((shifts) => shifts * 100),
    })
    fc.assert(
      fc.property(brush, way, ({ size, inset, shifted }, places) => {
        const stroke = new PixelStroke(size, inset, shifted)
        const blocks = places.flatMap((place) => stroke.to(place))
        expect(decodeDrawCommands(encodeCommands(blocks))).not.toBeNull()
      }),
    )
  })
})
