import { eq } from 'drizzle-orm'
import type { Violation } from '../../../contract/http/sketches.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { sketches } from '../../domain/sketches/schema.ts'
import type { AccessFields } from '../../domain/sketches/visibility.ts'
import type { Db } from '../../lib/database.ts'
import { randomToken } from '../../lib/random.ts'

type ViolationChange = {
  sketchId: number
  before: AccessFields
  violation: Violation | null
  staffId: number
  reason: string
  now: number
}

/** Hides a sketch for a violation, or shows it again. The new image key invalidates cached pictures. */
export async function setViolation(
  db: Db,
  { sketchId, before, violation, staffId, reason, now }: ViolationChange,
): Promise<void> {
  if (before.violation === violation) return
  const target = { userId: before.userId, targetType: 'sketch', targetId: sketchId }
  const changes = { violation: [before.violation, violation] } as const
  await db.batch([
    db.update(sketches).set({ violation, imageKey: randomToken() }).where(eq(sketches.id, sketchId)),
    auditEntry(db, { staffId, action: 'violation', ...target, reason, changes }, now),
  ])
}
