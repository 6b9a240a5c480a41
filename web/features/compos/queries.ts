import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ok } from '../../../contract/http/common.ts'
import {
  type CompoBody,
  type CompoInfo,
  compoBallot,
  compoEntryList,
  compoInfo,
  compoList,
  compoVoters,
  type OpenCompo,
  openCompos,
} from '../../../contract/http/compos.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { pollDelay } from './phases.ts'

/** Compos, latest first. */
export const composQuery = pagedQuery({
  queryKey: ['compos'],
  read: (cursor, signal) => call(compoList, withParams('/api/v2/compo', { cursor }), undefined, signal),
})

/** Compos that take entries now, first those that the member may enter. */
export const openComposQuery = queryOptions({
  queryKey: ['compos', 'open'],
  queryFn: async ({ signal }) => (await call(openCompos, '/api/v2/compo/open', undefined, signal)).items,
})

/** Compos that the member may enter now. */
export const composToEnter = (compos: readonly OpenCompo[]): OpenCompo[] => compos.filter(({ canEnter }) => canEnter)

/** True if the member may enter a compo now; the list is only read if `isWanted`. */
export function useHasCompoToEnter(isWanted: boolean): boolean {
  const { data = [] } = useQuery({ ...openComposQuery, enabled: isWanted })
  return composToEnter(data).length > 0
}

/** A compo, refetched while its state is about to change. */
export const compoQuery = (key: string) =>
  queryOptions({
    queryKey: ['compo', key, 'info'],
    queryFn: ({ signal }) => call(compoInfo, withParams('/api/v2/compo/info', { name: key }), undefined, signal),
    refetchInterval: ({ state: { data } }) => (data ? pollDelay(data, Date.now()) : false),
  })

/** Orders of the entries of a closed compo. */
export type EntrySort = 'place' | 'recent'

export const ENTRY_SORTS = [
  { value: 'place', label: 'By place' },
  { value: 'recent', label: 'Latest' },
] as const satisfies readonly { value: EntrySort; label: string }[]

/** The order in the address of a compo. */
export const entrySortOf = (params: URLSearchParams): EntrySort =>
  params.get('sort') === 'recent' ? 'recent' : 'place'

/** Entries of a compo: by place once there is a result, before it or on request latest first. */
export const entriesQuery = ({ id, result }: Pick<CompoInfo, 'id' | 'result'>, sort: EntrySort = 'place') =>
  pagedQuery({
    queryKey: ['compo', id, 'entries', result && sort === 'place' ? 'by place' : 'latest'],
    read: (cursor, signal) =>
      call(
        compoEntryList,
        withParams(`/compo/${id}/1?format=json`, { cursor, sort: sort === 'recent' ? sort : undefined }),
        undefined,
        signal,
      ),
  })

/** Name of the list of a compo's entries in addresses of sketches (contract/list-name.ts). */
export const entryListName = (key: string, sort: EntrySort = 'place') =>
  `${sort === 'recent' ? 'recent-' : ''}compo-${key}`

/** Voters whose picks fit the result least; for staff. Reading it is on the staff log. */
export const votersQuery = (key: string) =>
  queryOptions({
    queryKey: ['compo', key, 'voters'],
    queryFn: ({ signal }) => call(compoVoters, withParams('/api/v2/compo/voters', { name: key }), undefined, signal),
  })

const votePath = (key: string) => `/api/compoVote/${key}`

/** The member's ballot. Only their own votes change it. */
export const ballotQuery = (key: string) =>
  queryOptions({
    queryKey: ['compo', key, 'ballot'],
    queryFn: ({ signal }) => call(compoBallot, votePath(key), undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Answers sets from `step` on, or begins the ballot without votes. */
export function useVote(key: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: { step: number; votes: number[][] }) => call(compoBallot, votePath(key), answer),
    onSuccess: (ballot) => client.setQueryData(ballotQuery(key).queryKey, ballot),
  })
}

/** Address of the upload page for a new sketch in a compo. */
export const compoUploadAddress = (key: string) => `/upload?compo=${key}`

type Entry = { compoKey: string; sketchId: number }

export function useEnterCompo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ compoKey, sketchId }: Entry) => call(ok, `/compo/${compoKey}`, { sketchId }),
    onSuccess: (_, entry) => refreshCompoEntry(client, entry),
  })
}

/** Invites a sketch into the compo with a key; for staff. */
export function useInvite(sketchId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (compo: string) => call(ok, '/admin/compoInvite', { sketchId, compo }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sketch', sketchId] }),
  })
}

/** Accepts the invite of a sketch, or ends it. */
export function useAnswerInvite(sketchId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ isAccepted }: { compoKey: string; isAccepted: boolean }) =>
      call(ok, isAccepted ? '/admin/inviteAccepted' : '/api/v2/compo/declineInvite', { sketchId }),
    onSuccess: (_, { compoKey }) => refreshCompoEntry(client, { compoKey, sketchId }),
  })
}

/** Removes a sketch from its compo; staff say why. */
export function useRemoveFromCompo(entry: Entry) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (why: RuleAndReason | undefined) =>
      call(ok, '/api/compoRemoveSketch', { which: entry.sketchId, ...why }),
    onSuccess: () => refreshCompoEntry(client, entry),
  })
}

/** Refetches everything that shows an entry: the compo, its entries, the list that counts them, and the sketch. */
export async function refreshCompoEntry(client: QueryClient, { compoKey, sketchId }: Entry): Promise<void> {
  await Promise.all([refreshCompo(client, compoKey), client.invalidateQueries({ queryKey: ['sketch', sketchId] })])
}

/** Refetches a compo with its entries, and the list of compos, but not the ballot. */
export async function refreshCompo(client: QueryClient, key: string): Promise<void> {
  const keys = [['compos'], ['compo', key, 'info'], ['compo', key, 'entries']]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Opens a compo, or edits the one with its `compoId`. */
export function useSaveCompo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (compo: CompoBody) => call(ok, '/api/v2/compo/edit', compo),
    onSuccess: (_, { key }) => refreshCompo(client, key),
  })
}

export const useReportCompo = (compo: string) =>
  useMutation({ mutationFn: (details: string) => call(ok, '/api/v2/report', { compo, details }) })

/** Deletes a compo without entries; for staff. */
export function useDeleteCompo({ compoId, id }: Pick<CompoInfo, 'compoId' | 'id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(ok, '/api/v2/compo/delete', { compoId, reason }),
    onSuccess: () => {
      client.removeQueries({ queryKey: ['compo', id] })
      return Promise.all(['compos', 'groups'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
  })
}
