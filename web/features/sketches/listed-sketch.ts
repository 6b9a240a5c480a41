import type { QueryClient } from '@tanstack/react-query'
import type { HomeReply } from '../../../contract/http/home.ts'
import type { SketchItem, SketchList } from '../../../contract/http/sketches.ts'
import type { Pages } from '../../lib/paged-query.ts'
import { galleriesKey } from '../galleries/queries.ts'

/**
 * Finds a sketch in a gallery or a strip that was shown before, so that its page can begin with its picture. Mature
 * sketches may be covered on their page, and are left out.
 */
export function findListedSketch(client: QueryClient, id: number): SketchItem | undefined {
  const galleries = client.getQueriesData<Pages<SketchList>>({ queryKey: galleriesKey })
  const home = client.getQueryData<HomeReply>(['home'])
  const strips = home ? [home.featured, home.recent, home.tops, home.trending, home.following] : []
  const lists = [
    ...galleries.flatMap(([, data]) => data?.pages.map((page) => page.items) ?? []),
    ...strips.map((strip) => strip ?? []),
  ]
  for (const items of lists) {
    const item = items.find((candidate) => candidate.id === id)
    if (item && !item.mature) return item
  }
  return undefined
}
