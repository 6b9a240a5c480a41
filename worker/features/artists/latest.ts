import { and, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { LatestArtists } from '../../../contract/http/artists.ts'
import { LATEST_ARTISTS_MAX, LATEST_SKETCHES_MAX } from '../../../contract/limits.ts'
import { sketchThumbOf, thumbColumns } from '../../domain/sketches/list-items.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { notBlocked, partsWithBlocked, seesOwnMature } from '../../domain/sketches/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { artistOf, columnsFor } from './queries.ts'

/** The number of the newest sketches whose artists are listed. */
const NEWEST_SKETCHES = 100

/**
 * Lists the artists who posted last, each with their latest sketches. Omits artists who blocked the viewer or whom the
 * viewer blocked.
 */
export async function listLatestArtists(db: Db, viewer: Viewer | null): Promise<LatestArtists> {
  const newest = partsWithBlocked(viewer).map((part) => sql`SELECT id, user_id FROM sketches WHERE ${part}`)
  const posted = sql`(SELECT user_id, max(id) AS newest FROM (
      ${sql.join(newest, sql` UNION ALL `)} ORDER BY id DESC LIMIT ${NEWEST_SKETCHES})
    GROUP BY user_id ORDER BY newest DESC LIMIT ${LATEST_ARTISTS_MAX})`
  const own = alias(sketches, 'own')
  const [listed] = partsWithBlocked(viewer, own)
  const ofArtist = [sql`${listed} AND own.user_id = posted.user_id`]
  // Null unless the viewer is the artist, so that the index finds nothing.
  if (seesOwnMature(viewer))
    ofArtist.push(sql`own.mature_by = iif(posted.user_id = ${viewer.id}, posted.user_id, NULL)`)
  const selects = ofArtist.map((part) => sql`SELECT own.id FROM sketches AS own WHERE ${part}`)
  const ownLatest = sql`(${sql.join(selects, sql` UNION ALL `)} ORDER BY id DESC LIMIT ${LATEST_SKETCHES_MAX})`
  const rows = await db
    .select({ artist: columnsFor(viewer), sketch: thumbColumns })
    .from(sql`${posted} AS posted`)
    .crossJoin(users)
    .crossJoin(sketches)
    .where(and(sql`${users.id} = posted.user_id AND ${sketches.id} IN ${ownLatest}`, notBlocked(viewer, users.id)))
  const newestFirst = rows.sort((a, b) => b.sketch.id - a.sketch.id)
  const byArtist = Map.groupBy(newestFirst, ({ artist }) => artist.id)
  return {
    items: [...byArtist.values()].flatMap((own) =>
      own.slice(0, 1).map(({ artist }) => ({
        ...artistOf(artist),
        latest: own.map(({ sketch }) => sketchThumbOf(sketch)),
      })),
    ),
  }
}
