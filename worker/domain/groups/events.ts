import { sql } from 'drizzle-orm'
import { GROUP_EVENTS_MAX } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { startOf } from '../challenges/days.ts'
import { selectGroupChallenges } from '../challenges/events.ts'
import { selectGroupCompos } from '../compos/events.ts'

export type GroupEvent = {
  /** Unique among all events. */
  name: string
  path: string
  title: string
  description: string
  groupSlug: string
  groupTitle: string
  startsAt: number
  /** The end of the time for entries of a compo; null for a challenge. */
  entriesEndAt: number | null
  /** The end of voting in a compo, and of the first day of a challenge, which takes entries for ever. */
  endsAt: number
  /** Lasts from one midnight (UTC) to the next. */
  isDay: boolean
}

/** Lists the compos and challenges of all groups, or of one, latest first. */
export async function listGroupEvents(db: Db, { slug }: { slug?: string | undefined } = {}): Promise<GroupEvent[]> {
  const ofGroup = slug ? sql`group_id = (SELECT id FROM groups WHERE slug = ${slug})` : sql`group_id IS NOT NULL`
  const [compos, challenges] = await db.batch([selectGroupCompos(db, ofGroup), selectGroupChallenges(db, ofGroup)])
  const events = [
    ...compos.map(({ id, key, entriesEndAt, votingEndsAt, ...compo }) => ({
      ...compo,
      name: `compo-${id}`,
      path: `/compo/${key}`,
      entriesEndAt,
      endsAt: votingEndsAt,
      isDay: false,
    })),
    ...challenges.map(({ id, day, ...challenge }) => ({
      ...challenge,
      name: `challenge-${id}`,
      path: `/challenge/${id}`,
      startsAt: startOf(day),
      entriesEndAt: null,
      endsAt: startOf(day + 1),
      isDay: true,
    })),
  ]
  return events.sort((a, b) => b.startsAt - a.startsAt).slice(0, GROUP_EVENTS_MAX)
}
