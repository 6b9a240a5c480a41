import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOARD } from '../../../contract/limits.ts'
import {
  type BoardTransform,
  fittedView,
  pinchView,
  resizedView,
  snapRotation,
  toBoard,
  toStage,
  zoomBoardAt,
} from '../../../web/features/whiteboard/drawing/board-view.ts'

const STAGE = { width: 760, height: 844 }
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const place = fc.record({ x: number(-1000, 1000), y: number(-1000, 1000) })
const view: fc.Arbitrary<BoardTransform> = fc.record({
  ...{ x: number(-500, 500), y: number(-500, 500), scale: number(0.3, 10), angle: number(-3, 3) },
})

describe('the view of the board', () => {
  it('the view starts straight and centred', () => {
    expect(fittedView({ width: 1448, height: 1200 })).toEqual({ x: 24, y: 75, scale: 2, angle: 0 })
  })

  it('the board is as large as fits the stage inside a mat of 24 px', () => {
    expect(fittedView({ width: 1400, height: 1024 }).scale).toBeCloseTo((1024 - 48) / BOARD.height)
  })

  it('the board fills the width of a narrow stage', () => {
    expect(fittedView({ width: 350, height: 900 })).toMatchObject({ scale: 0.5, x: 0 })
  })

  it('a board that would hardly exceed whole device pixels has exactly these', () => {
    expect(fittedView(STAGE)).toEqual({ x: 30, y: 160, scale: 1, angle: 0 })
    expect(fittedView({ width: 1100, height: 1000 }, 2)).toMatchObject({ scale: 1.5 })
    expect(fittedView({ width: 800, height: 1000 }, 2).scale).toBeCloseTo(752 / BOARD.width)
  })

  const side = fc.integer({ min: 1, max: 4000 })
  const fitted = fc
    .tuple(side, side, fc.constantFrom(1, 1.25, 1.5, 2, 3))
    .map(([width, height, ratio]) => ({ width, height, view: fittedView({ width, height }, ratio) }))

  it('the fitted board is inside the stage at every size and pixel ratio', () => {
    fc.assert(
      fc.property(fitted, ({ width, height, view: { scale, x, y } }) => {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1)
        expect(x + scale * BOARD.width).toBeLessThanOrEqual(width + 1)
        expect(y + scale * BOARD.height).toBeLessThanOrEqual(height + 1)
      }),
    )
  })

  it('no clearly larger board than the fitted one would fit inside a mat', () => {
    fc.assert(
      fc.property(fitted, ({ width, height, view }) => {
        const widest = Math.min((width - 48) / BOARD.width, (height - 48) / BOARD.height)
        expect(view.scale * 1.05).toBeGreaterThanOrEqual(widest)
      }),
    )
  })

  it('a resized stage refits the fitted view', () => {
    expect(resizedView(null, STAGE, { width: 400, height: 600 })).toBeNull()
  })

  it('a resized stage keeps the middle of a moved view', () => {
    const [before, after] = [STAGE, { width: 400, height: 600 }]
    const moved = zoomBoardAt(fittedView(before), { x: 100, y: 50 }, { by: 3, turn: 0.4 })
    const middle = toBoard(moved, { x: before.width / 2, y: before.height / 2 })
    const resized = resizedView(moved, before, after) ?? moved
    const now = toStage(resized, middle)
    expect(now.x).toBeCloseTo(after.width / 2)
    expect(now.y).toBeCloseTo(after.height / 2)
  })

  it('a point converts from the stage to the board and back', () => {
    fc.assert(
      fc.property(view, place, (view, at) => {
        const back = toStage(view, toBoard(view, at))
        expect(back.x).toBeCloseTo(at.x, 5)
        expect(back.y).toBeCloseTo(at.y, 5)
      }),
    )
  })

  it('zooming and rotating keep the centre in place', () => {
    fc.assert(
      fc.property(view, place, number(0.2, 5), number(-3, 3), (view, at, by, turn) => {
        const boardPoint = toBoard(view, at)
        const now = toStage(zoomBoardAt(view, at, { by, turn }), boardPoint)
        expect(Math.hypot(now.x - at.x, now.y - at.y)).toBeLessThan(1e-6)
      }),
    )
  })

  it('two fingers keep the points under them [2 §2 Whiteboard]', () => {
    const before = fittedView(STAGE)
    const from = [at(300, 300), at(400, 300)] as const
    const to = [at(320, 250), at(320, 400)] as const
    const after = pinchView(before, from, to)
    expect(after.scale).toBeCloseTo(1.5)
    expect(after.angle).toBeCloseTo(Math.PI / 2)
    for (const finger of [0, 1] as const) {
      const now = toStage(after, toBoard(before, from[finger]))
      expect(now.x).toBeCloseTo(to[finger].x)
      expect(now.y).toBeCloseTo(to[finger].y)
    }
  })

  it.each([
    ['enlarges the board at most sixteen times', 1e6, 16],
    ['shrinks the board at most to a quarter', 1e-6, 0.25],
  ])('the zoom %s', (_limit, by, scale) => {
    const middle = { x: BOARD.width / 2, y: BOARD.height / 2 }
    expect(zoomBoardAt(fittedView(STAGE), middle, { by }).scale).toBe(scale)
  })

  it('a small rotation snaps back to straight', () => {
    const turned = zoomBoardAt(fittedView(STAGE), { x: 0, y: 0 }, { turn: 0.05 })
    expect(snapRotation(turned, STAGE).angle).toBeCloseTo(0)
  })

  it('a larger rotation stays', () => {
    const more = zoomBoardAt(fittedView(STAGE), { x: 0, y: 0 }, { turn: 0.5 })
    expect(snapRotation(more, STAGE)).toBe(more)
  })
})

const at = (x: number, y: number) => ({ x, y })
