import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { deleteAccountReply } from '../../../contract/http/leaving.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'

/** Asks for the deletion of the account, confirmed by the member's nickname. */
export function useDeleteAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (nickname: string) => call(deleteAccountReply, '/api/v2/account/delete', { nickname }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
}

/** Cancels the deletion. */
export function useKeepAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(ok, '/api/v2/account/keep', {}),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      toast('Your account stays. Glad you’re here!')
    },
    onError: toastFailure,
  })
}
