import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarOf } from '../../../../../worker/features/streams/calendar.ts'

const event = {
  ...{ id: 7, title: 'Inks', description: '', nickname: 'Mira' },
  ...{ startsAt: Date.UTC(2026, 10, 22, 18, 30), changedAt: Date.UTC(2026, 10, 20) },
}
const calendarWith = (fields: Partial<typeof event>) => calendarOf({ ...event, ...fields }, 'https://croquis.example')

/** Parses a calendar as readers do: unfolded, by name, unescaped [RFC 5545 3.1, 3.3.11]. */
function parseCalendar(calendar: string): Map<string, string> {
  const lines = calendar.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      const value = line.slice(at + 1).replace(/\\([\\;,n])/g, (_all, sign) => (sign === 'n' ? '\n' : sign))
      return [line.slice(0, at), value]
    }),
  )
}

describe('the calendar of an announced stream', () => {
  it('the calendar has title, time in UTC, a duration of an hour and the address', () => {
    expect(calendarWith({}).split('\r\n')).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Croquis//Streams//EN', 'BEGIN:VEVENT'],
      ...['UID:stream-7@croquis.example', 'SEQUENCE:0', 'DTSTAMP:20261120T000000Z'],
      ...['DTSTART:20261122T183000Z', 'DTEND:20261122T193000Z', 'SUMMARY:Inks by Mira'],
      ...['URL;VALUE=URI:https://croquis.example/stream/7', 'END:VEVENT', 'END:VCALENDAR', ''],
    ])
  })

  const words = fc.string({
    unit: fc.oneof(fc.constantFrom(...'\\;,:\n"é鷺🪶'), fc.string({ minLength: 1, maxLength: 1 })),
  })
  /** Any texts of a member, with their calendar. */
  const written = fc
    .record({ title: words, description: words })
    .map((texts) => ({ ...texts, calendar: calendarWith(texts) }))

  it('lines have at most 75 octets [RFC 5545]', () => {
    fc.assert(
      fc.property(written, ({ calendar }) => {
        for (const line of calendar.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      }),
    )
  })

  it('texts of members are read back without their control characters', () => {
    const withoutControlCharacters = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, '')
    fc.assert(
      fc.property(written, ({ title, description, calendar }) => {
        const properties = parseCalendar(calendar)
        expect(properties.get('SUMMARY')).toBe(withoutControlCharacters(`${title} by Mira`))
        expect(properties.get('DESCRIPTION') ?? '').toBe(withoutControlCharacters(description))
      }),
    )
  })

  it('texts of members add no properties', () => {
    fc.assert(
      fc.property(written, ({ calendar }) => {
        const names = [...parseCalendar(calendar).keys()]
        expect(names.filter((name) => !/^[A-Z]+$/.test(name))).toEqual(['URL;VALUE=URI'])
      }),
    )
  })
})
