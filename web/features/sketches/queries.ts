import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser, SessionReply } from '../../../contract/http/auth.ts'
import { ok } from '../../../contract/http/common.ts'
import { neighbours } from '../../../contract/http/neighbours.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { sketchStats } from '../../../contract/http/sketch-files.ts'
import {
  type ShownSketch,
  type SketchPageReply,
  sketchPageReply,
  sketchThumb,
} from '../../../contract/http/sketch-page.ts'
import {
  featureReply,
  heartReply,
  type Rating,
  rateReply,
  type SketchMark,
  sketchHearts,
  sketchInfo,
  type Violation,
} from '../../../contract/http/sketches.ts'
import { avatarReply, coverReply, emoticonReply } from '../../../contract/http/users.ts'
import { withLinkKey } from '../../../contract/sketch-address.ts'
import { call } from '../../lib/call.ts'
import { reloadAfterRefusal } from '../../lib/failed-vote.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'
import { sessionQuery } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { galleriesKey, resetSketchLists } from '../galleries/queries.ts'

/** `linkKey` opens an unlisted sketch; the browser remembers it. */
export const sketchQuery = (id: number, linkKey?: string | null) =>
  queryOptions({
    queryKey: ['sketch', id],
    queryFn: ({ signal }) => call(sketchPageReply, withLinkKey(`/api/v2/sketch/${id}`, linkKey), undefined, signal),
  })

const PREVIEW_STALE_MS = 5 * 60_000

/** A sketch in a preview of a link, which is no view of it; an error for a sketch that the reader may not see. */
export const sketchThumbQuery = (id: number, linkKey?: string | null) =>
  queryOptions({
    queryKey: ['sketch', id, 'thumb'],
    queryFn: ({ signal }) => call(sketchThumb, withLinkKey(`/api/v2/sketchThumb/${id}`, linkKey), undefined, signal),
    staleTime: PREVIEW_STALE_MS,
  })

/** The page of a sketch for an action on it, which is no view of it. */
export const sketchAheadQuery = (id: number) =>
  queryOptions({
    queryKey: ['sketch', id, 'ahead'],
    queryFn: ({ signal }) => call(sketchPageReply, `/api/v2/sketch/${id}?ahead=1`, undefined, signal),
  })

function changeSketch(client: QueryClient, id: number, changes: Partial<ShownSketch>): void {
  client.setQueryData<SketchPageReply>(sketchQuery(id).queryKey, (sketch) =>
    sketch && !sketch.hidden ? { ...sketch, ...changes } : sketch,
  )
}

/** Changes the loaded pages of an artist's sketches. */
export function changeSketchesOf(client: QueryClient, artistId: number, changes: Partial<ShownSketch>): void {
  client.setQueriesData<SketchPageReply>(
    { queryKey: ['sketch'], predicate: ({ queryKey }) => queryKey.length === sketchQuery(0).queryKey.length },
    (sketch) => (sketch && !sketch.hidden && sketch.userId === artistId ? { ...sketch, ...changes } : sketch),
  )
}

/** Gives a heart; counts and balance follow the reply. */
export function useGiveHeart(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(heartReply, '/heart', { action: 'heart', which: id }),
    onSuccess: ({ hearts, heartsAvailable }) => {
      changeSketch(client, id, { hearts, userHeart: true, userCanHeart: false })
      client.setQueryData<SessionReply>(sessionQuery.queryKey, (session) =>
        session?.user ? { ...session, user: { ...session.user, heartsAvailable } satisfies CurrentUser } : session,
      )
    },
  })
}

/** Features a sketch; `by` is the member who does. */
export function useFeature(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (_: { by: CurrentUser }) => call(featureReply, '/heart', { action: 'feature', which: id }),
    onSuccess: (reply, { by }) =>
      changeSketch(client, id, {
        ...reply,
        featured: true,
        featuredBy: by.id,
        featuredByName: by.nickname,
        userCanFeature: false,
      }),
  })
}

/** Rates a sketch. The page reloads after a refusal [1 §8]. */
export function useRate(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rating: Rating) => call(rateReply, '/rate', { key: crypto.randomUUID(), rating, which: id }),
    onSuccess: (reply) => changeSketch(client, id, { ...reply, likes: reply.rateRules }),
    onMutate: () => location.href,
    onError: (error, _, address) => reloadAfterRefusal(error, address),
  })
}

/** Disputes a sketch that is similar to one of the member's own. */
export function useDispute(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (details: string) => call(ok, `/sketch/${id}/dispute`, { details }),
    onSuccess: () => client.invalidateQueries({ queryKey: sketchQuery(id).queryKey, exact: true }),
  })
}

/** Deletes a sketch. Staff say why they delete those of others. Call `forgetDeletedSketch` after leaving its page. */
export const useDeleteSketch = () =>
  useMutation({
    mutationFn: ({ id, why }: { id: number; why?: RuleAndReason | undefined }) =>
      call(ok, `/api/v2/sketch/${id}`, { action: 'delete', ...why }),
  })

/** Drops a deleted sketch and every list with it from the cache. */
export async function forgetDeletedSketch(client: QueryClient, id: number): Promise<void> {
  client.removeQueries({ queryKey: sketchQuery(id).queryKey })
  client.removeQueries({ queryKey: ['neighbours'] })
  await resetSketchLists(client)
}

/** Reports a sketch to staff with a text and reasons. */
export const useReportSketch = (id: number) =>
  useMutation({ mutationFn: (report: Record<string, string | boolean>) => call(ok, `/sketch/${id}/report`, report) })

/** Refetches the page of a sketch now, and galleries when they are next shown. */
export async function refreshSketch(client: QueryClient, id: number): Promise<void> {
  await client.invalidateQueries({ queryKey: sketchQuery(id).queryKey })
  await client.invalidateQueries({ queryKey: galleriesKey, refetchType: 'none' })
}

const PICTURE_USES = {
  avatar: { path: '/api/v2/user/setAvatar', reply: avatarReply, done: 'Avatar changed' },
  cover: { path: '/api/v2/user/setCover', reply: coverReply, done: 'Cover changed' },
  emoticon: { path: '/api/v2/user/setEmoticon', reply: emoticonReply, done: 'Type (me) in chat to show it' },
} as const
export type PictureUse = keyof typeof PICTURE_USES

/** Makes a sketch the member's avatar, cover or `(me)` emoticon. */
export function useSetProfilePicture(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (use: PictureUse): Promise<unknown> =>
      call<unknown>(PICTURE_USES[use].reply, PICTURE_USES[use].path, { sketch: id }),
    onSuccess: async (_, use) => {
      toast(PICTURE_USES[use].done)
      await client.invalidateQueries({ queryKey: ['people'] })
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await client.invalidateQueries({ queryKey: sketchQuery(id).queryKey })
    },
    onError: toastFailure,
  })
}

/** Features a sketch by a logged action of staff. */
export function useStaffFeature(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(featureReply, '/gloperate/feature', { sketchId: id, reason }),
    onSuccess: () => client.invalidateQueries({ queryKey: sketchQuery(id).queryKey }),
  })
}

/** Marks the violation of a sketch, which hides it, or clears it. */
export function useSetViolation(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mark: { violation: Violation | null } & RuleAndReason) =>
      call(ok, '/gloperate/violation', { sketchId: id, ...mark }),
    onSuccess: () => refreshSketch(client, id),
  })
}

/** Marks a sketch as mature or as made with AI, or takes the mark away. */
export function useSetMark(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: { mark: SketchMark; on: boolean } & RuleAndReason) =>
      call(ok, '/gloperate/mark', { sketchId: id, ...change }),
    onSuccess: () => refreshSketch(client, id),
  })
}

export const neighboursQuery = (id: number, list: string) =>
  queryOptions({
    queryKey: ['neighbours', list, id],
    queryFn: ({ signal }) =>
      call(neighbours, `/api/v2/sketch/${id}/neighbours?in=${encodeURIComponent(list)}`, undefined, signal),
  })

export const sketchInfoQuery = (id: number) =>
  queryOptions({
    queryKey: ['sketch', id, 'info'],
    queryFn: ({ signal }) => call(sketchInfo, `/api/v2/sketchInfo/${id}`, undefined, signal),
  })

export const sketchStatsQuery = (id: number) =>
  queryOptions({
    queryKey: ['sketch', id, 'stats'],
    queryFn: ({ signal }) => call(sketchStats, `/api/v2/sketchStats/${id}`, undefined, signal),
  })

export const sketchHeartsQuery = (id: number) =>
  pagedQuery({
    queryKey: ['sketch', id, 'hearts'],
    read: (cursor, signal) =>
      call(sketchHearts, withParams(`/api/v2/sketchHearts/${id}`, { cursor }), undefined, signal),
  })
