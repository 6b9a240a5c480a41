import { and, eq, sql } from 'drizzle-orm'
import { auditChange, auditEntry } from '../../domain/audit-log/audit-log.ts'
import { type StoredViolation, sketches } from '../../domain/sketches/schema.ts'
import type { AccessFields } from '../../domain/sketches/visibility.ts'
import { batchEach, type Db, type Statement } from '../../lib/database.ts'
import { randomToken } from '../../lib/random.ts'

type Change<Before = AccessFields> = {
  sketchId: number
  before: Before
  staffId: number
  reason: string
  now: number
  /** Statements for the batch, before the change. */
  along?: readonly Statement[]
}

/**
 * Hides a sketch for a violation, or shows it again. Changes nothing if its violation has changed since it was read, for
 * example because other staff deleted it. The new image key invalidates cached pictures.
 */
export async function setViolation(
  db: Db,
  { sketchId, before, violation, staffId, reason, now, along = [] }: Change & { violation: StoredViolation | null },
): Promise<void> {
  if (before.violation === violation) return void (await batchEach(db, along))
  const target = { userId: before.userId, targetType: 'sketch', targetId: sketchId }
  const changes = { violation: [before.violation, violation] } as const
  await batchEach<Statement>(db, [
    ...along,
    db
      .update(sketches)
      .set({ violation, imageKey: randomToken() })
      .where(and(eq(sketches.id, sketchId), sql`violation IS ${before.violation}`)),
    auditChange(db, { staffId, action: 'violation', ...target, reason, changes }, now),
  ])
}

/** Marks a sketch as mature or removes the mark. */
export async function setMature(
  db: Db,
  { sketchId, before, mature, staffId, reason, now, along = [] }: Change & { mature: boolean },
): Promise<void> {
  if (before.mature === mature) return void (await batchEach(db, along))
  const target = { userId: before.userId, targetType: 'sketch', targetId: sketchId }
  const changes = { mature: [before.mature, mature] } as const
  await batchEach<Statement>(db, [
    ...along,
    db.update(sketches).set({ mature, imageKey: randomToken() }).where(eq(sketches.id, sketchId)),
    auditEntry(db, { staffId, action: 'edit', ...target, reason, changes }, now),
  ])
}

type MadeWithAi = { userId: number; madeWithAi: boolean }

export async function findMadeWithAi(db: Db, sketchId: number): Promise<MadeWithAi | null> {
  const { userId, madeWithAi } = sketches
  return (await db.select({ userId, madeWithAi }).from(sketches).where(eq(sketches.id, sketchId)).get()) ?? null
}

/** Marks a sketch as made with generative AI or removes the mark. */
export async function setMadeWithAi(
  db: Db,
  { sketchId, before, madeWithAi, staffId, reason, now, along = [] }: Change<MadeWithAi> & { madeWithAi: boolean },
): Promise<void> {
  if (before.madeWithAi === madeWithAi) return void (await batchEach(db, along))
  const target = { userId: before.userId, targetType: 'sketch', targetId: sketchId }
  const changes = { madeWithAi: [before.madeWithAi, madeWithAi] } as const
  await batchEach<Statement>(db, [
    ...along,
    db.update(sketches).set({ madeWithAi }).where(eq(sketches.id, sketchId)),
    auditEntry(db, { staffId, action: 'edit', ...target, reason, changes }, now),
  ])
}
