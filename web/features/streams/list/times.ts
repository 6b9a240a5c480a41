import { fromWireTime } from '../../../../contract/time.ts'

/** "Monday 24 November at 19:00", by the clock of whoever reads it. */
export function startWords(startsAt: string): string {
  return new Date(fromWireTime(startsAt)).toLocaleString('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  })
}

/** A time of a field for date and time, which is local, in milliseconds since 1970; NaN for none. */
export const timeOfField = (value: string) => (value ? new Date(value).getTime() : Number.NaN)

/** The same the other way round, to the minute. */
export function fieldOfTime(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The time that such a field names where that is another than `before`, in milliseconds since 1970; else null. */
export const movedStart = (value: string, before: string): number | null =>
  value === fieldOfTime(fromWireTime(before)) ? null : timeOfField(value)
