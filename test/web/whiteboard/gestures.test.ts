import { describe, expect, it } from 'vitest'
import { DrawGestures, type GestureAction, type Touch } from '../../../web/features/whiteboard/drawing/draw-gestures.ts'

const touch = (id: number, x: number, y: number, changes: Partial<Touch> = {}): Touch => ({
  ...{ id, x, y, kind: 'touch', time: 0, pressure: 0.5, contact: 20 },
  ...changes,
})
const pen = (x: number, changes: Partial<Touch> = {}) => touch(9, x, 0, { kind: 'pen', ...changes })
const doings = (meanings: readonly GestureAction[]) => meanings.map((meaning) => meaning.do)

describe('gestures on the board [2 §2 Whiteboard]', () => {
  it('draw at once with a mouse or a pen', () => {
    const gestures = new DrawGestures()
    const mouse = touch(1, 5, 5, { kind: 'mouse' })
    expect(gestures.down(mouse)).toEqual([{ do: 'begin', at: mouse }])
    expect(doings(gestures.move({ ...mouse, x: 6 }))).toEqual(['draw'])
    expect(doings(gestures.up(mouse))).toEqual(['end'])
    expect(gestures.move(mouse)).toEqual([])
  })

  it('draw with one finger once it has moved, from where it came down', () => {
    const gestures = new DrawGestures()
    const first = touch(1, 0, 0)
    expect(gestures.down(first)).toEqual([])
    expect(gestures.move(touch(1, 3, 0))).toEqual([])
    const meanings = gestures.move(touch(1, 12, 0))
    expect(doings(meanings)).toEqual(['begin', 'draw', 'draw'])
    expect(meanings[0]).toEqual({ do: 'begin', at: first })
    expect(doings(gestures.up(touch(1, 12, 0)))).toEqual(['end'])
  })

  it('make a dot of a tap with one finger', () => {
    const gestures = new DrawGestures()
    gestures.down(touch(1, 0, 0))
    expect(doings(gestures.up(touch(1, 0, 0)))).toEqual(['begin', 'end'])
  })

  it('zoom and turn with two fingers, and draw nothing', () => {
    const gestures = new DrawGestures()
    const all = [
      ...gestures.down(touch(1, 0, 0)),
      ...gestures.down(touch(2, 100, 0)),
      ...gestures.move(touch(2, 100, 50)),
      ...gestures.up(touch(2, 100, 50)),
      ...gestures.up(touch(1, 0, 0)),
    ]
    expect(doings(all)).toEqual(['pinch', 'settle'])
    expect(all[0]).toMatchObject({ from: [{ x: 100, y: 0 }, { x: 0 }], to: [{ x: 100, y: 50 }, { x: 0 }] })
  })

  it('end a stroke when a second finger comes', () => {
    const gestures = new DrawGestures()
    gestures.down(touch(1, 0, 0))
    gestures.move(touch(1, 20, 0))
    expect(doings(gestures.down(touch(2, 100, 0)))).toEqual(['end'])
    expect(doings(gestures.move(touch(1, 30, 0)))).toEqual(['pinch'])
  })

  it('set the board straight with a tap of three fingers, and not when they stay or stray', () => {
    const threeFor = (ms: number, strays = 0) => {
      const gestures = new DrawGestures()
      for (const id of [1, 2, 3]) gestures.down(touch(id, id * 50, 0))
      if (strays > 0) gestures.move(touch(1, 50 + strays, 0))
      return [3, 2, 1].flatMap((id) => gestures.up(touch(id, id * 50, 0, { time: ms })))
    }
    expect(doings(threeFor(150))).toEqual(['straighten'])
    expect(doings(threeFor(2000))).toEqual(['settle'])
    expect(doings(threeFor(150, 60))).toEqual(['settle'])
  })

  it('leave fingers alone while a pen draws, and let them draw no more once there was one', () => {
    const gestures = new DrawGestures()
    gestures.down(pen(0))
    expect(gestures.down(touch(1, 50, 50))).toEqual([])
    expect(doings(gestures.move(pen(5)))).toEqual(['draw'])
    gestures.up(pen(5))
    gestures.up(touch(1, 50, 50))
    expect(gestures.down(touch(2, 0, 0))).toEqual([])
    expect(gestures.move(touch(2, 90, 0))).toEqual([])
  })

  it('take no palm for a finger', () => {
    const gestures = new DrawGestures()
    gestures.down(touch(1, 0, 0, { contact: 90 }))
    expect(gestures.move(touch(1, 50, 0, { contact: 90 }))).toEqual([])
  })

  it('keep what was drawn when the system takes the pointer away', () => {
    const gestures = new DrawGestures()
    gestures.down(touch(1, 0, 0))
    gestures.move(touch(1, 20, 0))
    expect(doings(gestures.cancel(touch(1, 20, 0)))).toEqual(['end'])
  })
})
