import { useSearchParams } from 'react-router'
import { challengeMessages } from '../../lib/messages/challenges.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { SearchField } from '../search/SearchField.tsx'
import { ChallengeList } from './ChallengeList.tsx'
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
      {query && (
        <ChallengeList
          query={challengeSearchQuery(query)}
          label="Challenges found"
          none={challengeMessages.nothingFound(query)}
          failed={challengeMessages.searchFailed}
        />
      )}
    </Page>
  )
}
