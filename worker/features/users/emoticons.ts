import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { EMOTICONS_MAX } from '../../../contract/limits.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { orFailure, type Result } from '../../lib/result.ts'
import { emoticons } from './schema.ts'

/**
 * Makes a member's own sketch their emoticon and returns its id. Only the last ones made are kept. Fails with
 * `unsuitable_picture` if not everyone sees the sketch in lists.
 */
export async function makeEmoticon(
  db: Db,
  { userId, sketchId, now }: { userId: number; sketchId: number; now: number },
): Promise<Result<number, 'unsuitable_picture'>> {
  const isSuitable = sql`sketches.id = ${sketchId} AND sketches.user_id = ${userId} AND sketches.listed_for_all = 1`
  const [made] = await db.batch([
    statement<{ id: number }>(
      db,
      sql`INSERT INTO emoticons (user_id, sketch_id, created_at)
        SELECT sketches.user_id, sketches.id, ${now} FROM sketches WHERE ${isSuitable}
        ON CONFLICT (user_id, sketch_id) DO UPDATE SET created_at = excluded.created_at RETURNING id`,
    ),
    statement(
      db,
      sql`UPDATE users SET emoticon_id = emoticons.id
        FROM emoticons JOIN sketches ON sketches.id = emoticons.sketch_id
        WHERE users.id = ${userId} AND emoticons.user_id = users.id AND ${isSuitable}`,
    ),
    statement(
      db,
      sql`DELETE FROM emoticons WHERE user_id = ${userId} AND id NOT IN (SELECT id FROM emoticons
        WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC LIMIT ${EMOTICONS_MAX})`,
    ),
  ])
  return orFailure(made[0]?.id, 'unsuitable_picture')
}

/** Selects a member's emoticons that can be drawn, the last made first. */
export function selectRecentEmoticons(db: Db, userId: number) {
  return (
    db
      .select({ id: emoticons.id, title: sketches.title, imageKey: sketches.imageKey })
      .from(emoticons)
      .innerJoin(sketches, eq(sketches.id, emoticons.sketchId))
      // The plus keeps SQLite from reading all listed sketches first.
      .where(and(eq(emoticons.userId, userId), sql`+${sketches.listedForAll} = 1`))
      .orderBy(desc(emoticons.createdAt), desc(emoticons.id))
      .limit(EMOTICONS_MAX)
  )
}

/**
 * The image key of the emoticon in a row of `users`; null for none, and while not everyone sees its sketch in lists.
 */
export const emoticonKeyColumn = sql<string | null>`(${drawn(sql`sketches.image_key`, sql`users.emoticon_id`)})`.as(
  'emoticon_key',
)

/** A value of `users.emoticon_id`: the member's emoticon of this id if it can be drawn, else none. */
export function chosenEmoticon(id: number): SQL {
  return sql`(${drawn(sql`emoticons.id`, sql`${id}`)})`
}

function drawn(column: SQL, id: SQL): SQL {
  return sql`SELECT ${column} FROM emoticons JOIN sketches ON sketches.id = emoticons.sketch_id
    WHERE emoticons.id = ${id} AND emoticons.user_id = users.id AND sketches.listed_for_all = 1`
}
