import { queryOptions, useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ok } from '../../../contract/http/common.ts'
import type { boardMarkReportBody } from '../../../contract/http/reports.ts'
import type { Person } from '../../../contract/http/users.ts'
import {
  boardHistoryReply,
  boardLogReply,
  type DrawPolicy,
  type RollbackBody,
  rollbackReply,
} from '../../../contract/http/whiteboard.ts'
import { call } from '../../lib/call.ts'

/** Latest slices that scrolled off the board, newest first. */
export const boardHistoryQuery = queryOptions({
  queryKey: ['whiteboard-history'],
  queryFn: ({ signal }) => call(boardHistoryReply, '/api/v2/whiteboard/history', undefined, signal),
})

/** Contents of the last day's log; constant while it is used. */
export const boardLogQuery = queryOptions({
  queryKey: ['whiteboard-log'],
  queryFn: ({ signal }) => call(boardLogReply, '/api/v2/whiteboard/log', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const boardArtistsQuery = (read: () => Promise<Person[]>) =>
  queryOptions({ queryKey: ['whiteboard-artists'], queryFn: read, gcTime: 0 })

export function useSetDrawPolicy() {
  return useMutation({ mutationFn: (policy: DrawPolicy) => call(ok, '/api/v2/whiteboard/draw-policy', policy) })
}

/** Removes a member's marks; the revision of the reply identifies the rollback. */
export function useRollback() {
  return useMutation({ mutationFn: (body: RollbackBody) => call(rollbackReply, '/api/v2/whiteboard/rollback', body) })
}

/** Undoes the rollback of a revision, if it was the last one. */
export function useRestore() {
  return useMutation({ mutationFn: (revision: number) => call(ok, '/api/v2/whiteboard/restore', { revision }) })
}

export function useReportMark() {
  return useMutation({
    mutationFn: (report: z.input<typeof boardMarkReportBody>) => call(ok, '/api/v2/report', report),
  })
}
