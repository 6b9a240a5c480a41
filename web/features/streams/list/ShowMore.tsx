import { streamMessages } from '../../../lib/messages/streams.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './StreamsPage.module.css'

type ShowMoreProps = { hasMore: boolean; isFetching: boolean; isError: boolean; showMore: () => void }

/** Loads the next page of a list of streams, or reports that this failed. */
export function ShowMore({ hasMore, isFetching, isError, showMore }: ShowMoreProps) {
  if (isError) {
    return (
      <p role="alert" className={styles.failed}>
        {streamMessages.listFailed} <Button onClick={showMore}>Retry</Button>
      </p>
    )
  }
  if (!hasMore) return null
  return (
    <p className={styles.more}>
      <Button busy={isFetching} onClick={showMore}>
        Show more
      </Button>
    </p>
  )
}
