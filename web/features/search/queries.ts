import { infiniteQueryOptions } from '@tanstack/react-query'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { sketchList } from '../../../contract/http/sketches.ts'
import { call } from '../../lib/call.ts'

/** What was found stays for going back this long. */
const KEPT_MS = 60_000

export type Magic = { query: string; colours: readonly string[]; like: number | null }

export const sketchSearchQuery = (query: string, sort: GallerySort) => found('sketch', { query, sort })

/** `colours` are `#rrggbb`. */
export const magicQuery = ({ query, colours, like }: Magic) =>
  found('magic', {
    ...(query && { query }),
    ...(colours.length > 0 && { colours: colours.map((colour) => colour.slice(1)).join(',') }),
    ...(like && { like: String(like) }),
  })

const found = (kind: 'sketch' | 'magic', asked: Record<string, string>) =>
  infiniteQueryOptions({
    queryKey: ['gallery', 'search', kind, asked],
    queryFn: ({ pageParam, signal }) =>
      call(
        sketchList,
        `/api/v2/search/${kind}?${new URLSearchParams({ ...asked, ...(pageParam && { cursor: pageParam }) })}`,
        undefined,
        signal,
      ),
    staleTime: KEPT_MS,
    initialPageParam: '',
    getNextPageParam: (page) => (page.done ? undefined : page.cursor),
  })
