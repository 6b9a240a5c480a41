import type { ShiftClock } from './board-state.ts'

/** Without news for so long, nobody draws any more, and the clock stands. */
const PAUSE_MS = 10_000

/** The clock at a time of `performance.now()`: how long was drawn since the last scroll, and whether it goes on. */
export function shiftProgress({ drawnMs, ofMs, running, at }: ShiftClock, now: number) {
  const since = running ? Math.min(PAUSE_MS, now - at) : 0
  return { drawnMs: Math.min(ofMs, drawnMs + since), runs: running && now - at < PAUSE_MS }
}

/** Seconds as "0:42". */
export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
