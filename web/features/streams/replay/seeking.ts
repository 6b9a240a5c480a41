import type { Chapter } from '../../../../contract/http/stream-chapter.ts'
import type { ReplayManifest } from '../../../../contract/http/streams.ts'
import type { CodecConfig } from '../../../../contract/socket/stream-messages.ts'

const NONE: CodecConfig = { picture: null, sound: null }

/** Index of the segment at a time, or of the last one before it, or 0. */
export function segmentAt(segments: ReplayManifest['segments'], ms: number): number {
  let [low, high] = [0, segments.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((segments[middle]?.startMs ?? 0) <= ms) low = middle
    else high = middle - 1
  }
  return low
}

export const codingOf = (codings: ReplayManifest['codings'], segment: number): CodecConfig =>
  codings.findLast(({ fromSegment }) => fromSegment <= segment)?.coding ?? NONE

/** Position after playing for a time, skipping pauses. All in milliseconds. */
export function positionAfter(pauses: ReplayManifest['pauses'], fromMs: number, forMs: number): number {
  let [at, left] = [fromMs, forMs]
  for (const { startMs, endMs } of pauses) {
    if (endMs <= at) continue
    if (at + left < startMs) break
    left -= Math.max(0, startMs - at)
    at = endMs
  }
  return at + left
}

/** Chapter at a time; null before the first. */
export const chapterAt = (chapters: readonly Chapter[], ms: number): Chapter | null =>
  chapters.findLast(({ atMs }) => atMs <= ms) ?? null

/** Number of lines written by a time; lines are in order. */
export function lineCountAt(lines: readonly { atMs: number }[], ms: number): number {
  const next = lines.findIndex(({ atMs }) => atMs > ms)
  return next < 0 ? lines.length : next
}

export const withoutBlocked = <Line extends { user: { id: number } }>(
  lines: readonly Line[],
  blocked: ReadonlySet<number>,
): Line[] => lines.filter(({ user }) => !blocked.has(user.id))

/** Start time of an address in milliseconds, from `t` in seconds; 0 without one. */
export function startTimeOf(search: URLSearchParams): number {
  const seconds = Number(search.get('t') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}

const STEP_MS = 5000

/** Steps of the arrow keys in milliseconds. */
export const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -STEP_MS, ArrowDown: -STEP_MS },
  ...{ ArrowRight: STEP_MS, ArrowUp: STEP_MS },
}
