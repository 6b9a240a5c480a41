import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isScrollingFast, recordScroll } from '../../../web/lib/scroll-speed.ts'

const FRAME_MS = 16

/** Scrolls as many pixels with each frame; answers the time of the last. */
function scroll(pixels: number, frames: number, from = 0): number {
  let now = from
  for (let frame = 0; frame < frames; frame++) {
    now += FRAME_MS
    recordScroll(frame * pixels, now)
  }
  return now
}

let clock = 0
/** A time long after all others, so that tests do not hear of each other. */
const later = () => {
  clock += 100_000
  return clock
}

describe('pictures are not asked for while the window is thrown past them', () => {
  it('a window is thrown from 6 pixels a millisecond on, up or down', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (pixels) => {
        const now = scroll(pixels, 5, later())
        expect(isScrollingFast(now)).toBe(Math.abs(pixels) > 6 * FRAME_MS)
      }),
    )
  })

  it('a window that has been at rest for a tenth of a second is not thrown any more', () => {
    const now = scroll(300, 5, later())
    expect(isScrollingFast(now + 99)).toBe(true)
    expect(isScrollingFast(now + 100)).toBe(false)
  })

  it('a window that slows down is not thrown any more', () => {
    const now = scroll(300, 5, later())
    expect(isScrollingFast(scroll(20, 2, now))).toBe(false)
  })

  it('a jump to another place, as by a key or by going back, is no throw', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500_000, max: 500_000 }), (place) => {
        const now = later()
        recordScroll(place, now)
        expect(isScrollingFast(now)).toBe(false)
      }),
    )
  })
})
