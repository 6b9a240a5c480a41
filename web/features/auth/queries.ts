import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { sessionsReply } from '../../../contract/http/session.ts'
import { call } from '../../lib/call.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessionsReply, '/api/v2/sessions', undefined, signal),
})

/** Opens the account that a first sign-in waits for. */
export function signUp(nickname: string, birthDate: string) {
  return call(ok, '/api/v2/signUp', { nickname, birthDate })
}

export async function endSession(client: QueryClient, id: string): Promise<void> {
  await call(ok, '/api/v2/sessions/end', { id })
  await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

export function logOut() {
  return call(ok, '/logout', {})
}
