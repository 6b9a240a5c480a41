import ical from 'ical-generator'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { listGroupEvents } from '../../domain/groups/events.ts'
import { calendarText } from '../../lib/calendar-text.ts'
import type { Db } from '../../lib/database.ts'

/** The calendar of all groups as an iCalendar file [RFC 5545]: their compos, to the end of voting, and their challenges. */
export async function groupCalendar(db: Db, { origin }: { origin: string }): Promise<string> {
  const calendar = ical({ prodId: { company: PRODUCT_NAME, product: 'Groups', language: 'EN' }, name: 'Group events' })
  for (const { name, path, title, description, groupTitle, startsAt, endsAt, isDay } of await listGroupEvents(db)) {
    calendar.createEvent({
      id: `${name}@${new URL(origin).hostname}`,
      stamp: new Date(startsAt),
      start: new Date(startsAt),
      // An event of a whole day ends with it.
      ...(isDay ? { allDay: true } : { end: new Date(endsAt) }),
      summary: calendarText(`${title}, ${groupTitle}`),
      description: calendarText(description) || null,
      url: `${origin}${path}`,
    })
  }
  // The library does not end the last line.
  return `${calendar}\r\n`
}
