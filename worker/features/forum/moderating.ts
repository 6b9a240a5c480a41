import { type SQL, sql } from 'drizzle-orm'
import type { TopicModeration } from '../../../contract/http/forum.ts'
import { reindexPosts } from '../../domain/forum/search-index.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

/** The state of a topic before its removal, from the audit log of its locks and restorations. */
function stateBefore(topic: number): SQL {
  const state = sql`changes ->> '$.state[1]'`
  const logged = sql`SELECT ${state} FROM audit_log WHERE target_type = 'topic' AND target_id = ${topic}
    AND ${state} IN ('open', 'locked') ORDER BY id DESC LIMIT 1`
  return sql`coalesce((${logged}), 'open')`
}

/** The column that an act of staff changes, its new value, and the condition that the act is possible. */
function changeOf(body: TopicModeration): { column: string; value: SQL | string | number; condition: SQL } {
  const always = sql`true`
  switch (body.action) {
    case 'lock':
      return { column: 'state', value: 'locked', condition: sql`state = 'open'` }
    case 'unlock':
      return { column: 'state', value: 'open', condition: sql`state = 'locked'` }
    case 'remove':
      return { column: 'state', value: 'removed', condition: always }
    case 'restore':
      return { column: 'state', value: stateBefore(body.topic), condition: sql`state = 'removed'` }
    case 'pin':
      return { column: 'pinned', value: 1, condition: always }
    case 'unpin':
      return { column: 'pinned', value: 0, condition: always }
    case 'rename':
      return { column: 'title', value: body.title, condition: always }
    case 'move':
      return {
        column: 'category_id',
        // A bound number would be a float in the JSON of the log.
        value: sql`CAST(${body.category} AS INTEGER)`,
        condition: sql`EXISTS (SELECT 1 FROM forum_categories WHERE id = ${body.category})`,
      }
  }
}

/**
 * Locks, pins, moves, renames or removes a topic, or takes that back, with an entry in the audit log. An act that
 * changes nothing is a no-op without an entry. Fails for a missing topic or category.
 */
export async function moderateTopic(
  db: Db,
  { body, staffId, now }: { body: TopicModeration; staffId: number; now: number },
): Promise<Result<void, 'not_found'>> {
  const { column, value, condition } = changeOf(body)
  const name = sql.raw(column)
  const changed = sql`forum_topics WHERE id = ${body.topic} AND ${name} <> ${value} AND ${condition}`
  const [unindex, index] = reindexPosts(sql`SELECT id FROM forum_posts WHERE topic_id = ${body.topic} AND number = 1`)
  const found = statement<{ found: number }>(
    db,
    sql`SELECT 1 AS found FROM forum_topics WHERE id = ${body.topic}
      AND (${body.action} <> 'move' OR category_id = ${'category' in body ? body.category : null})`,
  )
  const [, , , , rows] = await db.batch([
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'topic_moderate', user_id, 'topic', id, ${body.reason},
          json_object(${column}, json_array(${name}, ${value})), ${now} FROM ${changed}`,
    ),
    statement(
      db,
      sql`UPDATE forum_topics SET ${name} = ${value} WHERE id = ${body.topic} AND ${name} <> ${value} AND ${condition}`,
    ),
    statement(db, unindex),
    statement(db, index),
    found,
  ])
  return rows.length > 0 ? DONE : failure('not_found')
}
