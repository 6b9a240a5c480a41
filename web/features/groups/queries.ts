import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Ok, ok } from '../../../contract/http/common.ts'
import {
  type GroupWrite,
  groupAddReply,
  groupDecision,
  groupEventList,
  groupInfo,
  groupList,
  groupMembers,
  groupRequestList,
  groupRequestReply,
  similarGroups,
  sketchGroups,
} from '../../../contract/http/groups.ts'
import { sketchPageReply } from '../../../contract/http/sketch-page.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import type { GalleryList } from '../galleries/lists.ts'

/** Prefix of the cache keys of groups. */
export const groupsKey = ['groups']

const path = (params: Record<string, string | number>) => withParams('/api/v2/group', params)

export const groupsQuery = pagedQuery({
  queryKey: [...groupsKey, 'all'],
  read: (cursor, signal) => call(groupList, path({ action: 'query', cursor }), undefined, signal),
})

export const groupsOfQuery = (userId: number) =>
  pagedQuery({
    queryKey: [...groupsKey, 'of', userId],
    read: (cursor, signal) => call(groupList, path({ action: 'groupsForUser', userId, cursor }), undefined, signal),
  })

export const groupSearchQuery = (query: string) =>
  pagedQuery({
    queryKey: [...groupsKey, 'search', query],
    read: (cursor, signal) => call(groupList, path({ action: 'search', query, cursor }), undefined, signal),
    enabled: query !== '',
  })

export const similarGroupsQuery = (query: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'similar', query],
    queryFn: ({ signal }) => call(similarGroups, path({ action: 'similar', query }), undefined, signal),
    enabled: query !== '',
    placeholderData: (before) => before,
  })

/** Events of a group, or of all. */
export const groupEventsQuery = (groupId?: string) =>
  pagedQuery({
    queryKey: [...groupsKey, 'events', groupId ?? ''],
    read: (cursor, signal) =>
      call(groupEventList, path({ action: 'events', ...(groupId && { groupId }), cursor }), undefined, signal),
  })

export const groupRequestsQuery = pagedQuery({
  queryKey: [...groupsKey, 'requests'],
  read: (cursor, signal) => call(groupRequestList, path({ action: 'requests', cursor }), undefined, signal),
})

export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: [...groupsKey, 'group', id],
    queryFn: ({ signal }) => call(groupInfo, path({ action: 'info', groupId: id }), undefined, signal),
  })

export const groupMembersQuery = (id: string) =>
  pagedQuery({
    queryKey: [...groupsKey, 'members', id],
    read: (cursor, signal) => call(groupMembers, path({ action: 'members', groupId: id, cursor }), undefined, signal),
  })

export const sketchGroupsQuery = (sketchId: number) =>
  queryOptions({
    queryKey: [...groupsKey, 'sketch', sketchId],
    queryFn: ({ signal }) => call(sketchGroups, path({ action: 'groupsForSketch', sketchId }), undefined, signal),
  })

/** The sketch of a pasted link. Reads nothing for the id 0. */
export const linkedSketchQuery = (sketchId: number) =>
  queryOptions({
    queryKey: [...groupsKey, 'linked-sketch', sketchId],
    queryFn: ({ signal }) => call(sketchPageReply, `/api/v2/sketch/${sketchId}`, undefined, signal),
    enabled: sketchId > 0,
    retry: false,
  })

/** The gallery of a group. Its key is also the name of the list in URLs (contract/list-name.ts). */
export function groupGallery({ id, title }: { id: string; title: string }): GalleryList {
  return {
    key: `group-${id}`,
    title: `Sketches of ${title}`,
    path: path({ action: 'sketches', groupId: id }),
    empty: 'No sketches yet.',
  }
}

const write = <T>(reply: z.ZodMiniType<T>, body: GroupWrite) => call(reply, '/api/v2/group', body)

function useGroupWrite<T, Given>(
  send: (given: Given) => Promise<T>,
  refresh: (client: QueryClient, given: Given) => void,
) {
  const client = useQueryClient()
  return useMutation({ mutationFn: send, onSuccess: (_reply, given) => refresh(client, given) })
}

const refreshGroups = (client: QueryClient) => void client.invalidateQueries({ queryKey: groupsKey })

export const useRequestGroup = () =>
  useGroupWrite(
    (request: { title: string; description: string; thumbnail: number }) =>
      write(groupRequestReply, { action: 'request', ...request }),
    refreshGroups,
  )

export const useVote = () =>
  useGroupWrite(
    (requestId: number) => write(z.object({ upvotes: z.int() }), { action: 'requestVote', requestId }),
    refreshGroups,
  )

/** Withdraws the viewer's own request. Returns another state if it was decided meanwhile. */
export const useWithdrawRequest = () =>
  useGroupWrite((requestId: number) => write(groupDecision, { action: 'requestWithdraw', requestId }), refreshGroups)

/** Joins a group, or leaves it. */
export const useMembership = (groupId: string) =>
  useGroupWrite((joins: boolean) => write(ok, { action: joins ? 'join' : 'leave', groupId }), refreshGroups)

/** Closes the group, whose page then replies 404. */
export const useCloseGroup = (groupId: string) =>
  useGroupWrite<Ok, void>(
    () => write(ok, { action: 'close', groupId }),
    // Does not refetch, because the page of the group is closed and its data is missing.
    (client) => void client.invalidateQueries({ queryKey: groupsKey, refetchType: 'none' }),
  )

export const useEditGroup = (groupId: string) =>
  useGroupWrite(
    (texts: { description: string; rules: string; reason?: string }) =>
      write(ok, { action: 'edit', groupId, reason: '', ...texts }),
    refreshGroups,
  )

export const useSetRole = (groupId: string) =>
  useGroupWrite(
    (change: { user: number; role: 'moderator' | 'member'; reason?: string }) =>
      write(ok, { action: 'setRole', groupId, reason: '', ...change }),
    refreshGroups,
  )

/** Offers the group to a member. */
export const useOfferGroup = (groupId: string) =>
  useGroupWrite(
    (heir: { user: number; reason?: string }) => write(ok, { action: 'offer', groupId, reason: '', ...heir }),
    refreshGroups,
  )

/** Takes the offer of the group back. */
export const useWithdrawOffer = (groupId: string) =>
  useGroupWrite((reason: string) => write(ok, { action: 'offerWithdraw', groupId, reason }), refreshGroups)

/** Accepts the offer of the group, or declines it. */
export const useAnswerOffer = (groupId: string) =>
  useGroupWrite(
    (accepts: boolean) => write(ok, { action: accepts ? 'offerAccept' : 'offerDecline', groupId }),
    refreshGroups,
  )

function refreshGallery(client: QueryClient, groupId: string): void {
  refreshGroups(client)
  void client.invalidateQueries({ queryKey: ['gallery', `group-${groupId}`] })
  void client.invalidateQueries({ queryKey: ['gallery', 'groups'] })
}

type Entry = { groupId: string; sketchId: number }

export const useAddToGroup = () =>
  useGroupWrite(
    (entry: Entry & { message?: string }) => write(groupAddReply, { action: 'add', message: '', ...entry }),
    (client, { groupId }) => refreshGallery(client, groupId),
  )

export const useRemoveFromGroup = () =>
  useGroupWrite(
    (entry: Entry & { reason?: string }) => write(ok, { action: 'remove', reason: '', ...entry }),
    (client, { groupId }) => refreshGallery(client, groupId),
  )

/** Features a sketch with a star of the group. */
export const useFeatureInGroup = () =>
  useGroupWrite(
    (entry: Entry) => write(ok, { action: 'feature', ...entry }),
    (client, { groupId }) => refreshGallery(client, groupId),
  )

export const useReportGroup = (group: string) =>
  useMutation({ mutationFn: (details: string) => call(ok, '/api/v2/report', { group, details }) })
