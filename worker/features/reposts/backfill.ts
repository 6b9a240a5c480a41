import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { sketches } from '../../domain/sketches/schema.ts'
import { sweepPositions } from '../../domain/uploads/schema.ts'
import { analyseFile } from '../../lib/analyse-file.ts'
import type { Db } from '../../lib/database.ts'
import { fingerprintOn } from '../../lib/picture-analysis.ts'

const POSITION = 'fingerprints'
/** Sketches looked at in a run. */
const SKETCHES_AT_ONCE = 25

/**
 * Adds the fingerprints of sketches from before the guard, oldest first, from where the last run stopped. A picture
 * that cannot be analysed is left without one.
 */
export async function addFingerprints(db: Db, env: Cloudflare.Env): Promise<void> {
  const last = await db.select().from(sweepPositions).where(eq(sweepPositions.name, POSITION)).get()
  const rows = await db
    .select({
      id: sketches.id,
      fingerprint: sketches.fingerprint,
      fileKey: sketches.fileKey,
      contentType: sketches.contentType,
      rotation: sketches.rotation,
      mirrored: sketches.mirrored,
      mat: sketches.mat,
    })
    .from(sketches)
    .where(gt(sketches.id, Number(last?.position ?? 0)))
    .orderBy(asc(sketches.id))
    .limit(SKETCHES_AT_ONCE)
  const end = rows.at(-1)
  if (!end) return
  for (const { id, fingerprint, mat, ...original } of rows) {
    if (fingerprint !== null) continue
    const analysis = await analyseFile(env, original).catch(() => null)
    const found = analysis && fingerprintOn(analysis, mat)
    if (!found) continue
    const isSame = and(eq(sketches.id, id), eq(sketches.fileKey, original.fileKey), isNull(sketches.fingerprint))
    await db.update(sketches).set({ fingerprint: found }).where(isSame)
  }
  const position = String(end.id)
  await db
    .insert(sweepPositions)
    .values({ name: POSITION, position })
    .onConflictDoUpdate({ target: sweepPositions.name, set: { position } })
}
