import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { useChoice } from '../../lib/choices.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { LIST_FAILED } from '../../lib/messages/codes.ts'
import { messages } from '../../lib/messages.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EndInSight } from '../../ui/EndInSight.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { LoadMore } from '../galleries/LoadMore.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { ChallengeCards } from './ChallengeCards.tsx'
import styles from './Challenges.module.css'
import { challengesQuery } from './queries.ts'
import { SuggestButton } from './SuggestButton.tsx'

/** Where a search among challenges is. */
const searchAddress = (query: string) => `/challenges/search?${new URLSearchParams({ query })}`

/** All daily challenges, the latest first, and a field to search among them [1 §2]. */
export function Challenges() {
  const navigate = useNavigate()
  const user = useUser()
  return (
    <div className={styles.page}>
      <title>{`Challenges – ${PRODUCT_NAME}`}</title>
      <header className={styles.head}>
        <h1>Challenges</h1>
        <div className={styles.buttons}>
          {user?.gloperator && <ButtonLink to="/challenges/queue">Queue</ButtonLink>}
          <SuggestButton />
        </div>
      </header>
      <SearchField label="Search challenges" query="" onSearch={(query) => void navigate(searchAddress(query))} />
      <All />
    </div>
  )
}

function All() {
  const list = useRef<HTMLUListElement>(null)
  const byButton = useChoice('more-by-button')
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(challengesQuery)
  const challenges = unique(data?.pages.flatMap(({ items }) => items) ?? [])
  const showMore = () => void fetchNextPage({ cancelRefetch: false })
  const waits = hasNextPage && !isFetching && !isError
  if (data && challenges.length === 0) return <Empty>{challengeMessages.none}</Empty>
  return (
    <div>
      <ChallengeCards
        ref={list}
        label="Challenges"
        challenges={challenges}
        isComing={isFetching && !isError && (!data || hasNextPage)}
      />
      {isFetching && <Hidden role="status">Loading</Hidden>}
      {waits && !byButton && <EndInSight onSight={showMore} />}
      {byButton && !isError && (
        <LoadMore list={list} count={challenges.length} hasMore={hasNextPage} busy={isFetching} onMore={showMore} />
      )}
      {isError && (
        <p role="alert" className={styles.failed}>
          {data ? LIST_FAILED : messages.pageFailed}
          <Button onClick={() => void (data ? fetchNextPage() : refetch())}>Retry</Button>
        </p>
      )}
    </div>
  )
}

/** When a day begins while one scrolls, the last of a page comes again with the next; each is shown once. */
function unique<T extends { id: number }>(items: T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
