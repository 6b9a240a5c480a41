import { BOARD_SCROLL_MINUTES, BOARD_SLICE_WIDTH, BOARD_SLIDE_MS } from '../../contract/limits.ts'
import type { BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'

/** Drawing time between two scrolls. */
export const SCROLL_INTERVAL_MS = BOARD_SCROLL_MINUTES * 60_000

/** Pauses up to this length count as drawing. */
const PAUSE_MS = 10_000

/**
 * Drawing time since the last scroll, measured at the time `at` of the last flush. `at` is 0 before the first flush.
 */
export type DrawingClock = { readonly drawnMs: number; readonly at: number }

/** Advances the clock. A pause longer than `PAUSE_MS` counts as ten seconds. */
export function advanceDrawingClock({ drawnMs, at }: DrawingClock, now: number): DrawingClock {
  const passedMs = at === 0 ? 0 : Math.max(0, now - at)
  return { drawnMs: drawnMs + Math.min(PAUSE_MS, passedMs), at: now }
}

/** The time at which the board scrolls if nobody draws; null if the clock stops before. */
export function nextScrollAt({ drawnMs, at }: DrawingClock): number | null {
  const restMs = SCROLL_INTERVAL_MS - drawnMs
  return restMs > PAUSE_MS ? null : at + restMs
}

export const isRunning = ({ at }: DrawingClock, now: number) => now - at < PAUSE_MS

/**
 * The remaining pixels of the slide after the last scroll (`animShiftX`) [2 §3]; 0 before the first scroll. The slide
 * is shorter than `PAUSE_MS`, so the clock runs during all of it.
 */
export function remainingSlide(
  { shiftIndex, clock }: { shiftIndex: number; clock: DrawingClock },
  now: number,
): number {
  if (shiftIndex === 0) return 0
  const rest = 1 - advanceDrawingClock(clock, now).drawnMs / BOARD_SLIDE_MS
  return Math.round(BOARD_SLICE_WIDTH * Math.max(0, rest))
}

export function nextShift(clock: DrawingClock, now: number): Extract<BoardServerEvent, { type: 'nextShift' }> {
  const { drawnMs } = advanceDrawingClock(clock, now)
  return { type: 'nextShift', drawnMs, intervalMs: SCROLL_INTERVAL_MS, running: isRunning(clock, now) }
}
