import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { LIST_FAILED, messages } from '../../lib/messages/general.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { usePreference } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ScrollSentinel } from '../../ui/ScrollSentinel.tsx'
import { LoadMore } from '../galleries/LoadMore.tsx'
import { ChallengeCards } from './ChallengeCards.tsx'
import type { challengesQuery } from './queries.ts'

type ChallengeListProps = {
  query: typeof challengesQuery
  /** Accessible name. */
  label: string
  /** Sentence for an empty list. */
  none: string
  /** Sentence if the first page cannot be read. */
  failed?: string
}

/** Challenges as cards, down to the last one: further ones load at the end, or by a button. */
export function ChallengeList({ query, label, none, failed = messages.pageFailed }: ChallengeListProps) {
  const list = useRef<HTMLUListElement>(null)
  const usesButton = usePreference('more-by-button')
  const read = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const { data, isError, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = read
  const challenges = itemsOf(data)
  const showMore = () => void fetchNextPage({ cancelRefetch: false })
  const canLoadMore = hasNextPage && !isFetching && !isError
  if (data && challenges.length === 0 && !isPlaceholderData) return <EmptyState>{none}</EmptyState>
  return (
    <div data-loads-more={(hasNextPage && !usesButton && !isError) || undefined}>
      <ChallengeCards
        ref={list}
        label={label}
        challenges={challenges}
        isLoading={isFetching && !isError && (!data || hasNextPage)}
      />
      {isFetching && <Hidden role="status">Loading</Hidden>}
      {canLoadMore && !usesButton && <ScrollSentinel onVisible={showMore} />}
      {usesButton && !isError && (
        <LoadMore
          count={challenges.length}
          shown={challenges.length}
          reveal={(index) => list.current?.children[index]}
          hasMore={hasNextPage}
          busy={isFetching}
          onMore={showMore}
        />
      )}
      {isError && (
        <LoadFailure onRetry={() => void (data ? fetchNextPage() : refetch())}>
          {data ? LIST_FAILED : failed}
        </LoadFailure>
      )}
    </div>
  )
}
