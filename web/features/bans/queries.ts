import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BanBody } from '../../../contract/http/bans.ts'
import { ok } from '../../../contract/http/common.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'

export const useBanMember = () => useMutation({ mutationFn: (ban: BanBody) => call(ok, '/api/v2/gloperate/ban', ban) })

/** Accepts the warning of the current user. `onAccepted` runs before the notice disappears. */
export function useAcceptWarning(onAccepted: () => Promise<void> | void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: number) => call(ok, '/api/v2/user/warningAccept', { userId }),
    onSuccess: async () => {
      await onAccepted()
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}
