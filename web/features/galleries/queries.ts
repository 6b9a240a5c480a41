import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { type SketchList, sketchList } from '../../../contract/http/sketches.ts'
import { READ_CACHE_MS } from '../../../contract/limits.ts'
import { call } from '../../lib/call.ts'
import { type Pages, pagedQuery, withParams } from '../../lib/paged-query.ts'
import type { GalleryList } from './lists.ts'

/** Prefix of the cache keys of all galleries. */
export const galleriesKey = ['gallery']
export const galleryKey = (list: string) => [...galleriesKey, list]
const keyOf = ({ key }: Pick<GalleryList, 'key'>) => galleryKey(key)

/** Refetches every gallery and the home page after a sketch was posted. */
export async function resetSketchLists(client: QueryClient): Promise<void> {
  await client.resetQueries({ queryKey: galleriesKey })
  await client.resetQueries({ queryKey: ['home'] })
}

/** Paged list of sketches, from its start or from the cursor of an address. */
export function galleryQuery(list: GalleryList, from = '') {
  return pagedQuery<SketchList>({
    queryKey: keyOf(list),
    read: (cursor, signal) =>
      list.read?.(cursor, signal) ?? call(sketchList, withParams(list.path, { cursor }), undefined, signal),
    from,
    // Pages stay as they were for going back; `useRefreshOnNavigation` refreshes them on other navigations.
    staleTime: Infinity,
    // Structural sharing would compare all pages with each new one.
    structuralSharing: false,
  })
}

/** Position in a page's address: cursor of the first page, and id of the sketch at the top. */
export function positionInUrl(search = location.search): { from: string; at: number } {
  const params = new URLSearchParams(search)
  return { from: params.get('from') ?? '', at: Number(params.get('at')) || 0 }
}

/**
 * Going back shows the gallery as it was left. Following a link, or going back to its top, refreshes it: all pages but
 * the first are dropped when they are older than the read cache, and the first is refetched in the background. A link
 * to another position starts there.
 */
export function useRefreshOnNavigation(list: GalleryList, from: string): void {
  const client = useQueryClient()
  const isBack = useNavigationType() === 'POP'
  const queryKey = keyOf(list)
  // The address as it was left: on a busy machine it loses its position before the scroll position is restored.
  const [{ isBackNavigation, hadPosition }] = useState(() => {
    const begins = client.getQueryData<Pages<SketchList>>(queryKey)?.pageParams[0]
    if (!isBack && begins !== undefined && begins !== from) client.removeQueries({ queryKey })
    return { isBackNavigation: isBack, hadPosition: positionInUrl().at > 0 }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is constant
  useEffect(() => {
    // The router restores the scroll position after the first render, and later still on a busy machine.
    const check = requestAnimationFrame(() => {
      const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      const keepsPosition = isBackNavigation && (window.scrollY > 0 || hadPosition)
      if (keepsPosition || updatedAt === 0 || Date.now() - updatedAt < READ_CACHE_MS) return
      client.setQueryData<Pages<SketchList>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      void client.invalidateQueries({ queryKey })
    })
    return () => cancelAnimationFrame(check)
  }, [client])
}
