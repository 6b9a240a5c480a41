import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  challengeListReply,
  challengePageReply,
  openChallengeReply,
  ownSuggestions,
} from '../../../contract/http/challenges.ts'
import { ok } from '../../../contract/http/common.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { ownStreak } from '../../../contract/http/streak.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

/** Daily challenges, latest first. */
export const challengesQuery = pagedQuery({
  queryKey: ['challenges'],
  read: (cursor, signal) => call(challengeListReply, withParams('/api/v2/challenge', { cursor }), undefined, signal),
})

export const challengeSearchQuery = (query: string) =>
  pagedQuery({
    queryKey: ['challenges', 'search', query],
    read: (cursor, signal) => {
      const body = { query, cursor: cursor || undefined }
      return call(challengeListReply, '/api/v2/search/challenge', body, signal)
    },
  })

export const challengeQuery = (id: number) =>
  queryOptions({
    queryKey: ['challenge', id],
    queryFn: ({ signal }) => call(challengePageReply, `/api/v2/challenge/${id}`, undefined, signal),
  })

/** The member's streak. It is read at each visit, because votes and comments elsewhere change it. */
export const streakQuery = queryOptions({
  queryKey: ['streak'],
  queryFn: ({ signal }) => call(ownStreak, '/api/v2/challenge/streak', undefined, signal),
})

/** The upload page, where new pictures enter a challenge. */
export const uploadAddress = (challengeId: number) => `/upload?challenge=${challengeId}`

/** Name of the list of a challenge's entries (contract/list-name.ts). */
export const entriesListName = (challengeId: number) => `challenge-${challengeId}`

/** The member's suggestions that staff have not decided. */
export const ownSuggestionsQuery = queryOptions({
  queryKey: ['suggestions'],
  queryFn: async ({ signal }) => (await call(ownSuggestions, '/api/v2/challenge/suggestions', undefined, signal)).items,
})

export function useSuggestChallenge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: { title: string; description: string }) =>
      call(ok, '/challenges', { action: 'suggest', ...text }),
    onSuccess: () => client.invalidateQueries(ownSuggestionsQuery),
  })
}

export function useWithdrawSuggestion() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(ok, '/api/v2/challenge/withdraw', { id }),
    onSettled: () => client.invalidateQueries(ownSuggestionsQuery),
  })
}

/** Opens a challenge of a group, which the lists of events show at once. */
export function useOpenChallenge(group: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (words: { title: string; description: string }) =>
      call(openChallengeReply, '/api/v2/challenge/open', { group, ...words }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['groups', 'events'] }),
  })
}

/** Deletes a challenge of a group that has no entries. */
export function useDeleteChallenge(challengeId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(ok, '/api/v2/challenge/delete', { challengeId, reason }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['groups', 'events'] }),
  })
}

export const useReportChallenge = (challenge: number) =>
  useMutation({ mutationFn: (details: string) => call(ok, '/api/v2/report', { challenge, details }) })

type Entry = { challengeId: number; sketchId: number }

export function useEnterChallenge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (entry: Entry) => call(ok, '/challenges', entry),
    onSuccess: (_, entry) => refreshEntry(client, entry),
  })
}

/** Changes the texts of a challenge that has begun, and refetches everything that shows them. */
export function useEditChallenge(challengeId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (words: { title: string; description: string; reason: string }) =>
      call(ok, '/api/v2/gloperate/challenge/edit', { challengeId, ...words }),
    onSuccess: async () => {
      for (const queryKey of [['challenges'], ['home'], ['sketch'], ['groups', 'events']])
        void client.invalidateQueries({ queryKey })
      await client.invalidateQueries({ queryKey: ['challenge'] })
    },
  })
}

/** Removes a sketch from its challenge. Staff say why they remove those of others. */
export function useRemoveEntry(entry: Entry) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (why: RuleAndReason | undefined) =>
      call(ok, '/api/v2/challenge/removeSketch', { sketch: entry.sketchId, ...why }),
    onSuccess: () => refreshEntry(client, entry),
  })
}

/** Refetches everything that shows an entry: the challenge, its gallery, the lists that count it, and the sketch. */
export async function refreshEntry(client: QueryClient, { challengeId, sketchId }: Entry): Promise<void> {
  const name = entriesListName(challengeId)
  const keys = [
    ['challenge', challengeId],
    ['gallery', name],
    ['challenges'],
    ['streak'],
    ['sketch', sketchId],
    ['neighbours', name],
  ]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
