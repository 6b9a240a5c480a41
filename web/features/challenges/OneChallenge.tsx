import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Target } from 'lucide-react'
import { useParams } from 'react-router'
import type { ChallengeItem } from '../../../contract/http/challenge-item.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { AlbumCover } from '../albums/AlbumCover.tsx'
import { ChallengeHead } from './ChallengeHead.tsx'
import { Entries } from './Entries.tsx'
import styles from './OneChallenge.module.css'
import { challengeQuery } from './queries.ts'

/** A challenge, the ways to those of the days beside it, and its entries [1 §2]. */
export function OneChallenge() {
  const { data: challenge } = useSuspenseQuery(challengeQuery(Number(useParams().id)))
  const { title, prev, next } = challenge
  return (
    <Page title={`${title}, challenge`} gap={24}>
      <ChallengeHead challenge={challenge} />
      <nav aria-label="Other days" className={styles.days}>
        {prev && <Way side="prev" to={prev} />}
        <ButtonLink to="/challenges" className={styles.all}>
          Browse past challenges
        </ButtonLink>
        {next && <Way side="next" to={next} />}
      </nav>
      <Entries challenge={challenge} />
    </Page>
  )
}

function Way({ side, to: { id, title, thumbnail } }: { side: 'prev' | 'next'; to: ChallengeItem }) {
  return (
    <Link to={`/challenge/${id}`} className={styles.way} data-side={side}>
      <Icon of={side === 'prev' ? ChevronLeft : ChevronRight} />
      <span className={styles.cover}>
        <AlbumCover thumbnail={thumbnail} icon={Target} side={44} />
      </span>
      <span className={styles.words}>
        <span className={styles.side}>{side === 'prev' ? 'Previous' : 'Next'}</span>{' '}
        <span className={styles.title}>{title}</span>
      </span>
    </Link>
  )
}
