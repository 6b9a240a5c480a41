import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type AppealBody,
  type AppealFilter,
  appealList,
  type DecideAppealBody,
  memberDecision,
} from '../../../contract/http/appeals.ts'
import { ok } from '../../../contract/http/common.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { useReadDeskAgain } from './queries.ts'

/** A decision by its case or ban; without either, the ban or warning of the viewer that is in force. */
export type DecisionKey = Pick<AppealBody, 'case' | 'ban'>

export const decisionQuery = (key: DecisionKey) =>
  queryOptions({
    queryKey: ['decision', key],
    queryFn: ({ signal }) => call(memberDecision, withParams('/api/v2/decision', key), undefined, signal),
    staleTime: 0,
  })

/** Appeals against a decision that concerns the viewer. */
export function useAppeal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (appeal: AppealBody) => call(ok, '/api/v2/appeal', appeal),
    onSettled: () => client.invalidateQueries({ queryKey: ['decision'] }),
  })
}

/** Appeals, for staff. */
export const appealsQuery = (filter: AppealFilter) =>
  pagedQuery({
    queryKey: ['appeals', filter],
    read: (cursor, signal) =>
      call(appealList, withParams('/api/v2/gloperate/appeals', { filter, cursor }), undefined, signal),
    staleTime: 0,
  })

export const useDecideAppeal = () =>
  useMutation({
    mutationFn: (decision: DecideAppealBody) => call(ok, '/api/v2/gloperate/appeal/decide', decision),
    onSettled: useReadDeskAgain(),
  })
