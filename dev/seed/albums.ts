import type { Platform } from '../platform.ts'

/** Distance between positions, so that sketches can be moved in between. */
const GAP = 1000
const COLLECTIONS = ['To look at again', 'Colour', 'Light and weather', 'Line', 'Quiet things', 'How did they do that']

/**
 * Creates albums from tags that an artist used several times, and collections of sketches that a member hearted
 * recently.
 */
export async function writeAlbums({ DB }: Platform, now: number): Promise<void> {
  const fill = (mode: 0 | 1, chosen: string) =>
    DB.prepare(
      `INSERT INTO album_sketches (album_id, sketch_id, position, mode, owner_id, artist_id, listed, listed_for_all)
       SELECT album, sketches.id, ${GAP} * row_number() OVER (PARTITION BY album ORDER BY at DESC, sketches.id DESC), ${mode},
         albums.user_id, sketches.user_id, 1, 1
       FROM (${chosen}) JOIN albums ON albums.id = album JOIN sketches ON sketches.id = sketch WHERE sketches.listed_for_all = 1`,
    )
  await DB.batch([
    DB.prepare(
      `INSERT INTO albums (user_id, mode, title, description, created_at)
       SELECT artist, 0, upper(substr(name, 1, 1)) || replace(substr(name, 2), '-', ' '), '', ?1 FROM (
         SELECT sketches.user_id AS artist, tags.name,
           row_number() OVER (PARTITION BY sketches.user_id ORDER BY count(*) DESC, tags.id) AS place
         FROM sketch_tags JOIN tags ON tags.id = tag_id JOIN sketches ON sketches.id = sketch_id
         WHERE sketches.listed_for_all = 1 GROUP BY sketches.user_id, tags.id HAVING count(*) >= 3
       ) WHERE place = 1`,
    ).bind(now),
    fill(
      0,
      `SELECT albums.id AS album, sketch_tags.sketch_id AS sketch, sketch_tags.sketch_id AS at FROM albums
       JOIN sketches AS own ON own.user_id = albums.user_id JOIN sketch_tags ON sketch_tags.sketch_id = own.id
       JOIN tags ON tags.id = tag_id AND replace(tags.name, '-', ' ') = lower(albums.title)
       WHERE albums.mode = 0`,
    ),
    DB.prepare(
      `INSERT INTO albums (user_id, mode, title, description, created_at)
       SELECT user_id, 1, json_extract(?1, '$[' || (user_id / 3 % ${COLLECTIONS.length}) || ']'), '', ?2
       FROM hearts WHERE user_id % 3 = 1 GROUP BY user_id HAVING count(*) >= 10`,
    ).bind(JSON.stringify(COLLECTIONS), now),
    fill(
      1,
      `SELECT album, sketch, at FROM (
         SELECT albums.id AS album, sketch_id AS sketch, hearts.created_at AS at,
           row_number() OVER (PARTITION BY albums.id ORDER BY hearts.created_at DESC) AS place
         FROM albums JOIN hearts ON hearts.user_id = albums.user_id WHERE albums.mode = 1
       ) WHERE place <= 12`,
    ),
    DB.prepare('DELETE FROM albums WHERE sketches_count = 0'),
  ])
}
