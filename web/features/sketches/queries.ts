import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser, SessionReply } from '../../../contract/http/auth.ts'
import { ok } from '../../../contract/http/common.ts'
import {
  featureReply,
  heartReply,
  type Rating,
  rateReply,
  type ShownSketch,
  type SketchPage,
  sketchPage,
} from '../../../contract/http/sketch-page.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'

export const sketchQuery = (id: number) =>
  queryOptions({
    queryKey: ['sketch', id],
    queryFn: ({ signal }) => call(sketchPage, `/api/v2/sketch/${id}`, undefined, signal),
  })

/** Changes what the page knows of a sketch. */
function changeSketch(client: QueryClient, id: number, changes: Partial<ShownSketch>): void {
  client.setQueryData<SketchPage>(sketchQuery(id).queryKey, (sketch) =>
    sketch && !sketch.hidden ? { ...sketch, ...changes } : sketch,
  )
}

/** Gives a heart; counts on the page and the balance follow the server's answer. */
export function useGiveHeart(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(heartReply, '/heart', { action: 'heart', which: id }),
    onSuccess: ({ hearts, heartsAvailable }) => {
      changeSketch(client, id, { hearts, userHeart: true, userCanHeart: false })
      client.setQueryData<SessionReply>(sessionQuery.queryKey, (session) =>
        session?.user ? { ...session, user: { ...session.user, heartsAvailable } satisfies CurrentUser } : session,
      )
    },
  })
}

/** Features a sketch, in the name of whoever does it. */
export function useFeature(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (_: { by: string }) => call(featureReply, '/heart', { action: 'feature', which: id }),
    onSuccess: (reply, { by }) =>
      changeSketch(client, id, { ...reply, featured: true, featuredByName: by, userCanFeature: false }),
  })
}

/** Rates a sketch; when that fails, the page is read anew [1 §8]. */
export function useRate(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rating: Rating) => call(rateReply, '/rate', { key: crypto.randomUUID(), rating, which: id }),
    onSuccess: (reply) => changeSketch(client, id, { ...reply, likes: reply.rateRules }),
    onError: () => location.reload(),
  })
}

/** Deletes a sketch; call `forgetDeletedSketch` once its page is left. */
export const useDeleteSketch = () =>
  useMutation({ mutationFn: (id: number) => call(ok, `/api/v2/sketch/${id}`, { action: 'delete' }) })

/** Drops a deleted sketch and every list that held it from the cache. */
export async function forgetDeletedSketch(client: QueryClient, id: number): Promise<void> {
  client.removeQueries({ queryKey: sketchQuery(id).queryKey })
  client.removeQueries({ queryKey: ['neighbours'] })
  await client.resetQueries({ queryKey: ['gallery'] })
  await client.resetQueries({ queryKey: ['home'] })
}

/** Reports a sketch to staff: free text and the reasons that apply. */
export const useReportSketch = (id: number) =>
  useMutation({ mutationFn: (report: Record<string, string | boolean>) => call(ok, `/sketch/${id}/report`, report) })
