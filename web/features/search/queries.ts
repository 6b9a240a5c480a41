import type { GallerySort } from '../../../contract/http/galleries.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

const STALE_AFTER_MS = 60_000

export type MagicTerms = { query: string; colours: readonly string[]; like: number | null }

export const sketchSearchQuery = (query: string, sort: GallerySort) => searchQuery('sketch', { query, sort })

/** `colours` are `#rrggbb`. */
export const magicQuery = ({ query, colours, like }: MagicTerms) =>
  searchQuery('magic', {
    ...(query && { query }),
    ...(colours.length > 0 && { colours: colours.map((colour) => colour.slice(1)).join(',') }),
    ...(like && { like: String(like) }),
  })

const searchQuery = (kind: 'sketch' | 'magic', params: Record<string, string>) =>
  pagedQuery({
    queryKey: ['gallery', 'search', kind, params],
    read: (cursor, signal) =>
      call(sketchList, withParams(`/api/v2/search/${kind}`, { ...params, cursor }), undefined, signal),
    staleTime: STALE_AFTER_MS,
  })
