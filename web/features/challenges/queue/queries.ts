import { queryOptions } from '@tanstack/react-query'
import { challengeQueue } from '../../../../contract/http/challenges.ts'
import { ok } from '../../../../contract/http/common.ts'
import { call } from '../../../lib/call.ts'

/** What staff see: the queue, and what members suggest. */
export const queueQuery = queryOptions({
  queryKey: ['challenge-queue'],
  queryFn: ({ signal }) => call(challengeQueue, '/api/v2/gloperate/challenges', undefined, signal),
})

type Words = { title: string; description: string }

/** Adds a challenge of staff's own to the queue or, by its id, takes a suggestion or changes the words of what is there. */
export const queueChallenge = (idea: Words & { id?: number }) => call(ok, '/api/v2/gloperate/challenge', idea)

/** Lets one of the queue begin a day earlier or later. */
export const moveChallenge = (id: number, to: 'earlier' | 'later') =>
  call(ok, '/api/v2/gloperate/challenge/move', { id, to })

/** Takes one out of the queue, or declines a suggestion. */
export const removeChallenge = (id: number, reason: string) =>
  call(ok, '/api/v2/gloperate/challenge/remove', { id, reason })
