import { infiniteQueryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { STREAM_PREVIEW_MS } from '../../../../contract/limits.ts'
import { call } from '../../../lib/call.ts'

type Page<Item> = { items: Item[]; cursor: string; done: boolean }

/** What a list of streams has beyond its first page, from a cursor on; as fresh as that is. */
export const furtherQuery = <Item>(list: 'live' | 'announced', reply: z.ZodMiniType<Page<Item>>, from: string) =>
  infiniteQueryOptions({
    queryKey: ['streams', list, from],
    queryFn: ({ pageParam, signal }) => call(reply, `/api/v2/streams/${list}?cursor=${pageParam}`, undefined, signal),
    initialPageParam: from,
    getNextPageParam: (page) => (page.done ? undefined : page.cursor),
    refetchInterval: STREAM_PREVIEW_MS,
  })

/** Pages after each other; what has moved from one to another meanwhile stands where it was met first. */
export function joined<Item extends { id: number }>(pages: readonly (readonly Item[])[]): Item[] {
  const all = new Map<number, Item>()
  for (const item of pages.flat()) if (!all.has(item.id)) all.set(item.id, item)
  return [...all.values()]
}
