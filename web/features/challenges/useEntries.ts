import type { QueryClient } from '@tanstack/react-query'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { challengePageReply } from '../../../contract/http/challenges.ts'
import { call } from '../../lib/call.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import type { GalleryList } from '../galleries/lists.ts'
import { galleryQuery } from '../galleries/queries.ts'
import { challengeQuery, entriesListName } from './queries.ts'

/** List of a challenge's entries, and the entries that its gallery has loaded so far. */
export function useEntries(challenge: ChallengeItem) {
  const client = useQueryClient()
  const { id, title } = challenge
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list depends on nothing else
  const list = useMemo(() => challengeList(client, challenge), [client, id, title])
  const { data } = useInfiniteQuery({ ...galleryQuery(list), enabled: false })
  return { list, loadedEntries: data?.pages.flatMap(({ items }) => items) ?? [] }
}

/** Entries of a challenge, latest first; the first page comes with the challenge. */
export function challengeList(client: QueryClient, { id, title }: ChallengeItem): GalleryList {
  const path = `/api/v2/challenge/${id}`
  return {
    key: entriesListName(id),
    title: `Entries of ${title}`,
    path,
    empty: entryMessages.noEntries,
    async read(cursor, signal) {
      const { sketches } = cursor
        ? await call(challengePageReply, `${path}?cursor=${cursor}`, undefined, signal)
        : await client.fetchQuery(challengeQuery(id))
      return sketches
    },
  }
}
