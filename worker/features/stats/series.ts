import { type Counts, MEASURES, type Series } from '../../../contract/http/stats.ts'
import { toWireTime } from '../../../contract/time.ts'
import { DAY_MS, DAYS_KEPT, HOUR_DAYS_KEPT, HOUR_MS, startOfDay, startOfMonth } from './periods.ts'

/** A row of `member_counts`. */
export type CountRow = Counts & { grain: 'hour' | 'day' | 'month'; startsAt: number }

type AllSeries = Record<'hours' | 'days' | 'months', Series> & Record<'today' | 'week' | 'weekBefore', Counts>

/** Makes the series up to the present and the recent sums from the rows of a member, in any order. */
export function seriesOf(rows: readonly CountRow[], now: number): AllSeries {
  const today = startOfDay(now)
  const first = rows.reduce((least, { startsAt }) => Math.min(least, startsAt), today)
  const firstHour = Math.max(startOfDay(first), today - (HOUR_DAYS_KEPT - 1) * DAY_MS)
  const firstDay = Math.max(startOfDay(first), today - (DAYS_KEPT - 1) * DAY_MS)
  const hours = fill(
    rows.filter(({ grain }) => grain === 'hour'),
    every(HOUR_MS, firstHour, now),
    (time) => time,
  )
  const days = fill(
    rows.filter(({ grain }) => grain !== 'month'),
    every(DAY_MS, firstDay, now),
    startOfDay,
  )
  const recent = (from: number, to?: number) => sumOf(days, from, to)
  return {
    hours,
    days,
    months: fill(rows, everyMonth(first, now), startOfMonth),
    today: recent(-1),
    week: recent(-7),
    weekBefore: recent(-14, -7),
  }
}

/** Adds up the rows by the periods that begin at `starts`. Rows of other periods are left out. */
function fill(rows: readonly CountRow[], starts: readonly number[], startOf: (time: number) => number): Series {
  const places = new Map(starts.map((start, place) => [start, place]))
  const zeros = () => starts.map(() => 0)
  const counts = {
    views: zeros(),
    hearts: zeros(),
    comments: zeros(),
    ratings: zeros(),
    fans: zeros(),
    sketches: zeros(),
  }
  for (const row of rows) {
    const place = places.get(startOf(row.startsAt))
    if (place === undefined) continue
    for (const measure of MEASURES) counts[measure][place] = (counts[measure][place] ?? 0) + row[measure]
  }
  return { start: toWireTime(starts[0] ?? 0), ...counts }
}

/** Sums the days between two places, counted from the end. */
function sumOf(days: Series, from: number, to?: number): Counts {
  const sum = (values: readonly number[]) => values.slice(from, to).reduce((total, value) => total + value, 0)
  return {
    views: sum(days.views),
    hearts: sum(days.hearts),
    comments: sum(days.comments),
    ratings: sum(days.ratings),
    fans: sum(days.fans),
    sketches: sum(days.sketches),
  }
}

function every(step: number, first: number, now: number): number[] {
  return Array.from({ length: Math.floor((now - first) / step) + 1 }, (_, place) => first + place * step)
}

function everyMonth(first: number, now: number): number[] {
  const from = new Date(first)
  const to = new Date(now)
  const count = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1
  return Array.from({ length: count }, (_, place) => Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + place))
}
