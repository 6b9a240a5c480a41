import { and, eq } from 'drizzle-orm'
import ical from 'ical-generator'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { listCalendarEvents } from '../../domain/groups/events.ts'
import { groups } from '../../domain/groups/schema.ts'
import { isGroupShown } from '../../domain/groups/visibility.ts'
import { calendarText } from '../../lib/calendar-text.ts'
import type { Db } from '../../lib/database.ts'

/** Finds the name of a group that visitors see; null without such a group. */
export const findGroupName = async (db: Db, slug: string): Promise<{ slug: string; title: string } | null> =>
  (await db
    .select({ slug: groups.slug, title: groups.title })
    .from(groups)
    .where(and(eq(groups.slug, slug), isGroupShown(null)))
    .get()) ?? null

type CalendarOf = {
  origin: string
  /** A group; all groups without it. */
  group?: { slug: string; title: string } | undefined
}

/**
 * The calendar of all groups, or of one, as an iCalendar file [RFC 5545]: their compos, to the end of voting, and their
 * challenges.
 */
export async function groupCalendar(db: Db, { origin, group }: CalendarOf): Promise<string> {
  const prodId = { company: PRODUCT_NAME, product: 'Groups', language: 'EN' }
  const calendar = ical({ prodId, name: group ? calendarText(group.title) : 'Group events' })
  const events = await listCalendarEvents(db, group)
  for (const { name, path, title, description, groupTitle, startsAt, endsAt, isDay } of events) {
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
