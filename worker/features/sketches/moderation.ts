import { and, eq, sql } from 'drizzle-orm'
import type { SketchMark } from '../../../contract/http/sketches.ts'
import { auditChange, auditEntry } from '../../domain/audit-log/audit-log.ts'
import { isMarkByStaff } from '../../domain/cases/in-force.ts'
import { type StoredViolation, sketches } from '../../domain/sketches/schema.ts'
import type { AccessFields } from '../../domain/sketches/visibility.ts'
import { replayStreamOf } from '../../domain/streams/mature-replay.ts'
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
 * Hides a sketch for a violation, or shows it again. Changes nothing if its violation has changed since it was read,
 * for example because other staff deleted it. The new image key invalidates cached pictures.
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

export type Marks = { userId: number } & Record<SketchMark, boolean>

type FoundMarks = Marks & {
  /** The marks that staff set and may take away. */
  setByStaff: Record<SketchMark, boolean>
  /** The stream whose replay was posted with the sketch. */
  replayStreamId: number | null
}

/** Finds the marks of a sketch. */
export async function findMarks(db: Db, sketchId: number): Promise<FoundMarks | null> {
  const { userId, mature, madeWithAi } = sketches
  const row = await db
    .select({
      ...{ userId, mature, madeWithAi },
      matureByStaff: isMarkByStaff(sketchId, 'mature').mapWith(Boolean),
      madeWithAiByStaff: isMarkByStaff(sketchId, 'madeWithAi').mapWith(Boolean),
      replayStreamId: replayStreamOf(sketchId),
    })
    .from(sketches)
    .where(eq(sketches.id, sketchId))
    .get()
  if (!row) return null
  const { matureByStaff, madeWithAiByStaff, ...marks } = row
  return { ...marks, setByStaff: { mature: matureByStaff, madeWithAi: madeWithAiByStaff } }
}

/** The condition that a mark of a sketch is set, or not. */
export const hasMark = (sketchId: number, { mark, on }: { mark: SketchMark; on: boolean }) =>
  sql`EXISTS (SELECT 1 FROM sketches WHERE id = ${sketchId} AND ${eq(sketches[mark], on)})`

/** Marks a sketch as mature or as made with generative AI, or removes the mark. */
export async function setMark(
  db: Db,
  { sketchId, before, mark, on, staffId, reason, now, along = [] }: Change<Marks> & { mark: SketchMark; on: boolean },
): Promise<void> {
  if (before[mark] === on) return void (await batchEach(db, along))
  const target = { userId: before.userId, targetType: 'sketch', targetId: sketchId }
  const changes = { [mark]: [before[mark], on] } as const
  // Browsers cache pictures that are not mature. A new key invalidates them.
  const newKey = mark === 'mature' && { imageKey: randomToken() }
  await batchEach<Statement>(db, [
    ...along,
    db
      .update(sketches)
      .set({ [mark]: on, ...newKey })
      .where(eq(sketches.id, sketchId)),
    auditEntry(db, { staffId, action: 'edit', ...target, reason, changes }, now),
  ])
}
