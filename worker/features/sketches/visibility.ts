import { eq, type SQL } from 'drizzle-orm'
import type { SketchNotice } from '../../../contract/http/sketch.ts'
import { isStaff, type Viewer } from '../../lib/viewer.ts'
import { sketches } from './schema.ts'

/** What decides who may see a sketch. */
export type Restriction = {
  userId: number
  mature: boolean
  unlisted: boolean
  violation: 'copyright' | 'inappropriate' | 'notsketch' | null
}

/** The condition that every list of sketches starts with: what this viewer is shown without asking [1 §5]. */
export function listedFor(viewer: Viewer | null): SQL {
  return viewer?.showMature ? eq(sketches.listed, true) : eq(sketches.listedForAll, true)
}

/** Whether a viewer who has the link may see the sketch, and what is said about it [1 §8]. */
export function sketchAccess(
  viewer: Viewer | null,
  sketch: Restriction,
): { maySee: boolean; notice: SketchNotice | null } {
  const own = viewer?.id === sketch.userId || isStaff(viewer)
  if (sketch.violation) return { maySee: own, notice: sketch.violation }
  if (sketch.mature && !own && !viewer?.showMature) return { maySee: false, notice: 'mature' }
  return { maySee: true, notice: sketch.unlisted ? 'unlisted' : null }
}

/** Whether everyone who has the link may see it, so that its pictures may be kept in shared caches. */
export function isForAll(sketch: Restriction): boolean {
  return !sketch.violation && !sketch.mature
}
