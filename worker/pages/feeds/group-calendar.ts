import ical from 'ical-generator'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { listGroupCompos } from '../../domain/compos/events.ts'
import { calendarText } from '../../lib/calendar-text.ts'
import type { Db } from '../../lib/database.ts'

/** The calendar of all groups as an iCalendar file [RFC 5545]. Its events are their compos, to the end of voting. */
export async function groupCalendar(db: Db, { origin }: { origin: string }): Promise<string> {
  const calendar = ical({ prodId: { company: PRODUCT_NAME, product: 'Groups', language: 'EN' }, name: 'Group events' })
  for (const { id, key, title, description, groupTitle, startsAt, votingEndsAt } of await listGroupCompos(db)) {
    calendar.createEvent({
      id: `compo-${id}@${new URL(origin).hostname}`,
      stamp: new Date(startsAt),
      start: new Date(startsAt),
      end: new Date(votingEndsAt),
      summary: calendarText(`${title}, ${groupTitle}`),
      description: calendarText(description) || null,
      url: `${origin}/compo/${key}`,
    })
  }
  // The library does not end the last line.
  return `${calendar}\r\n`
}
