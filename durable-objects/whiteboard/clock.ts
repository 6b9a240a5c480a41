import { BOARD_SCROLL_MINUTES, BOARD_SLICE, BOARD_SLIDE_MS } from '../../contract/limits.ts'

/** So much drawing lies between two scrolls. */
export const SCROLL_MS = BOARD_SCROLL_MINUTES * 60_000

/** Who pauses for no longer than this is drawing still. */
const PAUSE_MS = 10_000

/** The clock of drawing: how long was drawn since the last scroll, up to the time when last something came. */
export type DrawingClock = { readonly drawnMs: number; readonly at: number }

/** The clock once something was drawn, or at the end of a pause. */
export function drawnUntil({ drawnMs, at }: DrawingClock, now: number): DrawingClock {
  return { drawnMs: drawnMs + Math.min(PAUSE_MS, Math.max(0, now - at)), at: now }
}

/** When the board scrolls though nobody draws any more; null where the clock stops before. */
export function scrollsAt({ drawnMs, at }: DrawingClock): number | null {
  const restMs = SCROLL_MS - drawnMs
  return restMs > PAUSE_MS ? null : at + restMs
}

/** Whether somebody draws, or pauses no longer than one may. */
export const isRunning = ({ at }: DrawingClock, now: number) => now - at < PAUSE_MS

/**
 * How far the board has still to slide since its last scroll (`animShiftX`), in whole pixels [2 §3]. That takes less time
 * than a pause, so the clock has not stood still since.
 */
export function slidesBy(clock: DrawingClock, now: number): number {
  const rest = 1 - drawnUntil(clock, now).drawnMs / BOARD_SLIDE_MS
  return Math.round(BOARD_SLICE * Math.max(0, rest))
}
