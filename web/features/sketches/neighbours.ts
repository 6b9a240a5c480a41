import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Neighbour, Neighbours } from '../../../contract/http/neighbours.ts'
import { sketchPageReply } from '../../../contract/http/sketch-page.ts'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { stagePicture } from '../../../contract/stage-picture.ts'
import { call } from '../../lib/call.ts'
import { loadAhead } from '../../lib/loaded-pictures.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { galleryKey } from '../galleries/queries.ts'
import { neighboursQuery, sketchQuery } from './queries.ts'

const none: Neighbours = { prev: null, next: null }

/**
 * Neighbours of a sketch in the list that it was opened from: from the gallery's cached pages if they hold both,
 * otherwise from the site.
 */
export function useNeighbours(id: number, list: string | null): Neighbours {
  const cached = useQueryClient().getQueryData<InfiniteData<SketchList, string>>(galleryKey(list ?? ''))
  const known = cached ? neighboursIn(cached.pages, id, cached.pageParams[0] === '') : null
  const { data } = useQuery({ ...neighboursQuery(id, list ?? ''), enabled: list !== null && known === null })
  const { prev, next } = known ?? data ?? none
  usePrefetch(prev, next)
  return { prev, next }
}

/** Neighbours within some pages of a list; null when the pages do not hold both. */
export function neighboursIn(pages: readonly SketchList[], id: number, fromStart: boolean): Neighbours | null {
  const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
  const index = items.findIndex((item) => item.id === id)
  if (index === -1 || (index === 0 && !fromStart)) return null
  const next = items[index + 1]
  if (!next && !pages.at(-1)?.done) return null
  return { prev: items[index - 1] ?? null, next: next ?? null }
}

/** Prefetches both sketches and their pictures when the browser is idle. */
function usePrefetch(...sketches: (Neighbour | null)[]): void {
  const client = useQueryClient()
  const ids = sketches.map((sketch) => sketch?.id).join(' ')
  useEffect(() => {
    const ahead = async (id: number) => {
      const { queryKey } = sketchQuery(id)
      const cached = client.getQueryData(queryKey) ?? (await call(sketchPageReply, `/api/v2/sketch/${id}?ahead=1`))
      // Marked as stale: opening the sketch refetches it, which counts the view.
      if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, cached, { updatedAt: 1 })
      if (!cached.hidden && cached.notice !== 'mature') await loadAhead(stagePicture(cached))
    }
    const start = () => {
      for (const id of ids.split(' ').filter(Boolean)) ahead(Number(id)).catch(() => undefined)
    }
    return whenIdle(start)
  }, [client, ids])
}
