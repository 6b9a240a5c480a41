import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { ChallengeCards } from './ChallengeCards.tsx'
import { challengeSearchQuery } from './queries.ts'

/** Search for challenges; the address holds the query [1 §2]. */
export function ChallengeSearchPage() {
  const [params, setParams] = useSearchParams()
  const query = (params.get('query') ?? '').trim()
  return (
    <Page title={query ? `${query}, challenges` : 'Search challenges'} gap={16}>
      <PageHead title="Search challenges">
        <ButtonLink to="/challenges">Browse all challenges</ButtonLink>
      </PageHead>
      <SearchField
        label="Words"
        query={query}
        onSearch={(typed) => setParams({ query: typed })}
        hint={query ? undefined : challengeMessages.searchHint}
      />
      {query && <SearchResults query={query} />}
    </Page>
  )
}

function SearchResults({ query }: { query: string }) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...challengeSearchQuery(query),
    placeholderData: keepPreviousData,
  })
  if (isError && !data) {
    return (
      <EmptyState action={<Button onClick={() => void refetch()}>Retry</Button>}>
        {challengeMessages.searchFailed}
      </EmptyState>
    )
  }
  if (data?.items.length === 0 && !isPlaceholderData)
    return <EmptyState>{challengeMessages.nothingFound(query)}</EmptyState>
  return (
    <div>
      <ChallengeCards label="Challenges found" challenges={data?.items ?? []} isLoading={!data} />
      {isFetching && <Hidden role="status">Loading</Hidden>}
    </div>
  )
}
