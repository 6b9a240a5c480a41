import type { AlbumMode } from '../../../contract/http/albums.ts'
import { CallError } from '../call.ts'
import { countText } from '../format.ts'
import { messageOf } from './errors.ts'

const ACTIONS = {
  add: 'adding the sketch to',
  remove: 'removing the sketch from',
  create: 'creating',
  edit: 'editing',
  delete: 'deleting',
} as const

/** Messages of albums and collections. */
export const albumMessages = {
  titleMissing: 'Give it a title.',
} as const

export const albumModeName = (mode: AlbumMode) => (mode === 1 ? 'collection' : 'album')

/** Message for a failed change of an album [1 §8]: the limit, or a general error. */
export function albumFailure(error: unknown, action: keyof typeof ACTIONS, mode: AlbumMode): string {
  const isLimit = error instanceof CallError && /^(album|collection|album_sketch|member_album)_limit$/.test(error.code)
  return isLimit ? messageOf(error) : `Sorry there was an error ${ACTIONS[action]} the ${albumModeName(mode)}`
}

export const sketchCountText = (count: number) => countText(count, 'sketch', 'sketches')
