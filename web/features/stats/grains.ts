import type { Measure, Series } from '../../../contract/http/stats.ts'
import { fromWireTime } from '../../../contract/time.ts'

/** The lengths of periods of which there are series. */
export type Grain = 'hours' | 'days' | 'months'

export const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  views: 'Views',
  hearts: 'Hearts',
  comments: 'Comments',
  ratings: 'Likes',
  fans: 'New fans',
  sketches: 'Sketches',
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The starts of the periods of a series, in milliseconds since 1970. */
export function startsOf(grain: Grain, { start, views }: Series): number[] {
  const first = new Date(fromWireTime(start))
  const startAt = {
    hours: (place: number) => first.getTime() + place * HOUR_MS,
    days: (place: number) => first.getTime() + place * DAY_MS,
    months: (place: number) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + place),
  }[grain]
  return views.map((_, place) => startAt(place))
}

const textBy = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return (ms: number) => format.format(ms)
}

const day = textBy({ day: 'numeric', month: 'short' })
const hour = textBy({ hour: '2-digit', minute: '2-digit' })

/** "11 Jun, 14:00", "11 Jun 2026", "June 2026", in UTC. */
export const PERIOD_TEXTS: Readonly<Record<Grain, (start: number) => string>> = {
  hours: (start) => `${day(start)}, ${hour(start)}`,
  days: textBy({ day: 'numeric', month: 'short', year: 'numeric' }),
  months: textBy({ month: 'long', year: 'numeric' }),
}

/** Short texts for the axis: "11 Jun", "Jun 2026". */
export const AXIS_TEXTS: Readonly<Record<Grain, (start: number) => string>> = {
  hours: day,
  days: day,
  months: textBy({ month: 'short', year: 'numeric' }),
}
