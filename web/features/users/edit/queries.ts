import { type Query, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../../contract/http/common.ts'
import { type EditProfileBody, editProfileReply, type ProfileByStaff } from '../../../../contract/http/edit-profile.ts'
import { call } from '../../../lib/call.ts'
import { sessionQuery } from '../../../lib/session.ts'
import { toast } from '../../../lib/toast.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'

/** The address of a form: the member's own, or for staff that of another member. */
export type EditPath = '/editProfile' | `/user/${number}/edit`

export const editProfileQuery = (path: EditPath) =>
  queryOptions({
    queryKey: ['edit-profile', path],
    queryFn: ({ signal }) => call(editProfileReply, `${path}?format=json`, undefined, signal),
    staleTime: 0,
    gcTime: 0,
  })

/** Saves a profile. Nickname and picture are on nearly every page, and lists depend on the settings. */
export function useSaveProfile(path: EditPath) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: EditProfileBody | ProfileByStaff) => call(ok, path, form),
    onSuccess: async () => {
      const isOther = ({ queryKey }: Query) =>
        queryKey[0] !== 'edit-profile' && queryKey[0] !== sessionQuery.queryKey[0]
      client.removeQueries({ type: 'inactive', predicate: isOther })
      await client.invalidateQueries({ predicate: isOther, refetchType: 'none' })
      await client.refetchQueries(sessionQuery)
    },
  })
}

/** Sends another link to the address that waits for it. */
export const useRepeatConfirmation = () =>
  useMutation({
    mutationFn: () => call(ok, '/api/v2/email/repeat', {}),
    onSuccess: () => toast('The link is on its way'),
    onError: toastFailure,
  })
