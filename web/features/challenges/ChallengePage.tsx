import type { QueryClient } from '@tanstack/react-query'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Target } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { useParams } from 'react-router'
import * as z from 'zod/mini'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { idText } from '../../../contract/http/common.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { AlbumCover } from '../albums/AlbumCover.tsx'
import { galleryQuery, positionInUrl } from '../galleries/queries.ts'
import { ChallengeHead } from './ChallengeHead.tsx'
import styles from './ChallengePage.module.css'
import { Entries } from './Entries.tsx'
import { challengeQuery } from './queries.ts'
import { challengeList } from './useEntries.ts'

function idOf(params: unknown): number {
  const parsed = z.object({ id: idText }).safeParse(params)
  if (!parsed.success) throw new Response(null, { status: 404 })
  return parsed.data.id
}

export const loadChallenge =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const challenge = await client.ensureQueryData(challengeQuery(idOf(params)))
    const { from } = positionInUrl(new URL(request.url).search)
    void client.prefetchInfiniteQuery(galleryQuery(challengeList(client, challenge), from))
    return challenge
  }

/** A challenge with its entries and links to those before and after: of the days [1 §2], or of its group. */
export function ChallengePage() {
  const { data: challenge } = useSuspenseQuery(challengeQuery(idOf(useParams())))
  const { title, group, prev, next } = challenge
  return (
    <Page title={`${title}, challenge`} gap={24}>
      <ChallengeHead challenge={challenge} />
      <nav aria-label="Other challenges" className={styles.neighbours}>
        {prev && <NeighbourLink side="prev" to={prev} />}
        <ButtonLink to={group ? `/group/${group.id}?tab=events` : '/challenges'} className={styles.all}>
          {group ? 'Events of the group' : 'Browse past challenges'}
        </ButtonLink>
        {next && <NeighbourLink side="next" to={next} />}
      </nav>
      <Entries challenge={challenge} />
    </Page>
  )
}

function NeighbourLink({ side, to: { id, title, thumbnail } }: { side: 'prev' | 'next'; to: ChallengeItem }) {
  return (
    <Link to={`/challenge/${id}`} className={styles.neighbour} data-side={side}>
      <Icon of={side === 'prev' ? ChevronLeft : ChevronRight} />
      <span className={styles.cover}>
        <AlbumCover thumbnail={thumbnail} icon={Target} small />
      </span>
      <span className={styles.text}>
        <span className={styles.side}>{side === 'prev' ? 'Previous' : 'Next'}</span>{' '}
        <span className={styles.title}>{title}</span>
      </span>
    </Link>
  )
}
