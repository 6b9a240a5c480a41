import { streamMessages } from '../../../lib/messages/streams.ts'
import { ListEnd, type PagedResult } from '../../../ui/ListEnd.tsx'
import styles from './StreamsPage.module.css'

/** Loads the next streams of a list on a press. */
export function StreamListEnd({ query }: { query: PagedResult }) {
  return (
    <div className={styles.end}>
      <ListEnd query={query} button="Show more" failure={streamMessages.listFailed} />
    </div>
  )
}
