import type { AlbumMode } from '../../../contract/http/albums.ts'

/** Gap between positions, so that a sketch can be put between two others without renumbering. */
export const POSITION_STEP = 2 ** 20

/** The facts of a sketch that decide if a member may add it to an album. */
export type SketchToAdd = {
  artistId: number
  /** True when lists show the sketch to the member. */
  listed: boolean
}

type Refusal = 'not_found' | 'forbidden'

/**
 * The reason why a member may not add a sketch to their album or collection, or null. Albums contain only the member's
 * own sketches. Collections also contain sketches by others that the member sees in lists.
 */
export function refusalToAdd(mode: AlbumMode, memberId: number, { artistId, listed }: SketchToAdd): Refusal | null {
  if (artistId === memberId) return null
  if (!listed) return 'not_found'
  return mode === 1 ? null : 'forbidden'
}
