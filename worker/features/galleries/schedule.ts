import { fanOutRest } from '../../domain/sketch-lists/fan-out.ts'
import type { Db } from '../../lib/database.ts'
import { rankSketches } from './rankings.ts'

/** What the schedule does for galleries: feeds that were cut off are finished, the ranked lists are made anew. */
export async function keepGalleries(db: Db, now: number): Promise<void> {
  await fanOutRest(db)
  await rankSketches(db, now)
}
