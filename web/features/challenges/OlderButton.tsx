import { useInfiniteQuery } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { challengesQuery } from './queries.ts'

/** Adds the next fifty challenges to a choice among the latest; nothing once all of them are offered. */
export function OlderButton() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(challengesQuery)
  if (!data || !hasNextPage) return null
  const showMore = async () => {
    const { error } = await fetchNextPage({ cancelRefetch: false })
    if (error) toastFailure(error)
  }
  return (
    <div>
      <Button busy={isFetchingNextPage} onClick={() => void showMore()}>
        Show older challenges
      </Button>
    </div>
  )
}
