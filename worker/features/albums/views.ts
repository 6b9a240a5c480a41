import type { Db } from '../../lib/db.ts'
import { sha256Hex } from '../../lib/random.ts'
import type { Viewer } from '../../lib/viewer.ts'
import { albumViews } from './schema.ts'

const DAY_MS = 86_400_000

/** Counts a look at an album, one a viewer a day. Of a visitor's address only a hash is kept, another one each day. */
export async function addAlbumView(
  db: Db,
  albumId: number,
  viewer: Viewer | null,
  address: string,
  now: number,
): Promise<void> {
  const day = Math.floor(now / DAY_MS)
  const who = viewer ? `member:${viewer.id}` : `visitor:${await sha256Hex(`${day} ${address}`)}`
  await db.insert(albumViews).values({ albumId, viewer: who, day }).onConflictDoNothing()
}
