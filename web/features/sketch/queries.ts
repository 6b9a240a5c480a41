import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import type { CurrentUser, SessionReply } from '../../../contract/http/session.ts'
import { heartReply, type SketchPage, sketchPage } from '../../../contract/http/sketch.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'

export const sketchQuery = (id: number) =>
  queryOptions({
    queryKey: ['sketch', id],
    queryFn: ({ signal }) => call(sketchPage, `/api/v2/sketch/${id}`, undefined, signal),
  })

/** Gives a heart; counts on the page and the balance follow the server's answer. */
export function useGiveHeart(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(heartReply, '/heart', { action: 'heart', which: id }),
    onSuccess: ({ hearts, heartsAvailable }) => {
      client.setQueryData<SketchPage>(sketchQuery(id).queryKey, (sketch) =>
        sketch && !sketch.hidden ? { ...sketch, hearts, userHeart: true, userCanHeart: false } : sketch,
      )
      client.setQueryData<SessionReply>(sessionQuery.queryKey, (session) =>
        session?.user ? { ...session, user: { ...session.user, heartsAvailable } satisfies CurrentUser } : session,
      )
    },
  })
}

/** Deletes one's sketch and forgets every list it stood in. */
export async function deleteSketch(client: QueryClient, id: number): Promise<void> {
  await call(ok, `/api/v2/sketch/${id}`, { action: 'delete' })
  client.removeQueries({ queryKey: sketchQuery(id).queryKey })
  await client.resetQueries({ queryKey: ['gallery'] })
  await client.resetQueries({ queryKey: ['home'] })
}
