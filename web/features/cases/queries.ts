import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  type CaseQueueParams,
  caseDetail,
  caseList,
  type claimBody,
  type DecideBody,
  deskCounts,
  type undoDecisionBody,
} from '../../../contract/http/cases.ts'
import { ok } from '../../../contract/http/common.ts'
import { reportedComments, reportedSketches } from '../../../contract/http/reports.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

/** Interval at which the desk is refetched, so that staff see claims and decisions of others. */
const REFRESH_MS = 15_000

export type CaseSearch = Pick<CaseQueueParams, 'filter' | 'kind'>

/** The queue of cases, for staff. */
export const casesQuery = (search: CaseSearch) =>
  pagedQuery({
    queryKey: ['cases', search],
    read: (cursor, signal) =>
      call(caseList, withParams('/api/v2/gloperate/cases', { ...search, cursor }), undefined, signal),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })

/**
 * Numbers of open cases, appeals, bans and orders, for staff. Its key begins with that of the cases, so that both are
 * refetched together.
 */
export const deskCountsQuery = queryOptions({
  queryKey: ['cases', 'counts'],
  queryFn: ({ signal }) => call(deskCounts, '/api/v2/gloperate/counts', undefined, signal),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
})

export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: ['case', id],
    queryFn: ({ signal }) => call(caseDetail, `/api/v2/gloperate/case?id=${id}`, undefined, signal),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })

/** Refetches the desk after each call, even a refused one: other staff may have changed the case first. */
export function useReadDeskAgain() {
  const client = useQueryClient()
  return () =>
    Promise.all(['cases', 'case', 'reported', 'appeals'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

export const useClaimCase = () =>
  useMutation({
    mutationFn: (claim: z.input<typeof claimBody>) => call(ok, '/api/v2/gloperate/case/claim', claim),
    onSettled: useReadDeskAgain(),
  })

export const useReleaseCase = () =>
  useMutation({
    mutationFn: (id: number) => call(ok, '/api/v2/gloperate/case/release', { id }),
    onSettled: useReadDeskAgain(),
  })

export const useDecideCase = () =>
  useMutation({
    mutationFn: (decision: DecideBody) => call(ok, '/api/v2/gloperate/case/decide', decision),
    onSettled: useReadDeskAgain(),
  })

export const useUndoDecision = () =>
  useMutation({
    mutationFn: (undo: z.infer<typeof undoDecisionBody>) => call(ok, '/api/v2/gloperate/case/undo', undo),
    onSettled: useReadDeskAgain(),
  })

export const reportedCommentsQuery = pagedQuery({
  queryKey: ['reported', 'comments'],
  read: (cursor, signal) =>
    call(reportedComments, withParams('/api/v2/gloperate/reportedComments', { cursor }), undefined, signal),
  staleTime: 0,
})

export const reportedSketchesQuery = pagedQuery({
  queryKey: ['reported', 'sketches'],
  read: (cursor, signal) =>
    call(reportedSketches, withParams('/api/v2/gloperate/reportedSketches', { cursor }), undefined, signal),
  staleTime: 0,
})

/** Deletes a reported comment, which decides its case. The report stays in the open list, greyed [1 §4]. */
export function useDeleteReportedComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (removal: { id: number } & RuleAndReason) => call(ok, '/api/v2/gloperate/deleteComment', removal),
    onSettled: () => Promise.all(['cases', 'case'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}
