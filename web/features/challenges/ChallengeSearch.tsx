import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { ChallengeCards } from './ChallengeCards.tsx'
import styles from './Challenges.module.css'
import { challengeSearchQuery } from './queries.ts'

/** Challenges by their words; what is searched for stands in the address [1 §2]. */
export function ChallengeSearch() {
  const [params, setParams] = useSearchParams()
  const query = (params.get('query') ?? '').trim()
  return (
    <div className={styles.page}>
      <title>{`${query ? `${query}, challenges` : 'Search challenges'} – ${PRODUCT_NAME}`}</title>
      <header className={styles.head}>
        <h1>Search challenges</h1>
        <ButtonLink to="/challenges">Browse all challenges</ButtonLink>
      </header>
      <SearchField
        label="Words"
        query={query}
        onSearch={(typed) => setParams({ query: typed })}
        hint={query ? undefined : challengeMessages.searchHint}
      />
      {query && <Found query={query} />}
    </div>
  )
}

function Found({ query }: { query: string }) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...challengeSearchQuery(query),
    placeholderData: keepPreviousData,
  })
  if (isError && !data) {
    return (
      <Empty action={<Button onClick={() => void refetch()}>Retry</Button>}>{challengeMessages.searchFailed}</Empty>
    )
  }
  if (data?.items.length === 0 && !isPlaceholderData) return <Empty>{challengeMessages.nothingFound(query)}</Empty>
  return (
    <div>
      <ChallengeCards label="Challenges found" challenges={data?.items ?? []} isComing={!data} />
      {isFetching && <Hidden role="status">Loading</Hidden>}
    </div>
  )
}
