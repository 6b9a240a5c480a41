import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { coOpTree } from '../../../contract/http/co-ops.ts'
import { ok } from '../../../contract/http/common.ts'
import { call } from '../../lib/call.ts'
import { refreshSketch } from '../sketches/queries.ts'

/**
 * A co-op sketch and its continuations. The key starts like those of galleries, so that posting a sketch drops it too.
 */
export const coOpTreeQuery = (id: number) =>
  queryOptions({
    queryKey: ['gallery', 'co-op-tree', id],
    queryFn: ({ signal }) => call(coOpTree, `/api/v2/coOp/${id}/tree`, undefined, signal),
  })

export type ContentKind = 'coOp' | 'image'
export type ContentText = { path: string; title: string; desc: string }

const PATHS: Record<ContentKind, string> = {
  coOp: '/api/v2/content/createCoOpSketch',
  image: '/api/v2/content/createImage',
}

/** Makes a sketch a co-op sketch, or a shared image of the content library. */
export function useMakeContent(sketchId: number, kind: ContentKind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ desc, ...text }: ContentText) =>
      call(ok, PATHS[kind], { sketchId, ...text, ...(kind === 'coOp' && { desc }) }),
    onSuccess: () => refreshSketch(client, sketchId),
  })
}
