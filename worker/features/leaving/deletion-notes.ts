import { eq, sql } from 'drizzle-orm'
import { sweepPositions } from '../../domain/uploads/schema.ts'
import { type Db, statement } from '../../lib/database.ts'

const PREFIX = 'deletions/'
const LIST = 'deletions'
/** The maximum of a list call in R2. A run makes one such call. */
const NOTES_AT_ONCE = 1000

/**
 * Notes a deletion in the file store, which a restored backup of the database does not change. The name of an empty
 * file has the id of the account and the time for which the member asked.
 */
export async function noteDeletion(files: R2Bucket, userId: number, dueAt: number): Promise<void> {
  await files.put(`${PREFIX}${userId}-${dueAt}`, '')
}

/**
 * Makes the deletion of an account due again if the account exists although its deletion is noted: a backup was
 * restored. An account that was created after the noted time is another one with the same id. Reads one page of notes;
 * the next run continues.
 */
export async function repeatDeletions(db: Db, files: R2Bucket): Promise<void> {
  const startAfter = (await db.select().from(sweepPositions).where(eq(sweepPositions.name, LIST)).get())?.position
  const listed = await files.list({ prefix: PREFIX, limit: NOTES_AT_ONCE, ...(startAfter && { startAfter }) })
  const notes = listed.objects.map(({ key }) => {
    const [id, at] = key.slice(PREFIX.length).split('-').map(Number)
    return { id, at }
  })
  const position = listed.truncated ? (listed.objects.at(-1)?.key ?? '') : ''
  const list = JSON.stringify(notes)
  await db.batch([
    statement(
      db,
      sql`UPDATE users SET deletes_at = (SELECT min(value ->> 'at') FROM json_each(${list}) WHERE value ->> 'id' = users.id)
        WHERE id IN (SELECT users.id FROM json_each(${list}) AS note JOIN users ON users.id = note.value ->> 'id'
          WHERE users.deleted_at IS NULL AND users.created_at < note.value ->> 'at')`,
    ),
    db
      .insert(sweepPositions)
      .values({ name: LIST, position })
      .onConflictDoUpdate({ target: sweepPositions.name, set: { position } }),
  ])
}
