import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { LIST_FAILED, messages } from '../../lib/messages/errors.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Flow } from '../../ui/layout.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { ScrollSentinel } from '../../ui/ScrollSentinel.tsx'
import { LoadMore } from '../galleries/LoadMore.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { ChallengeCards } from './ChallengeCards.tsx'
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
  return (
    <Page title="Challenges" gap={16}>
      <PageHead title="Challenges">
        <Flow>
          {user?.gloperator && <ButtonLink to="/challenges/queue">Queue</ButtonLink>}
          <SuggestButton />
        </Flow>
      </PageHead>
      <SearchField label="Search challenges" query="" onSearch={(query) => void navigate(searchAddress(query))} />
      <div className={styles.now}>
        <NextChallenge />
        <OwnStreak />
      </div>
      <AllChallenges />
    </Page>
  )
}

function AllChallenges() {
  const list = useRef<HTMLUListElement>(null)
  const usesButton = usePreference('more-by-button')
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(challengesQuery)
  const challenges = itemsOf(data)
  const showMore = () => void fetchNextPage({ cancelRefetch: false })
  const canLoadMore = hasNextPage && !isFetching && !isError
  if (data && challenges.length === 0) return <EmptyState>{challengeMessages.none}</EmptyState>
  return (
    <div data-loads-more={(hasNextPage && !usesButton && !isError) || undefined}>
      <ChallengeCards
        ref={list}
        label="Challenges"
        challenges={challenges}
        isLoading={isFetching && !isError && (!data || hasNextPage)}
      />
      {isFetching && <Hidden role="status">Loading</Hidden>}
      {canLoadMore && !usesButton && <ScrollSentinel onVisible={showMore} />}
      {usesButton && !isError && (
        <LoadMore list={list} count={challenges.length} hasMore={hasNextPage} busy={isFetching} onMore={showMore} />
      )}
      {isError && (
        <LoadFailure onRetry={() => void (data ? fetchNextPage() : refetch())}>
          {data ? LIST_FAILED : messages.pageFailed}
        </LoadFailure>
      )}
    </div>
  )
}
