import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isScrollingFast, recordScroll } from '../../../web/lib/scroll-speed.ts'

const FRAME_MS = 16

/** Scrolls the same number of pixels with each frame, and returns the time of the last. */
function scroll(pixels: number, frames: number, from = 0): number {
  let now = from
  for (let frame = 0; frame < frames; frame++) {
    now += FRAME_MS
    recordScroll(frame * pixels, now)
  }
  return now
}

let clock = 0
/** Returns a time long after all others, so that tests do not affect each other. */
const afterAllOthers = () => {
  clock += 100_000
  return clock
}

describe('fast scrolling, during which no pictures are requested', () => {
  it('scrolling is fast above 6 pixels a millisecond, up or down', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (pixels) => {
        const now = scroll(pixels, 5, afterAllOthers())
        expect(isScrollingFast(now)).toBe(Math.abs(pixels) > 6 * FRAME_MS)
      }),
    )
  })

  it('scrolling is over after a tenth of a second at rest', () => {
    const now = scroll(300, 5, afterAllOthers())
    expect(isScrollingFast(now + 99)).toBe(true)
    expect(isScrollingFast(now + 100)).toBe(false)
  })

  it('scrolling that slows down is no longer fast', () => {
    const now = scroll(300, 5, afterAllOthers())
    expect(isScrollingFast(scroll(20, 2, now))).toBe(false)
  })

  it('a jump to another position is not fast scrolling', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500_000, max: 500_000 }), (place) => {
        const now = afterAllOthers()
        recordScroll(place, now)
        expect(isScrollingFast(now)).toBe(false)
      }),
    )
  })
})
