import { MEASURES, type Series } from '../../../contract/http/stats.ts'
import { type Grain, MEASURE_LABELS, startsOf } from './grains.ts'

const COLUMNS: Readonly<Record<Grain, string>> = { hours: 'Hour (UTC)', days: 'Day (UTC)', months: 'Month (UTC)' }

/** "2026-06-11T14:00Z", "2026-06-11" or "2026-06", which programs for tables read as times. */
const TIMES: Readonly<Record<Grain, (iso: string) => string>> = {
  hours: (iso) => `${iso.slice(0, 16)}Z`,
  days: (iso) => iso.slice(0, 10),
  months: (iso) => iso.slice(0, 7),
}

/** A series as CSV (RFC 4180), oldest first. No value needs quotes. */
export function csvOf(grain: Grain, series: Series): string {
  const head = [COLUMNS[grain], ...MEASURES.map((measure) => MEASURE_LABELS[measure])]
  const rows = startsOf(grain, series).map((start, place) => [
    TIMES[grain](new Date(start).toISOString()),
    ...MEASURES.map((measure) => series[measure][place] ?? 0),
  ])
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Some browsers read the text only some time after the click. */
const READ_WITHIN_MS = 60_000

/** Saves a text as a file of the browser. */
export function saveText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS)
}
