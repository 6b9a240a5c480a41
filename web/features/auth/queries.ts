import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '../../../contract/errors.ts'
import { appleIdReply, sessionsReply } from '../../../contract/http/auth.ts'
import { ok } from '../../../contract/http/common.ts'
import { type LoginProvider, linkLoginReply, loginsReply } from '../../../contract/http/logins.ts'
import { recoverReply } from '../../../contract/http/recovery.ts'
import { CallError, call } from '../../lib/call.ts'
import { sessionQuery } from '../../lib/session.ts'
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
    onSuccess: ({ linked }) => location.replace(linked ? '/sessions?login=linked' : '/'),
  })

export const loginsQuery = queryOptions({
  queryKey: ['logins'],
  queryFn: ({ signal }) => call(loginsReply, '/api/v2/logins', undefined, signal),
})

/** Leaves for the provider, where the member confirms the login. */
export const useLinkLogin = () =>
  useMutation({
    mutationFn: (provider: LoginProvider) => call(linkLoginReply, '/api/v2/logins/link', { provider }),
    onSuccess: ({ url }) => location.assign(url),
    onError: toastFailure,
  })

export function useUnlinkLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (provider: LoginProvider) => call(ok, '/api/v2/logins/unlink', { provider }),
    onSuccess: () => client.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  })
}

/** Asks for a link that logs in. */
export const useRecover = () =>
  useMutation({ mutationFn: (email: string) => call(recoverReply, '/api/v2/recover/generate', { email }) })

/** Logs in with the key of a recovery link. Nothing that was loaded before belongs to the member. */
export function useAcceptRecovery() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => call(ok, '/api/v2/recover/accept', { key }),
    onSuccess: async () => {
      client.removeQueries({ type: 'inactive' })
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await client.invalidateQueries()
    },
  })
}

export const useConfirmEmail = () =>
  useMutation({ mutationFn: (key: string) => call(ok, '/api/v2/email/confirm', { key }) })

/** Ignores an error that means that the first try succeeded and only its reply was lost. */
function ignoreRepetition(code: ErrorCode): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError) || error.code !== code) throw error
  }
}
