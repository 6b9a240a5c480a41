import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { useShellViewer, useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Flow } from '../../ui/layout.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { ChallengeList } from './ChallengeList.tsx'
import styles from './ChallengesPage.module.css'
import { NextChallenge } from './NextChallenge.tsx'
import { OwnStreak } from './OwnStreak.tsx'
import { challengesQuery } from './queries.ts'
import { SuggestButton } from './SuggestButton.tsx'

const searchAddress = (query: string) => `/challenges/search?${new URLSearchParams({ query })}`

/** Prefetches the first challenges while the page renders. */
export function loadChallenges(client: QueryClient): null {
  void client.prefetchInfiniteQuery(challengesQuery)
  return null
}

/** All daily challenges, latest first, with a search field [1 §2]. */
export function ChallengesPage() {
  const navigate = useNavigate()
  const user = useUser()
  const isMember = useShellViewer() === 'member'
  return (
    <Page title="Challenges" gap={16}>
      <PageHead title="Challenges">
        <Flow>
          {user?.gloperator && <ButtonLink to="/challenges/queue">Queue</ButtonLink>}
          <SuggestButton />
        </Flow>
      </PageHead>
      <SearchField label="Search challenges" query="" onSearch={(query) => void navigate(searchAddress(query))} />
      <div className={classes(styles.now, isMember && styles.withStreak)}>
        <NextChallenge />
        <OwnStreak />
      </div>
      <ChallengeList query={challengesQuery} label="Challenges" none={challengeMessages.none} />
    </Page>
  )
}
