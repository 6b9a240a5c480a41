import { type SQL, sql } from 'drizzle-orm'
import { GROUP_EVENTS_PAGE_SIZE } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { dayOf, startOf } from '../challenges/days.ts'
import { type GroupChallenge, selectGroupChallenges } from '../challenges/events.ts'
import { type GroupCompo, selectGroupCompos, selectUnfinishedGroupCompos } from '../compos/events.ts'
import type { Viewer } from '../users/viewer.ts'
import { groups } from './schema.ts'
import { isGroupShown, shownGroupId } from './visibility.ts'

export type GroupEvent = {
  /** Unique among all events. */
  name: string
  position: EventPosition
  path: string
  title: string
  description: string
  groupSlug: string
  groupTitle: string
  startsAt: number
  /** The time until which a compo takes entries; null for a challenge. */
  entriesEndAt: number | null
  /** The end of voting in a compo, or of the first day of a challenge, which stays open. */
  endsAt: number
  /** True for an event from one midnight (UTC) to the next. */
  isDay: boolean
}

/** The position of an event in the list, latest first. Compos come before challenges with the same start. */
export type EventPosition = readonly [startsAt: number, kind: number, id: number]
const CHALLENGE = 0
const COMPO = 1

const belongsTo = (viewer: Viewer | null, slug: string | undefined): SQL =>
  slug ? sql`group_id = ${shownGroupId(viewer, slug)}` : sql`group_id IS NOT NULL`

type EventPage = {
  events: GroupEvent[]
  /** The position of the last event on the page; null if no event follows. */
  end: EventPosition | null
}

/**
 * Lists a page of compos and challenges of all groups or of one group, latest first, after a position. Leaves out
 * events of groups that are hidden from the viewer, so a page may be shorter.
 */
export async function listGroupEvents(
  db: Db,
  viewer: Viewer | null,
  { slug, last }: { slug?: string | undefined; last?: EventPosition | undefined } = {},
): Promise<EventPage> {
  const ofGroup = belongsTo(viewer, slug)
  const [compos, challenges] = await db.batch([
    selectGroupCompos(db, ofGroup, last && [last[0], last[1] === COMPO ? last[2] : 0]),
    selectGroupChallenges(
      db,
      ofGroup,
      last && (last[1] === COMPO ? [dayOf(last[0]) + 1, 0] : [dayOf(last[0]), last[2]]),
    ),
  ])
  const rows = [...compos.map(eventOfCompo), ...challenges.map(eventOfChallenge)]
    .sort(latestFirst)
    .slice(0, GROUP_EVENTS_PAGE_SIZE)
  const events = await withGroups(db, viewer, rows)
  return { events, end: rows.length < GROUP_EVENTS_PAGE_SIZE ? null : (rows.at(-1)?.position ?? null) }
}

/**
 * Lists the events of a calendar feed, of all groups or of one group: compos without a result, and the latest events of
 * each kind.
 */
export async function listCalendarEvents(db: Db, group?: { slug: string; title: string }): Promise<GroupEvent[]> {
  const ofGroup = belongsTo(null, group?.slug)
  const [unfinished, latest, challenges] = await db.batch([
    selectUnfinishedGroupCompos(db, ofGroup),
    selectGroupCompos(db, ofGroup),
    selectGroupChallenges(db, ofGroup),
  ])
  const compos = [...new Map([...unfinished, ...latest].map((compo) => [compo.id, compo])).values()]
  const events = [...compos.map(eventOfCompo), ...challenges.map(eventOfChallenge)].sort(latestFirst)
  if (!group) return withGroups(db, null, events)
  return events.map((event) => ({ ...event, groupSlug: group.slug, groupTitle: group.title }))
}

type EventRow = Omit<GroupEvent, 'groupSlug' | 'groupTitle'> & { groupId: number }

const eventOfCompo = ({ id, key, votingEndsAt, ...compo }: GroupCompo): EventRow => ({
  ...compo,
  name: `compo-${id}`,
  position: [compo.startsAt, COMPO, id],
  path: `/compo/${key}`,
  endsAt: votingEndsAt,
  isDay: false,
})

const eventOfChallenge = ({ id, day, ...challenge }: GroupChallenge): EventRow => ({
  ...challenge,
  name: `challenge-${id}`,
  position: [startOf(day), CHALLENGE, id],
  path: `/challenge/${id}`,
  startsAt: startOf(day),
  entriesEndAt: null,
  endsAt: startOf(day + 1),
  isDay: true,
})

/** Order of events by their start. The sort is stable, so compos remain before challenges with the same start. */
const latestFirst = (a: EventRow, b: EventRow) => b.startsAt - a.startsAt

/** Adds the names of the groups and leaves out events of hidden groups. */
async function withGroups(db: Db, viewer: Viewer | null, events: readonly EventRow[]): Promise<GroupEvent[]> {
  if (events.length === 0) return []
  const ids = JSON.stringify([...new Set(events.map(({ groupId }) => groupId))])
  const rows = await db
    .select({ id: groups.id, slug: groups.slug, title: groups.title })
    .from(groups)
    .where(sql`${groups.id} IN (SELECT value FROM json_each(${ids})) AND ${isGroupShown(viewer)}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return events.flatMap(({ groupId, ...event }) => {
    const group = byId.get(groupId)
    return group ? [{ ...event, groupSlug: group.slug, groupTitle: group.title }] : []
  })
}
