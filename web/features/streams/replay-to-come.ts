import type { ShownStream } from '../../../contract/http/stream.ts'
import { RECORDING_KEPT_DAYS } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'

const DAY_MS = 86_400_000

/** Whether the artist of a stream that has ended without a replay may still decide to keep one; `now` since 1970 in ms. */
export function mayComeYet({ date, durationMs }: Pick<ShownStream, 'date' | 'durationMs'>, now: number): boolean {
  return now < fromWireTime(date) + durationMs + RECORDING_KEPT_DAYS * DAY_MS
}
