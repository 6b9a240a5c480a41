import ical from 'ical-generator'
import { PRODUCT_NAME } from '../../../contract/product.ts'

const LASTS_MS = 3_600_000

/** An announced stream as a calendar event. Times in milliseconds since 1970. */
export type CalendarEvent = {
  id: number
  title: string
  description: string
  nickname: string
  startsAt: number
  changedAt: number
}

/** A calendar of one event, an hour long, as iCalendar [RFC 5545]; `origin` is where the site is. */
export function calendarOf(event: CalendarEvent, origin: string): string {
  const calendar = ical({ prodId: { company: PRODUCT_NAME, product: 'Streams', language: 'EN' } })
  calendar.createEvent({
    id: `stream-${event.id}@${new URL(origin).hostname}`,
    stamp: new Date(event.changedAt),
    start: new Date(event.startsAt),
    end: new Date(event.startsAt + LASTS_MS),
    summary: clean(`${event.title} by ${event.nickname}`),
    description: clean(event.description) || null,
    url: `${origin}/stream/${event.id}`,
  })
  // The library ends every line but the last.
  return `${calendar}\r\n`
}

/** A text without characters that iCalendar does not allow; line breaks stay. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
}
