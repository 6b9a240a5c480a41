import type { BoardLogReply } from '../../../../contract/http/whiteboard.ts'
import { fromWireTime } from '../../../../contract/time.ts'

export const SPEEDS = [
  { value: 'slow', label: 'Slow', factor: 1 / 4 },
  { value: 'normal', label: 'Normal', factor: 1 },
  { value: 'fast', label: 'Fast', factor: 4 },
] as const
export type Speed = (typeof SPEEDS)[number]['value']

/** Maximum duration of a whole log at normal speed. */
const LOG_DURATION_MAX_MS = 60_000
/** Minimum rate at normal speed, for short logs: about four times the drawing speed. */
const FLUSHES_PER_SECOND_MIN = 16

export function flushesPerMs({ start, last }: Pick<BoardLogReply, 'start' | 'last'>, speed: Speed): number {
  const factor = SPEEDS.find(({ value }) => value === speed)?.factor ?? 1
  return Math.max((last.number - start.number) / LOG_DURATION_MAX_MS, FLUSHES_PER_SECOND_MIN / 1000) * factor
}

/** Maximum number of slider positions, so that each key press is visible. */
const SLIDER_POSITIONS_MAX = 1000

export function sliderMax({ start, last }: Pick<BoardLogReply, 'start' | 'last'>): number {
  return Math.min(SLIDER_POSITIONS_MAX, last.number - start.number)
}

export function flushAt(log: Pick<BoardLogReply, 'start' | 'last'>, position: number): number {
  const { start, last } = log
  return start.number + Math.round((position / sliderMax(log)) * (last.number - start.number))
}

export function sliderPositionOf(log: Pick<BoardLogReply, 'start' | 'last'>, number: number): number {
  const { start, last } = log
  return Math.round(((number - start.number) / (last.number - start.number)) * sliderMax(log))
}

/** Interpolates the time of a flush that is not loaded, in milliseconds since 1970. */
export function timeOfFlush({ start, snapshots, last }: BoardLogReply, number: number): number {
  const known = [start, ...snapshots.filter((snapshot) => snapshot.number > start.number), last]
  const after = known.find((moment) => moment.number >= number) ?? last
  const before = known.findLast((moment) => moment.number <= number) ?? start
  const [from, to] = [fromWireTime(before.date), fromWireTime(after.date)]
  const share = after.number > before.number ? (number - before.number) / (after.number - before.number) : 0
  return from + share * (to - from)
}
