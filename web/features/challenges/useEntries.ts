import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { galleryQuery } from '../galleries/queries.ts'
import { listOfChallenge } from './entries-list.ts'

/** The entries of a challenge that the page's gallery has read so far, and the list that they are of. */
export function useEntries(challenge: ChallengeItem) {
  const client = useQueryClient()
  const { id, title } = challenge
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else of a challenge is in it
  const list = useMemo(() => listOfChallenge(client, challenge), [client, id, title])
  const { data } = useInfiniteQuery({ ...galleryQuery(list), enabled: false })
  return { list, entries: data?.pages.flatMap(({ items }) => items) ?? [] }
}
