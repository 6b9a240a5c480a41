import { foldCounts } from '../../worker/features/stats/fold.ts'
import { openDb } from '../../worker/lib/database.ts'
import type { Platform } from '../platform.ts'
import { Rng } from './drawings/random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ROWS_PER_STATEMENT = 2000
/** Most views of a sketch come in its first weeks, the others at any time after it was posted. */
const FIRST_WEEKS_MS = 40 * DAY_MS

type Sketch = { id: number; userId: number; hearts: number; createdAt: number }
type Hour = { user: number; hour: number; views: number }

/** Adds views of all sketches: more of those with many hearts, and more in the evening. */
export async function writeViews({ DB }: Platform, now: number): Promise<void> {
  const { results: sketches } = await DB.prepare(
    'SELECT id, user_id AS userId, hearts_count AS hearts, created_at AS createdAt FROM sketches ORDER BY id',
  ).all<Sketch>()
  const rng = new Rng(20_260_614)
  const hours = new Map<string, Hour>()
  const counts = sketches.map(({ id, userId, hearts, createdAt }) => {
    const views = 15 + Math.round(hearts * (4 + rng.next() * 6))
    for (let view = 0; view < views; view++) {
      const hour = hourOfView(createdAt, rng, now)
      const key = `${userId} ${hour}`
      const counted = hours.get(key) ?? { user: userId, hour, views: 0 }
      hours.set(key, { ...counted, views: counted.views + 1 })
    }
    return { id, user: userId, views }
  })
  const rows = [...hours.values()]
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    await DB.prepare(
      `INSERT INTO member_counts (user_id, grain, starts_at, views)
        SELECT value ->> 'user', 'hour', value ->> 'hour', value ->> 'views' FROM json_each(?1) WHERE true
        ON CONFLICT (user_id, grain, starts_at) DO UPDATE SET views = views + excluded.views`,
    )
      .bind(JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT)))
      .run()
  }
  const given = JSON.stringify(counts)
  await DB.batch([
    DB.prepare(
      `UPDATE sketches SET views_count = views_count + given.views
        FROM (SELECT value ->> 'id' AS id, value ->> 'views' AS views FROM json_each(?1)) AS given
        WHERE sketches.id = given.id`,
    ).bind(given),
    DB.prepare(
      `UPDATE users SET views_count = views_count + given.views
        FROM (SELECT value ->> 'user' AS id, sum(value ->> 'views') AS views FROM json_each(?1) GROUP BY 1) AS given
        WHERE users.id = given.id`,
    ).bind(given),
  ])
  await foldCounts(openDb(DB), now)
}

function hourOfView(postedAt: number, rng: Rng, now: number): number {
  const age = now - postedAt
  const delay = rng.chance(0.6) ? rng.next() ** 2 * Math.min(FIRST_WEEKS_MS, age) : rng.next() * age
  const at = postedAt + delay
  const isNight = new Date(at).getUTCHours() < 7
  const shown = isNight && rng.chance(0.7) ? Math.min(at + 12 * HOUR_MS, now) : at
  return Math.floor(shown / HOUR_MS) * HOUR_MS
}
