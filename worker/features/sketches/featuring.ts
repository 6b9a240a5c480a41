import { and, eq } from 'drizzle-orm'
import type { FeatureReply } from '../../../contract/http/sketches.ts'
import { STARS_PER_MONTH } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { starMonth } from '../../domain/ledger/stars.ts'
import type { Db } from '../../lib/database.ts'
import { failure, type Result, success, tryWrite } from '../../lib/result.ts'
import { features, monthlyStars } from './schema.ts'

const REFUSALS = {
  own_sketch: 'own_feature',
  already_featured: 'already_featured',
  stars_not_overspent: 'no_stars',
} as const
type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS]

type NewFeature = { sketchId: number; userId: number; artistId: number; reason: string; now: number }
type Featured = { reply: FeatureReply; isNew: boolean }

/**
 * Features a sketch and spends a star, which cannot be undone [1 §4], with an entry in the audit log. A repeated call
 * by the same member is a no-op, and `isNew` is false.
 */
export async function addFeature(
  db: Db,
  { sketchId, userId, now, ...feature }: NewFeature,
): Promise<Result<Featured, Refusal>> {
  const selectSpent = db
    .select({ spent: monthlyStars.spentCount })
    .from(monthlyStars)
    .where(and(eq(monthlyStars.userId, userId), eq(monthlyStars.month, starMonth(now))))
  const replyOf = (at: number, [row]: { spent: number }[]) => ({
    featuredDate: toWireTime(at),
    starsAvailable: STARS_PER_MONTH - (row?.spent ?? 0),
  })
  const added = await tryWrite(
    db.batch([
      db.insert(features).values({ sketchId, userId, paidWithStar: true, createdAt: now }),
      selectSpent,
      logFeature(db, { sketchId, userId, now, ...feature }),
    ]),
    REFUSALS,
  )
  if (added.ok) return success({ reply: replyOf(now, added.value[1]), isNew: true })
  if (added.code !== 'already_featured') return added
  const [[ownFeature], rows] = await db.batch([selectOwnFeature(db, { sketchId, userId }), selectSpent])
  if (!ownFeature) return failure('already_featured')
  return success({ reply: replyOf(ownFeature.createdAt, rows), isNew: false })
}

/** Features a sketch without a star, with an entry in the audit log. `isNew` is false for a repeated call. */
export async function addStaffFeature(
  db: Db,
  { sketchId, userId, now, ...feature }: NewFeature,
): Promise<Result<Featured, Refusal>> {
  const replyOf = (at: number) => ({ featuredDate: toWireTime(at), starsAvailable: null })
  const added = await tryWrite(
    db.batch([
      db.insert(features).values({ sketchId, userId, paidWithStar: false, createdAt: now }),
      logFeature(db, { sketchId, userId, now, ...feature }),
    ]),
    REFUSALS,
  )
  if (added.ok) return success({ reply: replyOf(now), isNew: true })
  if (added.code !== 'already_featured') return added
  const ownFeature = await selectOwnFeature(db, { sketchId, userId }).get()
  if (!ownFeature) return failure('already_featured')
  return success({ reply: replyOf(ownFeature.createdAt), isNew: false })
}

function logFeature(db: Db, { sketchId, userId, artistId, reason, now }: NewFeature) {
  const target = { targetType: 'sketch', targetId: sketchId, userId: artistId }
  const act = { staffId: userId, action: 'feature', reason, changes: { featured: [false, true] } } as const
  return auditEntry(db, { ...act, ...target }, now)
}

function selectOwnFeature(db: Db, { sketchId, userId }: Pick<NewFeature, 'sketchId' | 'userId'>) {
  return db
    .select({ createdAt: features.createdAt })
    .from(features)
    .where(and(eq(features.sketchId, sketchId), eq(features.userId, userId)))
}
