import { type SQL, sql } from 'drizzle-orm'
import type { CaseAction } from '../../../contract/cases.ts'
import type { TopicAct } from '../../../contract/http/forum.ts'
import type { DirectAct, DirectUndo } from '../../domain/cases/direct-acts.ts'
import { reportedTopic } from '../../domain/cases/evidence.ts'
import { isInForce } from '../../domain/cases/in-force.ts'
import type { Undo } from '../../domain/cases/schema.ts'
import { reindexPosts } from '../../domain/forum/search-index.ts'
import { isTopic } from '../../domain/forum/topics.ts'
import { batchEach, type Db, type Statement, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

/** Selects the state of a topic before its removal, from its last lock, unlock or restoration in the audit log. */
function stateBefore(topic: number): SQL {
  const state = sql`changes ->> '$.state[1]'`
  const logged = sql`SELECT ${state} FROM audit_log WHERE target_type = 'topic' AND target_id = ${topic}
    AND ${state} IN ('open', 'locked') ORDER BY id DESC LIMIT 1`
  return sql`coalesce((${logged}), 'open')`
}

/** Returns the column that a staff action changes, its new value, and the condition under which it is possible. */
function changeOf(body: TopicAct): { column: string; value: SQL | string | number; condition: SQL } {
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

export type TopicFacts = {
  userId: number
  title: string
  state: string
  firstPostId: number | null
  /**
   * 1 if a decision in force removed, locked or renamed the topic. Its author does not take that back, even as staff.
   */
  isDecided: number
}

/** The condition that a decision on a topic is in force. */
const isDecided = sql.join(
  (['remove_topic', 'lock_topic', 'rename_topic'] as const).map((action) =>
    isInForce({ kind: 'post', target: sql`CAST(first.id AS TEXT)`, action }),
  ),
  sql` OR `,
)

/** Finds the state of a topic on which staff actions depend. */
export async function findTopicFacts(db: Db, topic: number): Promise<TopicFacts | null> {
  const [facts] = await db.all<TopicFacts>(
    sql`SELECT forum_topics.user_id AS userId, title, state, first.id AS firstPostId, ${isDecided} AS isDecided
      FROM forum_topics LEFT JOIN forum_posts AS first ON first.topic_id = forum_topics.id AND first.number = 1
      WHERE forum_topics.id = ${topic}`,
  )
  return facts ?? null
}

type TopicDecision =
  | { of: 'act'; act: Omit<DirectAct, 'rule' | 'reason'> }
  | { of: 'undo'; undo: Omit<DirectUndo, 'reason'> }

/**
 * Describes a staff action on a topic as a decision that its author reads, or as the reversal of one. Returns null for
 * actions that are neither, such as pinning, and for actions that change nothing.
 */
export function decisionOn({ title, state, firstPostId }: TopicFacts, body: TopicAct): TopicDecision | null {
  if (firstPostId === null) return null
  const thing = { kind: 'post', target: String(firstPostId) } as const
  const isInState = isTopic(body.topic, sql`state = ${state}`)
  const act = (action: CaseAction, undo: Undo, isPossible: SQL): TopicDecision => ({
    ...{ of: 'act', act: { ...thing, thing: reportedTopic(firstPostId), action, undo, isPossible } },
  })
  const undo = (action: CaseAction): TopicDecision => ({
    ...{ of: 'undo', undo: { ...thing, action, isPossible: isInState } },
  })
  if (body.action === 'remove' && state !== 'removed') return act('remove_topic', {}, isInState)
  if (body.action === 'lock' && state === 'open') return act('lock_topic', {}, isInState)
  if (body.action === 'rename' && body.title !== title)
    return act('rename_topic', { title: [title, body.title] }, isTopic(body.topic, sql`title = ${title}`))
  if (body.action === 'restore' && state === 'removed') return undo('remove_topic')
  if (body.action === 'unlock' && state === 'locked') return undo('lock_topic')
  return null
}

type Moderation = {
  body: TopicAct
  staffId: number
  reason: string
  now: number
  /** Statements for the batch, before the act. */
  along?: readonly Statement[]
}

/**
 * Locks, pins, moves, renames or removes a topic, or reverses that, with an entry in the audit log. An action that
 * changes nothing is a no-op without an entry. Fails for a missing topic or category.
 */
export async function moderateTopic(
  db: Db,
  { body, staffId, reason, now, along = [] }: Moderation,
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
  const results = await batchEach<Statement>(db, [
    ...along,
    statement(
      db,
      sql`INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, changes, created_at)
        SELECT ${staffId}, 'topic_moderate', user_id, 'topic', id, ${reason},
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
  const rows = results.at(-1)
  return Array.isArray(rows) && rows.length > 0 ? DONE : failure('not_found')
}
