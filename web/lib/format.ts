import { fromWireTime } from '../../contract/time.ts'

/** British English, in which all texts of the page are written. */
const LOCALE = 'en-GB'
const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/**
 * "1,204", for a whole number from 0 on. Without `Intl`, which loads its rules at its first use and would delay every
 * first page.
 */
export const numberText = (count: number) => String(count).replace(THOUSANDS, ',')

/** "12", or "100+" for a count that was cut off at a maximum of 100. */
export const cappedText = (count: number, max: number) => numberText(count) + (count >= max ? '+' : '')

/** "1 entry", "1,204 entries"; `many` is the plural form. */
export const countText = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${pluralForm(count, one, many)}`

/** "1 entry", "1,204 entries", with a non-breaking space. */
export const entryCountText = (count: number) => countText(count, 'entry', 'entries').replace(' ', '\u00a0')

export function pluralForm(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}

/** "70%", for a share from 0 to 1. */
export const percentText = (share: number) => share.toLocaleString(LOCALE, { style: 'percent' })

/** "12 seconds", "1 minute". */
export const unitText = (count: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
  count.toLocaleString(LOCALE, { style: 'unit', unit, unitDisplay: 'long' })

const MB = 2 ** 20
const GB = 2 ** 30

/** "12 bytes", "12 KB" from 1,024 bytes on, "3.4 MB" from 1 MB on, or "5.6 GB" from 1 GB on [2 §9]. */
export function fileSizeText(bytes: number): string {
  if (bytes < 1024) return countText(bytes, 'byte')
  if (bytes <= MB - 1024) return `${numberText(Math.ceil(bytes / 1024))} KB`
  // A size that would be shown as 1,024.0 MB is 1.0 GB.
  const [size, unit] = bytes < GB - MB / 20 ? [bytes / MB, 'MB'] : [bytes / GB, 'GB']
  return `${size.toLocaleString(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${unit}`
}

/** "3 May 2026" in the reader's time zone, for a wire time. */
export const dateText = (wireTime: string) => dayAndYearText(localDay(fromWireTime(wireTime)), MONTHS)

/** "March 2014" in the reader's time zone, for a wire time. */
export function monthText(wireTime: string): string {
  const { month, year } = localDay(fromWireTime(wireTime))
  return `${MONTHS[month]} ${year}`
}

/** "3 Nov 2026" in the reader's time zone, for a wire time in a table. */
export const shortDateText = (wireTime: string) => dayAndYearText(localDay(fromWireTime(wireTime)), SHORT_MONTHS)

/** "3 May 2026" in UTC, for a wire time. */
export const utcDateText = (wireTime: string) => dayAndYearText(utcDay(fromWireTime(wireTime)), MONTHS)

/** "3 May", or "3 May 2025" in another year, in UTC for a wire time. */
export const shortUtcDateText = (wireTime: string, now: number) =>
  dayOrYearText(utcDay(fromWireTime(wireTime)), utcDay(now), SHORT_MONTHS)

/** "3 May 2026 at 18:21" in the reader's time zone, for milliseconds since 1970. */
export const dateTimeText = (ms: number) => `${dayAndYearText(localDay(ms), MONTHS)} at ${timeText(ms)}`

/** "18:21" today, otherwise "3 May", or "3 May 2025" in another year, in the reader's time zone, for a wire time. */
export function dayOrTimeText(wireTime: string, now: number): string {
  const [ms, today] = [fromWireTime(wireTime), localDay(now)]
  const at = localDay(ms)
  const isToday = at.day === today.day && at.month === today.month && at.year === today.year
  return isToday ? timeText(ms) : dayOrYearText(at, today, SHORT_MONTHS)
}

/** "3 May", or "3 May 2025" in another year, in the reader's time zone, for a wire time. */
export const dayText = (wireTime: string, now: number) =>
  dayOrYearText(localDay(fromWireTime(wireTime)), localDay(now), MONTHS)

/** "18:21" in the reader's time zone, for milliseconds since 1970. */
export function timeText(ms: number): string {
  const date = new Date(ms)
  return [date.getHours(), date.getMinutes()].map((count) => String(count).padStart(2, '0')).join(':')
}

// Days are written without `Intl`, as numbers are.

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const SHORT_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** A day; months count from 0. */
type Day = { day: number; month: number; year: number }

function localDay(ms: number): Day {
  const date = new Date(ms)
  return { day: date.getDate(), month: date.getMonth(), year: date.getFullYear() }
}

function utcDay(ms: number): Day {
  const date = new Date(ms)
  return { day: date.getUTCDate(), month: date.getUTCMonth(), year: date.getUTCFullYear() }
}

const dayAndYearText = ({ day, month, year }: Day, months: string[]) => `${day} ${months[month]} ${year}`

const dayOrYearText = (at: Day, today: Day, months: string[]) =>
  at.year === today.year ? `${at.day} ${months[at.month]}` : dayAndYearText(at, months)
