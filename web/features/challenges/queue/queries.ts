import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { challengeQueue } from '../../../../contract/http/challenges.ts'
import { ok } from '../../../../contract/http/common.ts'
import { call } from '../../../lib/call.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'

export const queueQuery = queryOptions({
  queryKey: ['challenge-queue'],
  queryFn: ({ signal }) => call(challengeQueue, '/api/v2/gloperate/challenges', undefined, signal),
})

type IdeaText = { title: string; description: string }

type Idea = IdeaText & { id?: number }

/** Adds a challenge to the queue; with an id, accepts a suggestion or edits a queued challenge. */
export function useQueueChallenge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (idea: Idea) => call(ok, '/api/v2/gloperate/challenge', idea),
    onSuccess: () => refreshQueue(client),
  })
}

/** Moves a queued challenge a day earlier or later; moves are saved one after the other. */
export const useMoveChallenge = () =>
  useMutation({
    scope: { id: 'challenge-queue' },
    mutationFn: (move: { id: number; to: 'earlier' | 'later' }) => call(ok, '/api/v2/gloperate/challenge/move', move),
    onError: toastFailure,
  })

/** Removes a challenge from the queue, or declines a suggestion. */
export function useRemoveChallenge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (removal: { id: number; reason: string }) => call(ok, '/api/v2/gloperate/challenge/remove', removal),
    onSuccess: () => refreshQueue(client),
  })
}

const refreshQueue = (client: QueryClient) => client.invalidateQueries({ queryKey: queueQuery.queryKey })
