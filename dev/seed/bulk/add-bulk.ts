import type { DatabaseSync } from 'node:sqlite'
import { fanOutRest } from '../../../worker/domain/sketch-lists/fan-out.ts'
import { findMember } from '../../../worker/domain/users/viewer.ts'
import { rankSketches } from '../../../worker/features/galleries/rankings.ts'
import { chooseRecommendations } from '../../../worker/features/galleries/recommended.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { openDatabaseFile } from '../../database-file.ts'
import { openPlatform } from '../../platform.ts'
import type { Place } from '../../settings.ts'
import { fanRows, feedRows } from './fan-rows.ts'
import { countRows, sketchRows } from './sketch-rows.ts'
import { MEMBERS, READER } from './who.ts'
import { withoutTriggers } from './without-triggers.ts'

const ROWS_AT_ONCE = 50_000

/**
 * Adds rows without files, for measuring queries on large tables; they never appear on a page that anyone looks at. Of a
 * thousand members one posts every tenth sketch, and one reads, that is, gives hearts and is a fan. Sketches have tags,
 * hearts, features, colours, a co-op; the times of features and hearts are rough, so that many are the same. The lists
 * that are ranked and recommended are made of them as the schedule does. Hearts stand in no ledger, and only the reader
 * has a whole feed.
 */
export async function addBulk(place: Place, count: number, onProgress: (done: number) => void): Promise<void> {
  const now = Date.now()
  const file = openDatabaseFile(place)
  const first = addRows(file, count, now, onProgress)
  file.close()
  const platform = await openPlatform(place)
  const db = openDb(platform.DB)
  await fanOutRest(db)
  await rankSketches(db, now)
  const reader = await findMember(db, first + READER)
  if (reader) await chooseRecommendations(db, reader, now)
  await platform.close()
}

/** Answers the id of the first of the members. D1 itself gives up when statements take long. */
function addRows(file: DatabaseSync, count: number, now: number, onProgress: (done: number) => void): number {
  file.exec('PRAGMA synchronous = OFF')
  file.exec('PRAGMA cache_size = -1000000')
  file.exec(
    `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MEMBERS})
     SELECT 'bulk ' || i, 'bulk ' || i, '1990-01-01', 1700000000000 FROM n WHERE true ON CONFLICT DO NOTHING`,
  )
  const first = numberOf(file, `SELECT id AS number FROM users WHERE nickname_key = 'bulk 1'`)
  const base = numberOf(file, 'SELECT coalesce(max(id), 0) AS number FROM sketches')
  withoutTriggers(file, ['sketches', 'sketch_tags', 'hearts'], () => {
    for (let done = 0; done < count; done += ROWS_AT_ONCE) {
      const to = Math.min(count, done + ROWS_AT_ONCE)
      for (const rows of sketchRows({ base, first, from: done + 1, to, count, now })) file.exec(rows)
      onProgress(to)
    }
    for (const counts of countRows(base)) file.exec(counts)
  })
  file.exec(fanRows(first))
  file.exec(feedRows(first, base))
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return first
}

function numberOf(file: DatabaseSync, query: string): number {
  return Number(file.prepare(query).get()?.number)
}
