import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { libraryImageList, type RemoveImageBody } from '../../../contract/http/co-ops.ts'
import { ok } from '../../../contract/http/common.ts'
import { homeReply, type Motd } from '../../../contract/http/home.ts'
import {
  type ImpersonateBody,
  type MergeBody,
  type RoleBody,
  STOP_IMPERSONATING_PATH,
  staffMemberReply,
} from '../../../contract/http/staff.ts'
import { type StaffLogParams, staffLogReply } from '../../../contract/http/staff-log.ts'
import { type TagAlias, tagAliasList, tagAliasReply } from '../../../contract/http/tags.ts'
import { call } from '../../lib/call.ts'
import { forgetMember, loadAsMember } from '../../lib/member-change.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { toastFailure } from '../../lib/toast-failure.ts'

export const staffMemberQuery = (id: number) =>
  queryOptions({
    queryKey: ['staff-member', id],
    queryFn: ({ signal }) => call(staffMemberReply, `/admin/member/${id}`, undefined, signal),
    staleTime: 0,
    gcTime: 0,
  })

export type StaffLogSearch = Omit<StaffLogParams, 'cursor'>

export const staffLogQuery = (search: StaffLogSearch) =>
  pagedQuery({
    queryKey: ['staff-log', search],
    read: (cursor, signal) =>
      call(staffLogReply, withParams('/api/v2/gloperate/log', { ...search, cursor }), undefined, signal),
  })

/** The message of the day. */
export const motdQuery = queryOptions({
  queryKey: ['motd'],
  queryFn: async ({ signal }) => (await call(homeReply, '/api/v2/index', { motd: true }, signal)).motd ?? null,
  staleTime: 0,
})

/** Replaces the message of the day. */
export function useSetMotd() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (motd: Motd) => call(ok, '/api/v2/gloperate/motd', motd),
    onSuccess: () => Promise.all(['motd', 'home'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}

/** Other spellings of tags, the latest first. */
export const aliasesQuery = pagedQuery({
  queryKey: ['tag-aliases'],
  read: (cursor, signal) => call(tagAliasList, withParams('/api/v2/tags/aliases', { cursor }), undefined, signal),
  staleTime: 0,
})

/** Makes a text another spelling of a tag. Returns both as they are stored. */
export function useAddAlias() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (names: TagAlias) => call(tagAliasReply, '/api/v2/tags/alias', names),
    onSuccess: () => client.invalidateQueries({ queryKey: aliasesQuery.queryKey }),
  })
}

export function useRemoveAlias() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (names: TagAlias) => call(ok, '/api/v2/tags/alias/remove', names),
    onSettled: () => client.invalidateQueries({ queryKey: aliasesQuery.queryKey }),
  })
}

/** Shared images, latest first. */
export const libraryImagesQuery = pagedQuery({
  queryKey: ['library-images'],
  read: (cursor, signal) => call(libraryImageList, withParams('/api/v2/content/images', { cursor }), undefined, signal),
  staleTime: 0,
})

export function useRemoveImage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RemoveImageBody) => call(ok, '/api/v2/content/removeImage', body),
    onSettled: () => client.invalidateQueries({ queryKey: libraryImagesQuery.queryKey }),
  })
}

/** Sends the changes one after the other, and stops at the first that fails. */
export function useSetRoles(userId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (changes: readonly RoleBody[]) => {
      for (const change of changes) await call(ok, '/admin/role', change)
    },
    onSettled: () => client.invalidateQueries({ queryKey: staffMemberQuery(userId).queryKey }),
  })
}

export const useImpersonate = () =>
  useMutation({ mutationFn: (body: ImpersonateBody) => call(ok, '/admin/impersonate', body) })

export const useMerge = () => useMutation({ mutationFn: (body: MergeBody) => call(ok, '/admin/mergeTo', body) })

/**
 * Ends the impersonation, removes the member's drafts from this browser, and reloads the page, because every part of it
 * belongs to the member.
 */
export const useStopImpersonating = (userId: number) =>
  useMutation({
    mutationFn: () => call(ok, STOP_IMPERSONATING_PATH, {}),
    onSuccess: () => {
      forgetMember(userId)
      loadAsMember(`/user/${userId}`)
    },
    onError: toastFailure,
  })
