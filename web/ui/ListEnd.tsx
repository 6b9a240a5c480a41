import type { ReactNode } from 'react'
import { LIST_FAILED } from '../lib/messages/general.ts'
import { Button } from './Button.tsx'
import { Hidden } from './Hidden.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { ScrollSentinel } from './ScrollSentinel.tsx'

/** Part of `useInfiniteQuery`'s result that the end of a list needs. */
export type PagedResult = {
  data: unknown
  hasNextPage: boolean
  isError: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => Promise<unknown>
  refetch: () => Promise<unknown>
}

type ListEndProps = {
  query: PagedResult
  /** Label of a button that loads the next page; without it the next page loads on scrolling. */
  button?: string
  /** Message for a failed load. */
  failure?: ReactNode
}

/** End of a paged list: loads the next page, announces loading, and offers a retry after a failure. */
export function ListEnd({ query, button, failure = LIST_FAILED }: ListEndProps) {
  const { hasNextPage, isError, isFetching } = query
  const readNext = () => void query.fetchNextPage({ cancelRefetch: false })
  if (isError) {
    return (
      <LoadFailure onRetry={() => void (query.data ? query.fetchNextPage() : query.refetch())}>{failure}</LoadFailure>
    )
  }
  return (
    <>
      {isFetching && <Hidden role="status">Loading</Hidden>}
      {hasNextPage && !button && <span hidden data-loads-more />}
      {hasNextPage && !button && !isFetching && <ScrollSentinel onVisible={readNext} />}
      {hasNextPage && button && (
        <Button busy={query.isFetchingNextPage} onClick={readNext}>
          {button}
        </Button>
      )}
    </>
  )
}
