import { fromWireTime } from '../../contract/time.ts'

/** British English, in which all texts of the page are written. */
const LOCALE = 'en-GB'
const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** "1,204", for a whole number from 0 on. Without `Intl`, which loads its rules at its first use and would delay every first page. */
export const numberText = (count: number) => String(count).replace(THOUSANDS, ',')

/** "1 entry", "1,204 entries"; `many` is the plural form. */
export const countText = (count: number, one: string, many = `${one}s`) =>
  `${numberText(count)} ${pluralForm(count, one, many)}`

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
export const dateText = (wireTime: string) => new Date(fromWireTime(wireTime)).toLocaleDateString(LOCALE, DATE)

/** "March 2014" in the reader's time zone, for a wire time. */
export function monthText(wireTime: string): string {
  const date = new Date(fromWireTime(wireTime))
  return `${MONTHS[date.getMonth()]} ${date.getFullYear()}`
}

/** "3 Nov 2026" in the reader's time zone, for a wire time in a table. */
export const shortDateText = (wireTime: string) =>
  new Date(fromWireTime(wireTime)).toLocaleDateString(LOCALE, { ...DATE, month: 'short' })

/** "3 May 2026" in UTC, for a wire time. */
export const utcDateText = (wireTime: string) =>
  new Date(fromWireTime(wireTime)).toLocaleDateString(LOCALE, { ...DATE, timeZone: 'UTC' })

/** "3 May", or "3 May 2025" in another year, in UTC for a wire time. */
export function shortUtcDateText(wireTime: string, now: number): string {
  const date = new Date(fromWireTime(wireTime))
  const year = date.getUTCFullYear() === new Date(now).getUTCFullYear() ? undefined : 'numeric'
  return date.toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', year, timeZone: 'UTC' })
}

/** "3 May 2026 at 18:21" in the reader's time zone, for milliseconds since 1970. */
export const dateTimeText = (ms: number) =>
  new Date(ms).toLocaleString(LOCALE, { dateStyle: 'long', timeStyle: 'short' })

/** "18:21" today, otherwise "3 May", or "3 May 2025" in another year, in the reader's time zone, for a wire time. */
export function dayOrTimeText(wireTime: string, now: number): string {
  const [date, today] = [new Date(fromWireTime(wireTime)), new Date(now)]
  if (date.toDateString() === today.toDateString()) return timeText(date.getTime())
  const year = date.getFullYear() === today.getFullYear() ? undefined : 'numeric'
  return date.toLocaleDateString(LOCALE, { day: 'numeric', month: 'short', year })
}

/** "3 May", or "3 May 2025" in another year, in the reader's time zone, for a wire time. */
export function dayText(wireTime: string, now: number): string {
  const date = new Date(fromWireTime(wireTime))
  const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'
  return date.toLocaleDateString(LOCALE, { day: 'numeric', month: 'long', year })
}

/** "18:21" in the reader's time zone, for milliseconds since 1970. */
export const timeText = (ms: number) => new Date(ms).toLocaleTimeString(LOCALE, { timeStyle: 'short' })

/** Written out, because the rules that `Intl` loads for a month and its year would delay a profile's first page. */
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const
