import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../../contract/http/common.ts'
import {
  type GroupSort,
  groupActivityList,
  groupFeatureCounts,
  groupFeatureList,
} from '../../../../contract/http/group-admin.ts'
import { groupAddReply, groupDecision, groupList, groupRequestList } from '../../../../contract/http/groups.ts'
import { call } from '../../../lib/call.ts'
import { pagedQuery, withParams } from '../../../lib/paged-query.ts'

const key = ['group-admin']
const path = (name: string, params: Record<string, string> = {}) => withParams(`/api/v2/assist/${name}`, params)

export const countsQuery = queryOptions({
  queryKey: [...key, 'counts'],
  queryFn: ({ signal }) => call(groupFeatureCounts, path('features'), undefined, signal),
})

export const activityQuery = pagedQuery({
  queryKey: [...key, 'activity'],
  read: (cursor, signal) => call(groupActivityList, path('groupActivity', { cursor }), undefined, signal),
})

export const statsQuery = (sort: GroupSort) =>
  pagedQuery({
    queryKey: [...key, 'stats', sort],
    read: (cursor, signal) => call(groupList, path('groupStats', { sort, cursor }), undefined, signal),
  })

export const requestsQuery = pagedQuery({
  queryKey: [...key, 'requests'],
  read: (cursor, signal) => call(groupRequestList, path('groupRequests', { cursor }), undefined, signal),
})

export const queueQuery = pagedQuery({
  queryKey: [...key, 'queue'],
  read: (cursor, signal) => call(groupFeatureList, path('groupFeatures', { cursor }), undefined, signal),
})

/** Refetches the numbers beside the tabs. */
function useRefreshCounts() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: countsQuery.queryKey })
}

/** Decides a suggestion of the queue. A message is required to reject it. */
export function useDecideFeature() {
  const onSuccess = useRefreshCounts()
  return useMutation({
    mutationFn: (decision: { action: 'approve' | 'reject'; id: number; group: string; message: string }) =>
      call(groupDecision, path('groupFeatures'), decision),
    onSuccess,
  })
}

/** Decides a request for a group. A message is required to delete it. */
export function useDecideRequest() {
  const onSuccess = useRefreshCounts()
  return useMutation({
    mutationFn: ({ approve, ...decision }: { requestId: number; approve: boolean; message: string }) =>
      call(groupDecision, '/api/v2/group', { action: approve ? 'requestApprove' : 'requestDelete', ...decision }),
    onSuccess,
  })
}

export const useSetOfficial = () =>
  useMutation({
    mutationFn: (change: { id: string; official: boolean; reason: string }) => call(ok, path('groupMod'), change),
  })

export const useSuggest = () =>
  useMutation({
    mutationFn: (entry: { groupId: string; groupTitle: string; sketchId: number; sketchTitle: string }) =>
      call(groupAddReply, path('groupSuggest'), entry),
  })
