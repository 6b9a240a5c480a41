import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { ACTIONS_OF_KIND, type CaseAction, type CaseKind } from '../../../contract/cases.ts'
import type { CaseDetail } from '../../../contract/http/cases.ts'
import { CASE_HISTORY_MAX, CASE_REPORTS_SHOWN } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { auditLog, isOfStaffOnly } from '../../domain/audit-log/schema.ts'
import { appeals, caseDecisions, caseReports, cases } from '../../domain/cases/schema.ts'
import { hasEntries } from '../../domain/challenges/queries.ts'
import { isCompoEmpty } from '../../domain/compos/visibility.ts'
import { isStaffRow, users } from '../../domain/users/schema.ts'
import { type Db, statement } from '../../lib/database.ts'
import { imageBase } from '../../lib/image-base.ts'
import { appealItemOf, selectAppeals } from './appeals.ts'
import { caseItemOf, selectCases } from './queue.ts'

/**
 * Finds a case with its evidence, latest reports and decision, and the history of the author; null if it does not
 * exist. If the viewer is the author, the reporters and the note are left out.
 */
export async function findCase(
  db: Db,
  { id, staffId, now }: { id: number; staffId: number; now: number },
): Promise<CaseDetail | null> {
  const author = sql<number>`(SELECT user_id FROM cases AS this_case WHERE this_case.id = ${id})`
  const [[row], reports, [decided], acts, earlier, people, [present], [appeal]] = await db.batch([
    selectCases(db, now).where(eq(cases.id, id)),
    selectReports(db, { id, staffId }),
    selectDecision(db, id),
    selectActs(db, author),
    selectCases(db, now)
      .where(and(eq(cases.userId, author), ne(cases.id, id)))
      .orderBy(desc(cases.id))
      .limit(CASE_HISTORY_MAX),
    statement<{ id: number; nickname: string }>(
      db,
      sql`SELECT id, nickname FROM users WHERE id IN (SELECT tree.value FROM cases, json_tree(cases.evidence) AS tree
        WHERE cases.id = ${id} AND tree.key = 'userId')`,
    ),
    selectPresent(db, id),
    selectAppeals(db).where(eq(appeals.caseId, id)),
  ])
  if (!row) return null
  return {
    ...caseItemOf(row),
    target: row.target,
    evidence: evidenceOf(row.kind, present),
    people,
    present: present?.exists ? presentOf(present) : null,
    actions: actionsOf(row.kind, present),
    reports: reports.map(({ createdAt, ...report }) => ({ ...report, date: toWireTime(createdAt) })),
    history: {
      acts: acts.map(({ createdAt, ...act }) => ({ ...act, date: toWireTime(createdAt) })),
      cases: earlier.map(caseItemOf),
    },
    decision: decided ? decisionOf(decided, { isAboutReader: row.userId === staffId }) : null,
    appeal: appeal ? appealItemOf(appeal) : null,
  }
}

/** The evidence of a case; null once it is deleted. */
function evidenceOf(kind: CaseKind, present: Present | undefined): CaseDetail['evidence'] {
  const evidence = JSON.parse(present?.evidence ?? 'null')
  return evidence && { kind, ...evidence }
}

function selectReports(db: Db, { id, staffId }: { id: number; staffId: number }) {
  return db
    .select({
      userId: caseReports.reporterId,
      nickname: users.nickname,
      reasons: caseReports.reasons,
      details: caseReports.details,
      atSeconds: caseReports.atSeconds,
      createdAt: caseReports.createdAt,
    })
    .from(caseReports)
    .innerJoin(users, eq(users.id, caseReports.reporterId))
    .where(
      and(
        eq(caseReports.caseId, id),
        sql`NOT EXISTS (SELECT 1 FROM cases WHERE cases.id = ${id} AND cases.user_id = ${staffId})`,
      ),
    )
    .orderBy(desc(caseReports.id))
    .limit(CASE_REPORTS_SHOWN)
}

/** Number of the latest entries about a member among which acts of staff are found that owners do, too. */
const LATEST_ENTRIES_MAX = 200

/**
 * The latest acts of staff that concern a member: warnings, bans, mutes, rollbacks, deletions. Acts of owners in their
 * rooms and groups are left out, because anyone can own a room and give any reason. However many there are, the acts
 * that only staff do are found.
 */
function selectActs(db: Db, author: SQL<number>) {
  const latest = (found: SQL, limit: number) =>
    sql`SELECT id FROM (SELECT id FROM audit_log ${found} ORDER BY created_at DESC, id DESC LIMIT ${limit})`
  const ofStaff = latest(sql`WHERE user_id = ${author} AND ${isOfStaffOnly}`, CASE_HISTORY_MAX)
  const ofAll = latest(sql`WHERE user_id = ${author}`, LATEST_ENTRIES_MAX)
  return db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      reason: auditLog.reason,
      staff: users.nickname,
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.staffId))
    .where(and(sql`${auditLog.id} IN (${ofStaff} UNION ${ofAll})`, or(isOfStaffOnly, isStaffRow)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(CASE_HISTORY_MAX)
}

type Present = {
  evidence: string
  exists: number
  imageKey: string | null
  originalKey: string | null
  frozenKey: string | null
  avatarKey: string | null
  coverKey: string | null
  isRemoved: number
  isMature: number
  isAi: number
  topicState: string | null
  inChallenge: number
  inCompo: number
  isLive: number
  isAnnounced: number
  hasReplay: number
  isGroupShown: number
  isInUse: number
}

function presentOf({ imageKey, originalKey, frozenKey, avatarKey, coverKey }: Present): CaseDetail['present'] {
  const urlOf = (key: string | null) => key && imageBase(key)
  return {
    imageUrl: urlOf(imageKey),
    originalUrl: urlOf(originalKey),
    frozenUrl: urlOf(frozenKey),
    avatarUrl: urlOf(avatarKey),
    coverUrl: urlOf(coverKey),
  }
}

/**
 * The condition under which an act on the thing is possible. Lines of chat and marks are not in the database, so acts
 * on them are always offered.
 */
const POSSIBLE: Partial<Record<CaseAction, (present: Present) => boolean>> = {
  mature: ({ exists, isMature }) => Boolean(exists && !isMature),
  ai: ({ exists, isAi }) => Boolean(exists && !isAi),
  violation: ({ exists, isRemoved }) => Boolean(exists && !isRemoved),
  leave_challenge: ({ inChallenge }) => Boolean(inChallenge),
  leave_compo: ({ inCompo }) => Boolean(inCompo),
  end_stream: ({ isLive }) => Boolean(isLive),
  cancel_stream: ({ isAnnounced }) => Boolean(isAnnounced),
  hide_replay: ({ hasReplay }) => Boolean(hasReplay),
  hide_group: ({ isGroupShown }) => Boolean(isGroupShown),
  remove_topic: ({ topicState }) => topicState === 'open' || topicState === 'locked',
  lock_topic: ({ topicState }) => topicState === 'open',
  delete: ({ exists, isRemoved, isInUse }) => Boolean(exists && !isRemoved && !isInUse),
}

/** The acts on a thing of a kind that can be carried out now. */
function actionsOf(kind: CaseKind, present: Present | undefined): CaseAction[] {
  return ACTIONS_OF_KIND[kind].filter((action) => !present || (POSSIBLE[action]?.(present) ?? true))
}

/**
 * The thing as it is now. A thread of messages keeps its row when both members delete it. Lines of chat and marks are
 * not in the database.
 */
function selectPresent(db: Db, id: number) {
  const key = sql`CAST(target AS INTEGER)`
  const isSketch = sql`kind = 'sketch'`
  const stream = (condition: string) =>
    sql`kind = 'stream' AND EXISTS (SELECT 1 FROM streams WHERE streams.id = ${key} AND ${sql.raw(condition)})`
  const isEntryOf = (table: string) =>
    sql`${isSketch} AND EXISTS (SELECT 1 FROM ${sql.identifier(table)} WHERE sketch_id = ${key})`
  // A picture of a profile is only served while the profile has it.
  const keptPicture = (column: string, name: string) =>
    sql`iif(kind = 'profile', (SELECT ${sql.raw(column)} FROM users WHERE users.id = ${key}
      AND ${sql.raw(column)} = evidence ->> ${`$.${name}`}), NULL)`
  return statement<Present>(
    db,
    sql`SELECT evidence, CASE kind
        WHEN 'sketch' THEN EXISTS (SELECT 1 FROM sketches WHERE sketches.id = ${key} AND violation IS NOT 'deleted')
        WHEN 'comment' THEN EXISTS (SELECT 1 FROM comments WHERE comments.id = ${key})
        WHEN 'stream' THEN EXISTS (SELECT 1 FROM streams WHERE streams.id = ${key})
        WHEN 'profile' THEN EXISTS (SELECT 1 FROM users WHERE users.id = ${key} AND deleted_at IS NULL)
        WHEN 'post' THEN EXISTS (SELECT 1 FROM forum_posts WHERE forum_posts.id = ${key} AND deleted_at IS NULL)
        WHEN 'group' THEN 1
        WHEN 'compo' THEN EXISTS (SELECT 1 FROM compos WHERE compos.id = ${key})
        WHEN 'challenge' THEN EXISTS (SELECT 1 FROM challenges WHERE challenges.id = ${key})
        WHEN 'message' THEN 1
        WHEN 'chatLine' THEN 1
        WHEN 'boardMark' THEN 1
        WHEN 'gift' THEN 1 END AS "exists",
      iif(kind = 'sketch', (SELECT image_key FROM sketches WHERE sketches.id = ${key}), NULL) AS imageKey,
      (SELECT image_key FROM sketches WHERE sketches.id = evidence ->> '$.original.id') AS originalKey,
      iif(${isSketch}, coalesce(
        (SELECT image_key FROM sketches WHERE sketches.id = ${key}
          AND (image_key = evidence ->> '$.imageKey' OR file_key = evidence ->> '$.fileKey')),
        (SELECT image_key FROM sketch_versions WHERE file_key = evidence ->> '$.fileKey')), NULL) AS frozenKey,
      ${keptPicture('avatar_key', 'avatarKey')} AS avatarKey, ${keptPicture('cover_key', 'coverKey')} AS coverKey,
      ${isSketch} AND EXISTS (SELECT 1 FROM sketches WHERE sketches.id = ${key} AND violation = 'removed') AS isRemoved,
      ${isSketch} AND EXISTS (SELECT 1 FROM sketches WHERE sketches.id = ${key} AND mature = 1) AS isMature,
      ${isSketch} AND EXISTS (SELECT 1 FROM sketches WHERE sketches.id = ${key} AND made_with_ai = 1) AS isAi,
      iif(kind = 'post' AND evidence ->> '$.post.number' = 1,
        (SELECT state FROM forum_topics WHERE forum_topics.id = evidence ->> '$.topic.id'), NULL) AS topicState,
      ${isEntryOf('challenge_entries')} AS inChallenge, ${isEntryOf('compo_entries')} AS inCompo,
      ${stream("state = 'live'")} AS isLive, ${stream("state = 'announced'")} AS isAnnounced,
      ${stream("replay IN ('pending', 'kept')")} AS hasReplay,
      kind = 'group' AND EXISTS (SELECT 1 FROM groups WHERE groups.id = ${key} AND hidden_at IS NULL) AS isGroupShown,
      CASE kind WHEN 'compo' THEN NOT ${isCompoEmpty(key)} WHEN 'challenge' THEN ${hasEntries(key)} ELSE 0 END AS isInUse
      FROM cases WHERE cases.id = ${id}`,
  )
}

const undoers = alias(users, 'undoers')

function selectDecision(db: Db, id: number) {
  return db
    .select({
      decision: caseDecisions,
      staff: users.nickname,
      undoneBy: sql<string | null>`${undoers.nickname}`.as('undone_by_nickname'),
    })
    .from(caseDecisions)
    .innerJoin(users, eq(users.id, caseDecisions.staffId))
    .leftJoin(undoers, eq(undoers.id, caseDecisions.undoneBy))
    .where(eq(caseDecisions.caseId, id))
}

type DecisionRow = Awaited<ReturnType<typeof selectDecision>>[number]

function decisionOf(row: DecisionRow, { isAboutReader }: { isAboutReader: boolean }): CaseDetail['decision'] {
  const { decision, staff, undoneBy } = row
  const { staffId, action, rule, reason, note, decidedAt, undo, undoneAt } = decision
  return {
    ...{ staffId, staff, action, rule, reason, note: isAboutReader ? '' : note },
    date: toWireTime(decidedAt),
    canUndo: undo !== null && undoneAt === null,
    undone: undoneAt === null ? null : { nickname: undoneBy ?? '', date: toWireTime(undoneAt) },
  }
}
