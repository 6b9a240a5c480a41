import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { ChallengeQueue } from '../../../contract/http/challenges.ts'
import { CHALLENGE_QUEUE_MAX, PENDING_SUGGESTIONS_MAX, SUGGESTIONS_PAGE_SIZE } from '../../../contract/limits.ts'
import type { StaffAction } from '../../../contract/staff-actions.ts'
import { toWireTime } from '../../../contract/time.ts'
import { auditLog } from '../../domain/audit-log/schema.ts'
import { dayOf, startOf } from '../../domain/challenges/days.ts'
import { isDaily } from '../../domain/challenges/queries.ts'
import { challengeIdeas, challenges } from '../../domain/challenges/schema.ts'
import { personOf } from '../../domain/users/list-items.ts'
import { users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'

type IdeaText = { title: string; description: string }

/** Stores a member's suggestion, once per title. Fails at the maximum of pending suggestions. */
export async function addSuggestion(
  db: Db,
  { userId, title, description, now }: IdeaText & { userId: number; now: number },
): Promise<Result<void, 'suggestion_limit'>> {
  const isSame = and(eq(challengeIdeas.userId, userId), eq(challengeIdeas.title, title))
  const [, stored] = await db.batch([
    statement(
      db,
      sql`INSERT INTO challenge_ideas (user_id, title, description, created_at)
        SELECT ${userId}, ${title}, ${description}, ${now}
        WHERE NOT EXISTS (SELECT 1 FROM challenge_ideas WHERE user_id = ${userId} AND title = ${title})
          AND (SELECT count(*) FROM challenge_ideas WHERE user_id = ${userId} AND queue_position IS NULL) < ${PENDING_SUGGESTIONS_MAX}`,
    ),
    db.select({ id: challengeIdeas.id }).from(challengeIdeas).where(isSame).limit(1),
  ])
  return stored.length > 0 ? DONE : failure('suggestion_limit')
}

const isWaitingOf = (userId: number) => and(eq(challengeIdeas.userId, userId), isNull(challengeIdeas.queuePosition))

/** Lists the suggestions of a member that staff have not decided, oldest first. */
export const listOwnSuggestions = (db: Db, userId: number) =>
  db
    .select({ id: challengeIdeas.id, title: challengeIdeas.title })
    .from(challengeIdeas)
    .where(isWaitingOf(userId))
    .orderBy(asc(challengeIdeas.id))
    .limit(PENDING_SUGGESTIONS_MAX)

/** Deletes a suggestion of a member that staff have not decided. */
export async function withdrawSuggestion(
  db: Db,
  { id, userId }: { id: number; userId: number },
): Promise<Result<void, 'not_found'>> {
  const isOwn = and(eq(challengeIdeas.id, id), isWaitingOf(userId))
  const [deleted] = await db.delete(challengeIdeas).where(isOwn).returning({ id: challengeIdeas.id })
  return deleted ? DONE : failure('not_found')
}

/** Lists the queue with expected days, and the oldest suggestions. */
export async function listQueue(db: Db, now: number): Promise<ChallengeQueue> {
  const selectIdeas = () =>
    db
      .select({
        id: challengeIdeas.id,
        title: challengeIdeas.title,
        description: challengeIdeas.description,
        userId: challengeIdeas.userId,
        nickname: users.nickname,
        avatarKey: users.avatarKey,
      })
      .from(challengeIdeas)
      .innerJoin(users, eq(users.id, challengeIdeas.userId))
  const today = dayOf(now)
  const [queue, suggestions, [current]] = await db.batch([
    selectIdeas()
      .where(isNotNull(challengeIdeas.queuePosition))
      .orderBy(asc(challengeIdeas.queuePosition))
      .limit(CHALLENGE_QUEUE_MAX),
    selectIdeas()
      .where(isNull(challengeIdeas.queuePosition))
      .orderBy(asc(challengeIdeas.id))
      .limit(SUGGESTIONS_PAGE_SIZE),
    db
      .select({ id: challenges.id })
      .from(challenges)
      .where(and(isDaily, eq(challenges.day, today))),
  ])
  const firstDay = current ? today + 1 : today
  return {
    queue: queue.map((row, index) => ({ ...ideaOf(row), date: toWireTime(startOf(firstDay + index)) })),
    suggestions: suggestions.map((row) => ({ ...ideaOf(row), date: null })),
  }
}

type IdeaRow = IdeaText & { id: number; userId: number; nickname: string; avatarKey: string | null }

function ideaOf({ id, title, description, userId, ...name }: IdeaRow) {
  return { id, title, description, user: personOf({ id: userId, ...name }) }
}

const NEXT_PLACE = sql`(SELECT coalesce(max(queue_position), 0) + 1 FROM challenge_ideas)`
const QUEUE_HAS_SPACE = sql`(SELECT count(*) FROM challenge_ideas WHERE queue_position IS NOT NULL) < ${CHALLENGE_QUEUE_MAX}`

type Staff = { id: number; reason?: string }

/** Adds an idea of staff to the end of the queue, once per title. */
export async function addToQueue(
  db: Db,
  { staff, text, now }: { staff: Staff; text: IdeaText; now: number },
): Promise<Result<void, 'challenge_queue_full'>> {
  const sameTitle = sql`SELECT 1 FROM challenge_ideas WHERE title = ${text.title} AND queue_position IS NOT NULL`
  const [, [queued]] = await db.batch([
    db.insert(challengeIdeas).select(
      sql`SELECT NULL, ${text.title}, ${text.description}, ${staff.id}, ${NEXT_PLACE}, ${now}
          WHERE ${QUEUE_HAS_SPACE} AND NOT EXISTS (${sameTitle})`,
    ),
    db
      .select({ id: challengeIdeas.id })
      .from(challengeIdeas)
      .where(and(eq(challengeIdeas.title, text.title), isNotNull(challengeIdeas.queuePosition))),
  ])
  return queued ? DONE : failure('challenge_queue_full')
}

/** Finds a suggestion or queued idea. Ideas are deleted when their challenge begins. */
export async function findIdea(db: Db, id: number) {
  return (await db.select().from(challengeIdeas).where(eq(challengeIdeas.id, id)).get()) ?? null
}

type Idea = typeof challengeIdeas.$inferSelect

/** Edits a queued idea, or approves a suggestion into the queue, with an audit log entry. */
export async function approveOrEditIdea(
  db: Db,
  { idea, staff, text, now }: { idea: Idea; staff: Staff; text: IdeaText; now: number },
): Promise<Result<void, 'challenge_queue_full' | 'not_found'>> {
  const action = idea.queuePosition === null ? 'challenge_approve' : 'challenge_edit'
  const changes = {
    ...(idea.title !== text.title && { title: [idea.title, text.title] }),
    ...(idea.description !== text.description && { description: [idea.description, text.description] }),
  }
  const isAllowed = sql`challenge_ideas.id = ${idea.id} AND (challenge_ideas.queue_position IS NOT NULL OR ${QUEUE_HAS_SPACE})`
  const [, changed, existing] = await db.batch([
    ideaAuditEntry(db, { staff, action, changes, condition: isAllowed, now }),
    db
      .update(challengeIdeas)
      .set({ ...text, queuePosition: sql`coalesce(queue_position, ${NEXT_PLACE})` })
      .where(isAllowed)
      .returning({ id: challengeIdeas.id }),
    db.select({ id: challengeIdeas.id }).from(challengeIdeas).where(eq(challengeIdeas.id, idea.id)),
  ])
  if (changed.length > 0) return DONE
  return failure(existing.length > 0 ? 'challenge_queue_full' : 'not_found')
}

/** Swaps an idea with its neighbour in the queue. At the ends nothing changes. */
export async function moveInQueue(db: Db, id: number, to: 'earlier' | 'later'): Promise<void> {
  const [comparison, order] = to === 'earlier' ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`]
  await db.run(
    sql`WITH own AS (SELECT id, queue_position FROM challenge_ideas WHERE id = ${id} AND queue_position IS NOT NULL),
        other AS (SELECT id, queue_position FROM challenge_ideas
          WHERE queue_position ${comparison} (SELECT queue_position FROM own) ORDER BY queue_position ${order} LIMIT 1)
      UPDATE challenge_ideas SET queue_position = CASE challenge_ideas.id WHEN own.id THEN other.queue_position ELSE own.queue_position END
      FROM own, other WHERE challenge_ideas.id IN (own.id, other.id)`,
  )
}

/** Deletes a queued idea or a suggestion, with an audit log entry. Its author gets a notice with the reason. */
export async function removeIdea(
  db: Db,
  { idea, staff, now }: { idea: Idea; staff: Staff; now: number },
): Promise<void> {
  const changes = { title: [idea.title, null], description: [idea.description, null] }
  const action = idea.queuePosition === null ? 'challenge_reject' : 'challenge_remove'
  const isIdea = sql`challenge_ideas.id = ${idea.id}`
  await db.batch([
    ideaAuditEntry(db, { staff, action, changes, condition: isIdea, now }),
    statement(
      db,
      sql`INSERT INTO notifications (user_id, category, actor_id, page_owner_id, excerpt, occurred_at)
        SELECT user_id, 'challenges', user_id, user_id, title || ': ' || ${staff.reason ?? ''}, ${now}
        FROM challenge_ideas WHERE ${isIdea} AND user_id <> ${staff.id}`,
    ),
    db.delete(challengeIdeas).where(isIdea),
  ])
}

type IdeaAuditEntry = {
  staff: Staff
  action: StaffAction
  changes: Record<string, unknown>
  condition: SQL
  now: number
}

/** Inserts an audit log entry if the condition is true. Comes before the change in the batch. */
function ideaAuditEntry(db: Db, { staff, action, changes, condition, now }: IdeaAuditEntry) {
  return db.insert(auditLog).select(
    sql`SELECT NULL, ${staff.id}, ${action}, user_id, 'challenge_idea', id, ${staff.reason ?? ''}, ${JSON.stringify(changes)}, ${now}
        FROM challenge_ideas WHERE ${condition}`,
  )
}
