import type { DatabaseSync } from 'node:sqlite'
import { resumeFanOuts } from '../../../worker/domain/sketch-lists/fan-out.ts'
import { findMember } from '../../../worker/domain/users/viewer.ts'
import { rankSketches } from '../../../worker/features/galleries/rankings.ts'
import { chooseRecommendations } from '../../../worker/features/galleries/recommended.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { openDatabaseFile } from '../../database-file.ts'
import { openPlatform } from '../../platform.ts'
import type { LocalSite } from '../../settings.ts'
import { fanRows, feedRows } from './fan-rows.ts'
import { MEMBERS, READER } from './members.ts'
import { countStatements, sketchRows } from './sketch-rows.ts'
import { withoutTriggers } from './without-triggers.ts'

const ROWS_PER_STATEMENT = 50_000

/**
 * Adds rows without files, to measure queries on large tables. Of a thousand members, the prolific member posts every
 * tenth sketch, and the reader gives hearts and follows artists. Times of features and hearts are coarse, so that many
 * are equal. Ranked and recommended lists are computed as by the scheduled jobs. Hearts have no ledger entries, and
 * only the reader has a complete feed.
 */
export async function addBulk(localSite: LocalSite, count: number, onProgress: (done: number) => void): Promise<void> {
  const now = Date.now()
  const file = openDatabaseFile(localSite)
  const first = addRows(file, count, now, onProgress)
  file.close()
  const platform = await openPlatform(localSite)
  const db = openDb(platform.DB)
  await resumeFanOuts(db)
  await rankSketches(db, now)
  const reader = await findMember(db, first + READER)
  if (reader) await chooseRecommendations(db, reader, now)
  await platform.close()
}

/** Returns the id of the first member. Uses the file because D1 aborts long statements. */
function addRows(file: DatabaseSync, count: number, now: number, onProgress: (done: number) => void): number {
  file.exec('PRAGMA synchronous = OFF')
  file.exec('PRAGMA cache_size = -1000000')
  file.exec(
    `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MEMBERS})
     SELECT 'bulk ' || i, 'bulk ' || i, '1990-01-01', 1700000000000 FROM n WHERE true ON CONFLICT DO NOTHING`,
  )
  const first = selectNumber(file, `SELECT id AS number FROM users WHERE nickname_key = 'bulk 1'`)
  const base = selectNumber(file, 'SELECT coalesce(max(id), 0) AS number FROM sketches')
  withoutTriggers(file, ['sketches', 'sketch_tags', 'hearts'], () => {
    for (let done = 0; done < count; done += ROWS_PER_STATEMENT) {
      const to = Math.min(count, done + ROWS_PER_STATEMENT)
      for (const rows of sketchRows({ base, first, from: done + 1, to, count, now })) file.exec(rows)
      onProgress(to)
    }
    for (const counts of countStatements(base)) file.exec(counts)
  })
  file.exec(fanRows(first))
  file.exec(feedRows(first, base))
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return first
}

function selectNumber(file: DatabaseSync, query: string): number {
  return Number(file.prepare(query).get()?.number)
}
