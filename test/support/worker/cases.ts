import { env } from 'cloudflare:workers'
import type { CaseKind } from '../../../contract/cases.ts'
import type { CaseEvidence } from '../../../contract/http/cases.ts'

/** Closes the open case of a thing at a time, without an act. */
export async function closeCase(kind: CaseKind, target: number, now = Date.now()): Promise<void> {
  const open = [now, kind, String(target)]
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE case_reports SET closed_at = ? WHERE case_id IN (SELECT id FROM cases WHERE kind = ? AND target = ?)`,
    ).bind(...open),
    env.DB.prepare('UPDATE cases SET decided_at = ? WHERE kind = ? AND target = ? AND decided_at IS NULL').bind(
      ...open,
    ),
  ])
}

/** The latest case of a thing, with its evidence. */
export async function caseOf<Kind extends CaseKind>(kind: Kind, target: number | string) {
  const row = await env.DB.prepare(
    `SELECT id, user_id AS userId, evidence, reports_count AS reports, queue_at AS queueAt FROM cases
      WHERE kind = ? AND target = ? ORDER BY id DESC LIMIT 1`,
  )
    .bind(kind, String(target))
    .first<{ id: number; userId: number; evidence: string; reports: number; queueAt: number }>()
  if (!row) throw new Error(`no case of ${kind} ${target}`)
  return { ...row, evidence: JSON.parse(row.evidence) as CaseEvidence[Kind] }
}
