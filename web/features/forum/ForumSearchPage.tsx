import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { postPath } from '../../../contract/forum-path.ts'
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts'
import { forumMessages } from '../../lib/messages/forum.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { SearchField } from '../search/SearchField.tsx'
import styles from './ForumSearchPage.module.css'
import { forumSearchQuery } from './queries.ts'

/** Posts of the forum that match a search, the newest first. The search is in the address. */
export function ForumSearchPage() {
  const [params, setParams] = useSearchParams()
  const words = (params.get('query') ?? '').trim().slice(0, SEARCH_QUERY_MAX)
  const query = useInfiniteQuery(forumSearchQuery(words))
  const posts = itemsOf(query.data)
  return (
    <Page title={words ? `${words}, forum search` : 'Forum search'} gap={16} width={960}>
      <p>
        <Link to="/forum">Forum</Link>
      </p>
      <h1>Search the forum</h1>
      <SearchField
        label="Words"
        hint={forumMessages.searchHint}
        query={words}
        onSearch={(text) => setParams({ query: text })}
      />
      <ul aria-label="Posts">
        {posts.map(({ id, topicId, number, title, excerpt, date }) => (
          <li key={id} className={styles.post}>
            <Link to={postPath(topicId, number)} className={styles.title}>
              {`${title} #${number}`}
            </Link>
            <p className={styles.excerpt}>{excerpt}</p>
            <RelativeTime time={date} />
          </li>
        ))}
      </ul>
      {query.data && posts.length === 0 && !query.hasNextPage && <EmptyState>{forumMessages.nothingFound}</EmptyState>}
      {words && <ListEnd query={query} />}
    </Page>
  )
}
