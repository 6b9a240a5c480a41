import { type InfiniteData, infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { type SketchList, sketchList } from '../../../contract/http/sketch-item.ts'
import { READ_CACHE_MS } from '../../../contract/limits.ts'
import { call } from '../../lib/call.ts'

/** The newest sketches, page by page. */
export const recentSketchesQuery = infiniteQueryOptions({
  queryKey: ['gallery', 'recent'],
  queryFn: ({ pageParam, signal }) =>
    call(sketchList, `/recentSketches?format=json${pageParam && `&cursor=${pageParam}`}`, undefined, signal),
  // Pages stay as they were for going back; arriving anew refreshes them, see `useFreshOnArrival`.
  staleTime: Infinity,
  initialPageParam: '',
  getNextPageParam: (page) => (page.done ? undefined : page.cursor),
})

/**
 * Going back finds the gallery as it was left. Arriving by a link, or at its top, finds what is new: pages older than
 * the read cache are dropped but for the first, which is read again behind what is shown.
 */
export function useFreshOnArrival(): void {
  const client = useQueryClient()
  const cameBack = useNavigationType() === 'POP'
  const asArrived = useRef(cameBack)
  useEffect(() => {
    // The window is scrolled to its old place only after the page has been drawn.
    const look = requestAnimationFrame(() => {
      const { queryKey } = recentSketchesQuery
      const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      const keepsPlace = asArrived.current && window.scrollY > 0
      if (keepsPlace || updatedAt === 0 || Date.now() - updatedAt < READ_CACHE_MS) return
      client.setQueryData<InfiniteData<SketchList, string>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      void client.invalidateQueries({ queryKey })
    })
    return () => cancelAnimationFrame(look)
  }, [client])
}

/** Takes up the list that came written into the page, unless a reload already brought more. */
export function takeFirstList(client: QueryClient): void {
  const written = document.getElementById('first-list')?.textContent
  const { queryKey } = recentSketchesQuery
  if (!written || client.getQueryData(queryKey)) return
  const parsed = sketchList.safeParse(JSON.parse(written))
  if (parsed.success) client.setQueryData(queryKey, { pages: [parsed.data], pageParams: [''] })
}
