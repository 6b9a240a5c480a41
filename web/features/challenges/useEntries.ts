import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { challengePageReply } from '../../../contract/http/challenges.ts'
import { call } from '../../lib/call.ts'
import { entryMessages } from '../../lib/messages/entries.ts'
import type { GalleryList } from '../galleries/lists.ts'
import { challengeQuery, entriesListName } from './queries.ts'

/** List of a challenge's entries. */
export function useEntries(challenge: ChallengeItem): GalleryList {
  const client = useQueryClient()
  const { id, title } = challenge
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list depends on nothing else
  return useMemo(() => challengeList(client, challenge), [client, id, title])
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
