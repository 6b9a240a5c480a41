import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '../../../contract/errors.ts'
import { appleIdReply, sessionsReply } from '../../../contract/http/auth.ts'
import { ok } from '../../../contract/http/common.ts'
import { type LoginProvider, linkLoginReply, loginsReply } from '../../../contract/http/logins.ts'
import { passkeyOptionsReply, passkeySignInOptionsReply } from '../../../contract/http/passkeys.ts'
import { type BackupCodesReply, backupCodesReply, recoverReply } from '../../../contract/http/recovery.ts'
import { apiKeyReply } from '../../../contract/http/users.ts'
import { CallError, call } from '../../lib/call.ts'
import { greetOnNextPage } from '../../lib/greeting.ts'
import { forgetMember, loadAsMember } from '../../lib/member-change.ts'
import { passkeyMessages } from '../../lib/messages/passkeys.ts'
import { forgetSearches } from '../../lib/recent-searches.ts'
import { useImpersonation, useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { deleteLastPicture } from '../streams/publish/last-picture.ts'
import { profileQuery } from '../users/queries.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessionsReply, '/api/v2/sessions', undefined, signal),
})

/** Creates the account of a first sign-in. */
export const useSignUp = () =>
  useMutation({
    mutationFn: (account: { nickname: string; birthDate: string }) => call(ok, '/api/v2/signUp', account),
  })

/** Ends one session of the member, or all except the one of this browser. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: { id: string } | { others: true }) =>
      call(ok, '/api/v2/sessions/end', which).catch(ignoreRepetition('not_found')),
    // The row is unmounted when the list is refetched, so the toast is shown here.
    onSuccess: (_, which) => {
      toast('others' in which ? 'Logged out everywhere else' : 'Logged out')
      return client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: toastFailure,
  })
}

/** Ends a sign-up, then loads the home page. Does not log out the member of another tab. */
export const useEndSignUp = () =>
  useMutation({
    mutationFn: () => call(ok, '/api/v2/signUp/end', {}),
    onSuccess: () => location.replace('/'),
    onError: toastFailure,
  })

/** Logs out, then loads the home page. */
export function useLogOut() {
  const ownIds = useOwnIds()
  return useMutation({
    mutationFn: () => call(ok, '/logout', {}),
    // The page may learn that the session ended before the reply arrives.
    onMutate: () => ownIds,
    onSuccess: async (_reply, _variables, ids) => {
      await forgetMembers(ids)
      location.replace('/')
    },
    onError: toastFailure,
  })
}

/** Returns the ids of the user and of staff who act as the user. */
function useOwnIds(): number[] {
  const user = useUser()
  const impersonation = useImpersonation()
  return [user?.id, impersonation?.byId].filter((id) => id !== undefined)
}

/** Removes from this browser what members wrote, searched and streamed. */
async function forgetMembers(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) forgetMember(id)
  // Searches made before the login have the id of a visitor.
  forgetSearches(0)
  await deleteLastPicture()
}

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

/** Opens the page of the provider, where the member confirms that the login is linked. */
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

/** Changes the login methods of the member, then reads them again. */
function useChangeLogins<Change, Reply>(change: (change: Change) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  })
}

/** Loads the passkey library at its first use. */
const loadPasskeys = () => import('@simplewebauthn/browser')

/**
 * Creates a passkey on the device and adds it to the account. Returns the backup codes that come with the first one.
 */
export const useAddPasskey = () =>
  useChangeLogins<void, BackupCodesReply>(async () => {
    const { startRegistration } = await loadPasskeys()
    const optionsJSON = await call(passkeyOptionsReply, '/api/v2/passkeys/options', {})
    return call(backupCodesReply, '/api/v2/passkeys/add', await startRegistration({ optionsJSON }))
  })

export const useRenamePasskey = () =>
  useChangeLogins((passkey: { id: number; name: string }) => call(ok, '/api/v2/passkeys/rename', passkey))

export const useRemovePasskey = () =>
  useChangeLogins((id: number) => call(ok, '/api/v2/passkeys/remove', { id }).catch(ignoreRepetition('not_found')))

/** Replaces the backup codes and returns the new ones. */
export const useRenewBackupCodes = () =>
  useChangeLogins<void, BackupCodesReply>(() => call(backupCodesReply, '/api/v2/backupCodes/renew', {}))

export function useRenewApiKey(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(apiKeyReply, '/api/v2/user/apiKey', {}),
    onSuccess: () => {
      toast('You have a new key')
      return client.invalidateQueries(profileQuery(userId))
    },
  })
}

/** Logs in with a passkey that the browser offers, then loads the page again as the member. */
export const usePasskeySignIn = () =>
  useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await loadPasskeys()
      const optionsJSON = await call(passkeySignInOptionsReply, '/api/v2/passkeys/signInOptions', {})
      return call(ok, '/api/v2/passkeys/signIn', await startAuthentication({ optionsJSON }))
    },
    onSuccess: () => location.reload(),
    onError: (error) => toastFailure(passkeyMessages.signInFailed(error)),
  })

/** Requests a recovery link by mail. */
export const useRecover = () =>
  useMutation({ mutationFn: (email: string) => call(recoverReply, '/api/v2/recover/generate', { email }) })

/** Logs in with the key of a recovery link. */
export const useAcceptRecovery = () => useRecoveredLogin((key: string) => call(ok, '/api/v2/recover/accept', { key }))

/** Logs in with a backup code. */
export const useBackupCode = () =>
  useRecoveredLogin((use: { nickname: string; code: string }) => call(ok, '/api/v2/recover/backupCode', use))

/** Logs in, which logs another member out, then loads the home page. */
function useRecoveredLogin<Proof>(logIn: (proof: Proof) => Promise<unknown>) {
  const ownIds = useOwnIds()
  return useMutation({
    mutationFn: logIn,
    // The page may learn that the session of the previous member ended before the reply arrives.
    onMutate: () => ownIds,
    onSuccess: async (_reply, _proof, ids) => {
      await forgetMembers(ids)
      greetOnNextPage('recovered')
      loadAsMember('/', 'replace')
    },
  })
}

export const useConfirmEmail = () =>
  useMutation({ mutationFn: (key: string) => call(ok, '/api/v2/email/confirm', { key }) })

/** Ignores the error of a retry whose first try succeeded but lost its reply. */
function ignoreRepetition(code: ErrorCode): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof CallError) || error.code !== code) throw error
  }
}
