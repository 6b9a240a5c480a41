import { describe, expect, it } from 'vitest'
import {
  DrawGestures,
  type GestureAction,
  type PointerSample,
} from '../../../web/features/whiteboard/drawing/draw-gestures.ts'

const touch = (id: number, x: number, y: number, changes: Partial<PointerSample> = {}): PointerSample => ({
  ...{ id, x, y, kind: 'touch', time: 0, pressure: 0.5, contact: 20 },
  ...changes,
})
const pen = (x: number, changes: Partial<PointerSample> = {}) => touch(9, x, 0, { kind: 'pen', ...changes })
const kindsOf = (actions: readonly GestureAction[]) => actions.map((action) => action.do)

describe('gestures on the board [2 §2 Whiteboard]', () => {
  it('a mouse or a pen draws at once', () => {
    const gestures = new DrawGestures()
    const mouse = touch(1, 5, 5, { kind: 'mouse' })
    expect(gestures.down(mouse)).toEqual([{ do: 'begin', at: mouse }])
    expect(kindsOf(gestures.move({ ...mouse, x: 6 }))).toEqual(['draw'])
    expect(kindsOf(gestures.up(mouse))).toEqual(['end'])
    expect(gestures.move(mouse)).toEqual([])
  })

  it('one finger draws from its start once it has moved', () => {
    const gestures = new DrawGestures()
    const first = touch(1, 0, 0)
    expect(gestures.down(first)).toEqual([])
    expect(gestures.move(touch(1, 3, 0))).toEqual([])
    const actions = gestures.move(touch(1, 12, 0))
    expect(kindsOf(actions)).toEqual(['begin', 'draw', 'draw'])
    expect(actions[0]).toEqual({ do: 'begin', at: first })
    expect(kindsOf(gestures.up(touch(1, 12, 0)))).toEqual(['end'])
  })

  it('a tap with one finger draws a dot', () => {
    const gestures = new DrawGestures()
    gestures.down(touch(1, 0, 0))
    expect(kindsOf(gestures.up(touch(1, 0, 0)))).toEqual(['begin', 'end'])
  })

  it('two fingers only zoom and rotate', () => {
    const gestures = new DrawGestures()
    const all = [
      ...gestures.down(touch(1, 0, 0)),
      ...gestures.down(touch(2, 100, 0)),
      ...gestures.move(touch(2, 100, 50)),
      ...gestures.up(touch(2, 100, 50)),
      ...gestures.up(touch(1, 0, 0)),
    ]
    expect(kindsOf(all)).toEqual(['pinch', 'snap'])
    expect(all[0]).toMatchObject({ from: [{ x: 100, y: 0 }, { x: 0 }], to: [{ x: 100, y: 50 }, { x: 0 }] })
  })

  it('a second finger ends the stroke', () => {
    const gestures = new DrawGestures()
    gestures.down(touch(1, 0, 0))
    gestures.move(touch(1, 20, 0))
    expect(kindsOf(gestures.down(touch(2, 100, 0)))).toEqual(['end'])
    expect(kindsOf(gestures.move(touch(1, 30, 0)))).toEqual(['pinch'])
  })

  describe('three fingers', () => {
    /** Lifts three fingers after some time. One of them has moved by some pixels. */
    const liftThree = (ms: number, moved = 0) => {
      const gestures = new DrawGestures()
      for (const id of [1, 2, 3]) gestures.down(touch(id, id * 50, 0))
      if (moved > 0) gestures.move(touch(1, 50 + moved, 0))
      return kindsOf([3, 2, 1].flatMap((id) => gestures.up(touch(id, id * 50, 0, { time: ms }))))
    }

    it('a tap with three fingers resets the rotation', () => {
      expect(liftThree(150)).toEqual(['reset'])
    })

    it('three fingers that stay do not reset the rotation', () => {
      expect(liftThree(2000)).toEqual(['snap'])
    })

    it('three fingers that move do not reset the rotation', () => {
      expect(liftThree(150, 60)).toEqual(['snap'])
    })
  })

  it('fingers do nothing while a pen draws', () => {
    const gestures = new DrawGestures()
    gestures.down(pen(0))
    expect(gestures.down(touch(1, 50, 50))).toEqual([])
    expect(kindsOf(gestures.move(pen(5)))).toEqual(['draw'])
  })

  it('a finger does not draw after a pen was used', () => {
    const gestures = new DrawGestures()
    gestures.down(pen(0))
    gestures.up(pen(5))
    expect(gestures.down(touch(2, 0, 0))).toEqual([])
    expect(gestures.move(touch(2, 90, 0))).toEqual([])
  })

  it('a palm does not draw', () => {
    const gestures = new DrawGestures()
    gestures.down(touch(1, 0, 0, { contact: 90 }))
    expect(gestures.move(touch(1, 50, 0, { contact: 90 }))).toEqual([])
  })

  it('a cancelled pointer keeps what was drawn', () => {
    const gestures = new DrawGestures()
    gestures.down(touch(1, 0, 0))
    gestures.move(touch(1, 20, 0))
    expect(kindsOf(gestures.cancel(touch(1, 20, 0)))).toEqual(['end'])
  })
})
