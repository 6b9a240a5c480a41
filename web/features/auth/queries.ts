import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '../../../contract/errors.ts'
import { appleIdReply, sessionsReply } from '../../../contract/http/auth.ts'
import { ok } from '../../../contract/http/common.ts'
import { CallError, call } from '../../lib/call.ts'
import { toast, toastFailure } from '../../lib/toast.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessionsReply, '/api/v2/sessions', undefined, signal),
})

/** Creates the account of a first sign-in. */
export const useSignUp = () =>
  useMutation({
    mutationFn: (account: { nickname: string; birthDate: string }) => call(ok, '/api/v2/signUp', account),
  })

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(ok, '/api/v2/sessions/end', { id }).catch(ignoreRepetition('not_found')),
    // The row is unmounted when the list is refetched, so the toast is shown here.
    onSuccess: () => {
      toast('Logged out')
      return client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: toastFailure,
  })
}

export const useLogOut = () =>
  useMutation({
    mutationFn: () => call(ok, '/logout', {}).catch(ignoreRepetition('not_logged_in')),
    onSuccess: () => location.replace('/'),
    onError: toastFailure,
  })

/** Signs in with the token in the hash of Apple's return address, then loads the home page. */
export const useAppleSignIn = () =>
  useMutation({
    mutationFn: () => {
      const identityToken = new URLSearchParams(location.hash.slice(1)).get('id_token') ?? 'none'
      history.replaceState(history.state, '', location.pathname)
      return call(appleIdReply, '/api/v2/authAppleId', { identityToken })
    },
    onSuccess: () => location.replace('/'),
  })

/** Ignores an error that means that the first try succeeded and only its reply was lost. */
function ignoreRepetition(code: ErrorCode): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError) || error.code !== code) throw error
  }
}
