import type { QueryClient } from '@tanstack/react-query'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { challengePage } from '../../../contract/http/challenges.ts'
import { call } from '../../lib/call.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import type { GalleryList } from '../galleries/lists.ts'
import { challengeQuery, entriesName } from './queries.ts'

/** What was entered in a challenge, the latest first; its first page comes with the challenge. */
export function listOfChallenge(client: QueryClient, { id, title }: ChallengeItem): GalleryList {
  const path = `/api/v2/challenge/${id}`
  return {
    key: entriesName(id),
    title: `Entries of ${title}`,
    path,
    empty: challengeMessages.noEntries,
    async read(cursor, signal) {
      const { sketches } = cursor
        ? await call(challengePage, `${path}?cursor=${cursor}`, undefined, signal)
        : await client.fetchQuery(challengeQuery(id))
      return sketches
    },
  }
}
