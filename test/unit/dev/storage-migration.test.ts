import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrationFiles } from '../../../dev/schema.ts'

/** A database with files from before storage was counted, and comments and likes from before statistics. */
function migratedWithFiles(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const path of migrationFiles()) {
    if (path.endsWith('storage-of-members.sql')) addFiles(db)
    db.exec(readFileSync(path, 'utf8'))
  }
  return db
}

it('members keep the size of what they stored before storage was counted', () => {
  const db = migratedWithFiles()
  expect(db.prepare('SELECT id, stored_bytes FROM users ORDER BY id').all()).toEqual([
    { id: 1, stored_bytes: 1 + 20 + 300 + 4000 + 50_000 },
    { id: 2, stored_bytes: 0 },
  ])
})

it('members keep the numbers of comments and likes, and the bytes by format, from before they were counted', () => {
  const db = migratedWithFiles()
  const columns = 'sketch_comments_count, likes_received, png_bytes, jpg_bytes'
  expect(db.prepare(`SELECT ${columns} FROM users ORDER BY id`).all().map(Object.values)).toEqual([
    [7, 9, 20, 1],
    [0, 0, 0, 0],
  ])
})

/** Two sketches of the first member: one with two versions and a video. */
function addFiles(db: DatabaseSync): void {
  const picture = "1, 1, 0, 0, 'image/png', '', '', '[]', ''"
  const columns = 'width, height, rotation, mirrored, content_type, content_hash, thumbhash, colours, perceptual_hash'
  db.exec(`
    INSERT INTO users (id, nickname, nickname_key, birth_date, created_at)
      VALUES (1, 'Ines', 'ines', '2000-01-01', 0), (2, 'Mira', 'mira', '2000-01-01', 0);
    INSERT INTO sketches (id, user_id, title, description, alt_text, file_key, image_key, bytes, created_at, ${columns})
      VALUES (1, 1, '', '', '', 'a', 'a', 1, 0, ${picture}),
        (2, 1, '', '', '', 'b', 'b', 20, 0, ${picture.replace("'image/png', ''", "'image/png', 'other'")});
    UPDATE sketches SET comments_count = 3, likes_count = 4, content_type = 'image/jpeg' WHERE id = 1;
    UPDATE sketches SET comments_count = 4, likes_count = 5 WHERE id = 2;
    INSERT INTO sketch_versions (file_key, sketch_id, image_key, angle, bytes, replaced_at, ${columns})
      VALUES ('c', 1, 'c', 0, 300, 0, ${picture}), ('d', 1, 'd', 0, 4000, 0, ${picture});
    INSERT INTO sketch_files (file_key, sketch_id, kind, address, bytes, content_type, created_at)
      VALUES ('e', 1, 'video', 'e', 50000, 'video/mp4', 0);`)
}
