import ical from 'ical-generator'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { calendarText } from '../../lib/calendar-text.ts'

const EVENT_MS = 3_600_000

/** Times are milliseconds since 1970. */
export type CalendarEvent = {
  id: number
  title: string
  description: string
  nickname: string
  startsAt: number
  changedAt: number
}

/** Makes an iCalendar file [RFC 5545] of one event of an hour. */
export function calendarOf(event: CalendarEvent, origin: string): string {
  const calendar = ical({ prodId: { company: PRODUCT_NAME, product: 'Streams', language: 'EN' } })
  calendar.createEvent({
    id: `stream-${event.id}@${new URL(origin).hostname}`,
    stamp: new Date(event.changedAt),
    start: new Date(event.startsAt),
    end: new Date(event.startsAt + EVENT_MS),
    summary: calendarText(`${event.title} by ${event.nickname}`),
    description: calendarText(event.description) || null,
    url: `${origin}/stream/${event.id}`,
  })
  // The library does not end the last line.
  return `${calendar}\r\n`
}
