import type { Original } from '../../../contract/http/uploads.ts'
import type { RepostAnswer } from '../../../contract/reposts.ts'
import type { NearSketch } from '../../domain/reposts/matches.ts'
import { sketchAccess } from '../../domain/sketches/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import { imageBase } from '../../lib/image-base.ts'

const ORIGINALS_SHOWN_MAX = 3

/** Returns the first originals. One that the member does not see in lists is null. */
export function shownOriginals(member: Viewer, originals: readonly NearSketch[]): Original[] {
  return originals.slice(0, ORIGINALS_SHOWN_MAX).map((sketch) => {
    const access = sketchAccess(member, sketch)
    if (!access.maySee || access.notice !== null) return null
    const { id, title, userId, nickname, imageKey, width, height } = sketch
    return { id, title, userId, nickname, imageUrl: imageBase(imageKey), width, height }
  })
}

/** Returns the nearest original with the answer about it; null if one of them is missing. */
export function repostOf([nearest]: readonly NearSketch[], answer: RepostAnswer | undefined) {
  return nearest && answer ? { originalId: nearest.id, answer } : null
}
