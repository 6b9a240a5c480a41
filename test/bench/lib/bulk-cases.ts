import { FAR_MS, upTo } from './bulk-numbers.ts'

/** Sketches for each case of a kind. */
const SKETCHES_PER_CASE = 10
const ACTIVE_MEMBERS = 40
/** Authors of reported things. Each has more cases than a case shows of the author's history. */
const AUTHORS = 20

const kept = `json_object('id', i, 'userId', 1, 'text', 'Comment ' || i, 'createdAt', 0)`
/**
 * Evidence of the kinds that staff list. Times of cases are far in the future, so that the job that deletes old ones
 * leaves them.
 */
const EVIDENCE = {
  sketch: `json_object('title', 'Sketch ' || i, 'description', '', 'imageKey', 'bulk', 'mature', json('false'),
    'madeWithAi', json('false'), 'createdAt', 0)`,
  comment: `json_object('target', json_object('type', 'sketch', 'id', 1, 'title', 'Sketch'), 'comment', ${kept},
    'before', json('[]'), 'after', json('[]'))`,
  profile: `json_object('nickname', 'bulk ' || i, 'about', '', 'website', '', 'avatarKey', NULL, 'coverKey', NULL)`,
  stream: `json_object('title', 'Stream ' || i, 'description', '', 'state', 'live', 'startedAt', 0, 'previewNumber', 1,
    'chapters', json('[]'))`,
  message: `json_object('subject', 'Message ' || i, 'posts', json('[]'))`,
}

const member = `(SELECT id FROM users WHERE nickname_key = 'bulk 1')`
const inCrowd = `nickname_key >= 'crowd ' AND nickname_key < 'crowd!'`
/** The case that the crowd reported. */
export const LARGEST_CASE = `(SELECT max(id) FROM cases WHERE kind = 'profile' AND decided_at IS NULL)`

/**
 * SQL that adds open cases of five kinds, each reported by two members, and decided ones; bans of the crowd with
 * appeals; and acts of staff. Triggers of reports and decisions are left out.
 */
export function caseRows(sketches: number): string[] {
  const count = Math.floor(sketches / SKETCHES_PER_CASE)
  return [
    ...Object.entries(EVIDENCE).flatMap(([kind, evidence]) => openCases(kind, evidence, count)),
    `INSERT INTO case_reports (case_id, kind, reporter_id, reasons, details, created_at)
     SELECT ${LARGEST_CASE}, 'profile', id, '[]', '', ${FAR_MS} FROM users WHERE ${inCrowd} LIMIT ${count}`,
    `INSERT INTO cases (kind, target, user_id, evidence, reports_count, queue_at, created_at, decided_at)
     ${upTo(count)} SELECT 'sketch', i, ${member} + i % ${AUTHORS}, ${EVIDENCE.sketch}, 1, 0, ${FAR_MS}, ${FAR_MS} + i / 10 FROM n`,
    `INSERT INTO case_decisions (case_id, staff_id, action, reason, note, decided_at)
     SELECT id, ${member} + id % ${ACTIVE_MEMBERS}, 'none', '', '', decided_at FROM cases WHERE decided_at IS NOT NULL`,
    `INSERT INTO bans (user_id, staff_id, duration_hours, reason, staff_notes, previous_offenses_count, created_at, ends_at)
     SELECT id, ${member} + id % ${ACTIVE_MEMBERS}, iif(id % 2 = 0, 24, -1), 'Be kind.', '', 0, 0, ${FAR_MS} + id
     FROM users WHERE ${inCrowd}`,
    `INSERT INTO appeals (user_id, ban_id, text, decider_id, created_at)
     SELECT user_id, id, 'It was a joke.', staff_id, id / 10 FROM bans WHERE id % ${SKETCHES_PER_CASE} = 0`,
    `INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, reason, created_at)
     SELECT staff_id, 'ban', user_id, 'user', user_id, reason, id / 10 FROM bans`,
  ]
}

function openCases(kind: string, evidence: string, count: number): string[] {
  return [
    `INSERT INTO cases (kind, target, user_id, nickname, evidence, reports_count, queue_at, created_at)
     ${upTo(count)} SELECT '${kind}', i, ${member} + i % ${AUTHORS}, 'Author', ${evidence}, 2, i / 10, ${FAR_MS} FROM n`,
    `INSERT INTO case_reports (case_id, kind, reporter_id, reasons, details, created_at)
     SELECT id, kind, ${member} + (2 * id + i) % ${ACTIVE_MEMBERS}, '[]', '', ${FAR_MS} FROM cases CROSS JOIN (${upTo(2)} SELECT i FROM n)
     WHERE kind = '${kind}' AND decided_at IS NULL ORDER BY id, i`,
  ]
}
