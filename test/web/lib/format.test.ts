import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toWireTime } from '../../../contract/time.ts'
import {
  countText,
  dateText,
  dateTimeText,
  dayOrTimeText,
  dayText,
  fileSizeText,
  monthText,
  numberText,
  shortDateText,
  shortUtcDateText,
  timeText,
  utcDateText,
} from '../../../web/lib/format.ts'

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

describe('sizes of files', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [KB - 1, '1,023 bytes'],
    [KB, '1 KB'],
    [KB + 1, '2 KB'],
    [MB - KB, '1,023 KB'],
    [MB - KB + 1, '1.0 MB'],
    [MB, '1.0 MB'],
    [GB - MB, '1,023.0 MB'],
    [GB - 1, '1.0 GB'],
    [GB, '1.0 GB'],
    [2.5 * GB, '2.5 GB'],
  ])('[2 §9] %i bytes are shown as %s', (bytes, text) => {
    expect(fileSizeText(bytes)).toBe(text)
  })
})

describe('texts that are written without Intl', () => {
  it('a whole number is written as Intl writes it', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (count) => {
        expect(numberText(count)).toBe(count.toLocaleString('en-GB'))
      }),
    )
  })

  it('a count has the plural form that Intl selects', () => {
    const rules = new Intl.PluralRules('en-GB')
    fc.assert(
      fc.property(fc.nat(), (count) => {
        expect(countText(count, 'entry', 'entries').endsWith(' entry')).toBe(rules.select(count) === 'one')
      }),
    )
  })

  const times = fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(9999, 11, 30) }).map((ms) => ms - (ms % 1000))
  const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const SHORT = { ...LONG, month: 'short' } as const

  it('days, months and times are written as Intl writes them', () => {
    fc.assert(
      fc.property(times, (ms) => {
        const [date, wire] = [new Date(ms), toWireTime(ms)]
        expect(dateText(wire)).toBe(date.toLocaleDateString('en-GB', LONG))
        expect(shortDateText(wire)).toBe(date.toLocaleDateString('en-GB', SHORT))
        expect(utcDateText(wire)).toBe(date.toLocaleDateString('en-GB', { ...LONG, timeZone: 'UTC' }))
        expect(monthText(wire)).toBe(date.toLocaleString('en-GB', { month: 'long', year: 'numeric' }))
        expect(timeText(ms)).toBe(date.toLocaleTimeString('en-GB', { timeStyle: 'short' }))
        expect(dateTimeText(ms)).toBe(date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' }))
      }),
    )
  })

  it('a day has its year in another year only', () => {
    fc.assert(
      fc.property(times, times, (ms, now) => {
        const [date, wire] = [new Date(ms), toWireTime(ms)]
        const isSame = date.getFullYear() === new Date(now).getFullYear()
        const isSameInUtc = date.getUTCFullYear() === new Date(now).getUTCFullYear()
        const without = { year: undefined }
        expect(dayText(wire, now)).toBe(date.toLocaleDateString('en-GB', { ...LONG, ...(isSame && without) }))
        expect(shortUtcDateText(wire, now)).toBe(
          date.toLocaleDateString('en-GB', { ...SHORT, ...(isSameInUtc && without), timeZone: 'UTC' }),
        )
      }),
    )
  })

  it('a time of today is shown without its day', () => {
    const noon = new Date(2026, 4, 3, 12).getTime()
    expect(dayOrTimeText(toWireTime(noon), noon + 1)).toBe('12:00')
    expect(dayOrTimeText(toWireTime(noon), new Date(2026, 4, 4).getTime())).toBe('3 May')
    expect(dayOrTimeText(toWireTime(noon), new Date(2027, 4, 3, 12).getTime())).toBe('3 May 2026')
  })
})
