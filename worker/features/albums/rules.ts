import type { AlbumMode } from '../../../contract/http/albums.ts'

/** Gap between positions, so that a sketch can be put between two others without renumbering. */
export const POSITION_STEP = 2 ** 20

/** Numbers of sketches that are spread when no position is free, smallest first. Beyond them, all that follow. */
export const SPREAD_SIZES = [16, 64, 256, 1024, 4096]

/** A part of n sketches is spread if it has n * n * SPREAD_ROOM positions. */
export const SPREAD_ROOM = 64

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
