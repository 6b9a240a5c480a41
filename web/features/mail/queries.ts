import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import { failedMailList, unsubscribeReply } from '../../../contract/http/mail.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'

/** Switches the mails of a signed link off, or on again. */
export const useSwitchMails = (token: string) =>
  useMutation({ mutationFn: (on: boolean) => call(unsubscribeReply, '/api/v2/unsubscribe', { token, on }) })

export const failedMailsQuery = pagedQuery({
  queryKey: ['failed-mails'],
  read: (cursor, signal) =>
    call(failedMailList, withParams('/api/v2/gloperate/failedMails', { cursor }), undefined, signal),
})

export function useRetryMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(ok, '/api/v2/gloperate/retryMail', { id }),
    onSuccess: () => {
      toast('The mail is tried again')
      return client.invalidateQueries({ queryKey: failedMailsQuery.queryKey })
    },
    onError: toastFailure,
  })
}
