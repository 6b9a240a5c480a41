import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ErrorCode } from '../../../contract/errors.ts'
import { sessionsReply } from '../../../contract/http/auth.ts'
import { ok } from '../../../contract/http/common.ts'
import { CallError, call } from '../../lib/call.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessionsReply, '/api/v2/sessions', undefined, signal),
})

/** Opens the account that a first sign-in waits for. */
export function signUp(nickname: string, birthDate: string) {
  return call(ok, '/api/v2/signUp', { nickname, birthDate })
}

export async function endSession(client: QueryClient, id: string): Promise<void> {
  await call(ok, '/api/v2/sessions/end', { id }).catch(unless('not_found'))
  await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

export async function logOut(): Promise<void> {
  await call(ok, '/logout', {}).catch(unless('not_logged_in'))
}

/** An error that says that it is done already, because the answer to the first time was lost, is none. */
function unless(done: ErrorCode): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError) || error.code !== done) throw error
  }
}
