import { and, eq } from 'drizzle-orm'
import type { FeatureReply } from '../../../contract/http/sketch-page.ts'
import { STARS_PER_MONTH } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { brokeRule, type Db } from '../../lib/database.ts'
import { features, monthlyStars } from './schema.ts'

type Refused = 'own_sketch' | 'already_featured' | 'no_stars'

/** The month of the calendar (UTC) in which stars are counted, `yyyymm`. */
export function starMonth(now: number): number {
  return Number(toWireTime(now).slice(0, 6))
}

/** Features a sketch for ever [1 §4] and spends a star; the same member's doing it again changes nothing. */
export async function addFeature(
  db: Db,
  sketchId: number,
  userId: number,
  now: number,
): Promise<FeatureReply | Refused> {
  const spent = db
    .select({ spent: monthlyStars.spentCount })
    .from(monthlyStars)
    .where(and(eq(monthlyStars.userId, userId), eq(monthlyStars.month, starMonth(now))))
  const leftOf = (rows: { spent: number }[]) => STARS_PER_MONTH - (rows[0]?.spent ?? 0)
  try {
    const [, rows] = await db.batch([
      db.insert(features).values({ sketchId, userId, paidWithStar: true, createdAt: now }),
      spent,
    ])
    return { featuredDate: toWireTime(now), starsAvailable: leftOf(rows) }
  } catch (error) {
    const refused = refusalOf(error)
    if (refused !== 'already_featured') return refused
    const [[own], rows] = await db.batch([selectOwn(db, sketchId, userId), spent])
    return own ? { featuredDate: toWireTime(own.createdAt), starsAvailable: leftOf(rows) } : refused
  }
}

/** Features a sketch as staff, without a star, and writes it to the log of staff acts. */
export async function addStaffFeature(
  db: Db,
  sketch: { id: number; userId: number },
  staffId: number,
  now: number,
): Promise<FeatureReply | Refused> {
  const reply = (at: number): FeatureReply => ({ featuredDate: toWireTime(at), starsAvailable: null })
  const target = { targetType: 'sketch', targetId: sketch.id, userId: sketch.userId }
  try {
    await db.batch([
      db.insert(features).values({ sketchId: sketch.id, userId: staffId, paidWithStar: false, createdAt: now }),
      auditEntry(db, { staffId, act: 'feature', ...target, changes: { featured: [false, true] } }, now),
    ])
    return reply(now)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused !== 'already_featured') return refused
    const own = await selectOwn(db, sketch.id, staffId).get()
    return own ? reply(own.createdAt) : refused
  }
}

function selectOwn(db: Db, sketchId: number, userId: number) {
  return db
    .select({ createdAt: features.createdAt })
    .from(features)
    .where(and(eq(features.sketchId, sketchId), eq(features.userId, userId)))
}

/** Which rule of the database refused. @throws the error, when it was none of them. */
function refusalOf(error: unknown): Refused {
  if (brokeRule(error, 'own_sketch')) return 'own_sketch'
  if (brokeRule(error, 'already_featured')) return 'already_featured'
  if (brokeRule(error, 'stars_not_overspent')) return 'no_stars'
  throw error
}
