import { type ReactNode, useEffect } from 'react'
import { LIST_FAILED } from '../lib/messages/general.ts'
import { Button } from './Button.tsx'
import { type ReadPages, readsPastEmptyPages } from './empty-pages.ts'
import { useFocusAfterLastPage } from './focus-after-last-page.ts'
import { Hidden } from './Hidden.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { ScrollSentinel } from './ScrollSentinel.tsx'

/** Part of `useInfiniteQuery`'s result that the end of a list needs. */
export type PagedResult = {
  data: ReadPages | undefined
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

/**
 * End of a paged list: loads the next page, announces loading, and offers a retry after a failure. A few empty pages
 * are read past without a press of the button.
 */
export function ListEnd({ query, button, failure = LIST_FAILED }: ListEndProps) {
  const { data, hasNextPage, isError, isFetching } = query
  const hasButton = hasNextPage && button !== undefined
  const readsOn = hasButton && !isError && data !== undefined && readsPastEmptyPages(data)
  const readNext = () => void query.fetchNextPage({ cancelRefetch: false })
  const rememberPress = useFocusAfterLastPage(hasButton || isError)
  useEffect(() => {
    if (readsOn && !isFetching) readNext()
  })
  if (isError) {
    return <LoadFailure onRetry={() => void (data ? query.fetchNextPage() : query.refetch())}>{failure}</LoadFailure>
  }
  return (
    <>
      {isFetching && <Hidden role="status">Loading</Hidden>}
      {hasNextPage && !button && <span hidden data-loads-more />}
      {hasNextPage && !button && !isFetching && <ScrollSentinel onVisible={readNext} />}
      {hasButton && (
        <Button
          busy={query.isFetchingNextPage || readsOn}
          onClick={({ currentTarget }) => {
            rememberPress(currentTarget)
            readNext()
          }}
        >
          {button}
        </Button>
      )}
    </>
  )
}
