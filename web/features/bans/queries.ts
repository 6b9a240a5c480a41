import type { QueryClient } from '@tanstack/react-query'
import type { BanBody } from '../../../contract/http/bans.ts'
import { ok } from '../../../contract/http/common.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'

/** Bans a member, or warns them. */
export async function giveBan(ban: BanBody): Promise<void> {
  await call(ok, '/api/v2/gloperate/ban', ban)
}

export async function acceptWarning(userId: number): Promise<void> {
  await call(ok, '/api/v2/user/warningAccept', { userId })
}

/** Asks anew who one is, and with it what stands against one. */
export function refreshSession(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
