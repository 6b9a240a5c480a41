import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { type SketchList, sketchList } from '../../../contract/http/sketches.ts'
import { READ_CACHE_MS } from '../../../contract/limits.ts'
import { call } from '../../lib/call.ts'
import { type Pages, pagedQuery, withParams } from '../../lib/paged-query.ts'
import { type GalleryList, MODES } from './lists.ts'

/** The beginning of the cache keys of all galleries. */
export const galleriesKey = ['gallery']
/** The cache key of a gallery by its list's name. */
export const galleryKey = (list: string) => [...galleriesKey, list]
const keyOf = ({ key }: Pick<GalleryList, 'key'>) => galleryKey(key)

/** Has every gallery and the home page read anew, after a sketch was posted. */
export async function resetSketchLists(client: QueryClient): Promise<void> {
  await client.resetQueries({ queryKey: galleriesKey })
  await client.resetQueries({ queryKey: ['home'] })
}

/** A list of sketches page by page, from its start or from the place that an address names. */
export function galleryQuery(list: GalleryList, from = '') {
  return pagedQuery<SketchList>({
    queryKey: keyOf(list),
    read: (cursor, signal) =>
      list.read?.(cursor, signal) ?? call(sketchList, withParams(list.path, { cursor }), undefined, signal),
    from,
    // Pages stay as they were for going back; arriving anew refreshes them, see `useFreshOnArrival`.
    staleTime: Infinity,
    // Comparing all that is known with each page that comes takes longer the further down one is.
    structuralSharing: false,
  })
}

/** The place in the list that the page's address names: the cursor of its first page, and the sketch at the top. */
export function placeInAddress(search = location.search): { from: string; at: number } {
  const params = new URLSearchParams(search)
  return { from: params.get('from') ?? '', at: Number(params.get('at')) || 0 }
}

/**
 * Going back finds the gallery as it was left. Arriving by a link, or at its top, finds what is new: pages older than
 * the read cache are dropped but for the first, which is read again behind what is shown. A link to another place than
 * the one that is known begins there.
 */
export function useFreshOnArrival(list: GalleryList, from: string): void {
  const client = useQueryClient()
  const cameBack = useNavigationType() === 'POP'
  const queryKey = keyOf(list)
  const [keptPlace] = useState(() => {
    const begins = client.getQueryData<Pages<SketchList>>(queryKey)?.pageParams[0]
    if (!cameBack && begins !== undefined && begins !== from) client.removeQueries({ queryKey })
    return cameBack
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the same as long as the page is
  useEffect(() => {
    // The window is scrolled to its old place only after the page has been drawn.
    const look = requestAnimationFrame(() => {
      const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      const keepsPlace = keptPlace && window.scrollY > 0
      if (keepsPlace || updatedAt === 0 || Date.now() - updatedAt < READ_CACHE_MS) return
      client.setQueryData<Pages<SketchList>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      void client.invalidateQueries({ queryKey })
    })
    return () => cancelAnimationFrame(look)
  }, [client])
}

/** Takes up the list that came written into the page, unless a reload already brought more, or a link leads elsewhere. */
export function takeFirstList(client: QueryClient): void {
  const element = document.getElementById('first-gallery')
  const written = element?.textContent
  element?.remove()
  const queryKey = keyOf(MODES.recent)
  if (!written || placeInAddress().from || client.getQueryData(queryKey)) return
  const parsed = sketchList.safeParse(JSON.parse(written))
  if (parsed.success) client.setQueryData<Pages<SketchList>>(queryKey, { pages: [parsed.data], pageParams: [''] })
}
