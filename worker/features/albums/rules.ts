import type { AlbumMode } from '../../../contract/http/albums.ts'

/** Room left between two sketches of an album, so that others can be put between them without moving any. */
export const POSITION_STEP = 2 ** 20

/** A sketch that is to be put into an album. */
export type Candidate = {
  artistId: number
  /** Whether the member is shown it in lists. */
  listed: boolean
}

type Refusal = 'not_found' | 'forbidden'

/**
 * Why a member may not put a sketch into an album or collection of theirs; null when they may. An album holds one's own
 * sketches, a collection also what one is shown of others; a sketch that one is not shown is as one that is not there.
 */
export function whyNotHeld(mode: AlbumMode, memberId: number, { artistId, listed }: Candidate): Refusal | null {
  if (artistId === memberId) return null
  if (!listed) return 'not_found'
  return mode === 1 ? null : 'forbidden'
}
