import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type AwardsBody,
  type AwardsInfo,
  type AwardWinnerBody,
  awardsInfo,
  type NominateBody,
} from '../../../contract/http/awards.ts'
import { ok } from '../../../contract/http/common.ts'
import { call } from '../../lib/call.ts'
import { reloadAfterRefusal } from '../../lib/failed-vote.ts'
import { awardMessages } from '../../lib/messages/awards.ts'
import { withParams } from '../../lib/paged-query.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'

/** Interval in ms at which the page polls for winners that are about to be published. */
const COUNTING_POLL_MS = 15_000

/** True between the end of the voting and the result. */
export const isCounting = ({ state, categories }: Pick<AwardsInfo, 'state' | 'categories'>): boolean =>
  state === 'closed' && categories.some(({ votes }) => votes === null)

type Question = { year?: number | undefined; preview?: boolean }

/** The awards of a year, or of the latest year. `preview` adds the votes so far, for staff. */
export const awardsQuery = ({ year, preview = false }: Question) =>
  queryOptions({
    queryKey: ['awards', year ?? 'latest', { preview }],
    queryFn: ({ signal }) =>
      call(
        awardsInfo,
        withParams('/api/v2/awards/info', { year: year?.toString(), vp: preview ? '1' : undefined }),
        undefined,
        signal,
      ),
    refetchInterval: ({ state: { data } }) => (data && isCounting(data) ? COUNTING_POLL_MS : false),
  })

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['awards'] })
}

type Choice = { cat: number; obj: number }

/** Votes in a category, or clears the vote. The page reloads after a refusal [1 §8]. */
export function useVoteForAward() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (vote: { cat: number; obj: number | null }) => call(ok, '/api/v2/awards/vote', vote),
    onSuccess: (_, { obj }) => {
      toast(obj === null ? awardMessages.cleared : awardMessages.voted)
      return refresh()
    },
    onMutate: () => location.href,
    onError: (error, _, address) => reloadAfterRefusal(error, address),
  })
}

export function useNominate() {
  return useMutation({
    mutationFn: (nomination: NominateBody) => call(ok, '/awards', nomination),
    onSuccess: useRefresh(),
  })
}

export function useWithdrawNomination() {
  return useMutation({
    mutationFn: (nomination: Choice) => call(ok, '/api/v2/awards/withdraw', nomination),
    onSuccess: useRefresh(),
    onError: toastFailure,
  })
}

/** Removes a nominee, for staff. */
export function useRemoveNominee() {
  return useMutation({
    mutationFn: (removal: Choice & { reason: string }) => call(ok, '/api/v2/awards/removeNominee', removal),
    onSuccess: useRefresh(),
  })
}

/** Opens the awards of a year, or edits them. */
export function useSaveAwards() {
  return useMutation({
    mutationFn: (awards: AwardsBody) => call(ok, '/api/v2/awards/edit', awards),
    onSuccess: useRefresh(),
  })
}

/** Names a winner of a category without votes, or removes a named winner. For staff. */
export function useSetWinner() {
  return useMutation({
    mutationFn: (winner: AwardWinnerBody) => call(ok, '/api/v2/awards/winner', winner),
    onSuccess: useRefresh(),
  })
}
