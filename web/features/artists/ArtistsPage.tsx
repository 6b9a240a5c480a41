import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ArtistSort } from '../../../contract/http/search.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { ArtistCards, details } from './ArtistCards.tsx'
import { ArtistSearch } from './ArtistSearch.tsx'
import styles from './ArtistsPage.module.css'
import { ARTIST_TABS, ArtistTabs, TAB_NAMES } from './ArtistTabs.tsx'
import { artistsQuery } from './queries.ts'

/** Artists by name, or who is active, has a birthday, or has most of something [1 §2]; tab and words are in the address. */
export function ArtistsPage() {
  const [params, setParams] = useSearchParams()
  const tab = ARTIST_TABS.find((name) => name === params.get('tab')) ?? 'search'
  return (
    <Page title={tab === 'search' ? 'Artists' : `Artists, ${TAB_NAMES[tab].toLowerCase()}`}>
      <PageHead title="Artists" className={styles.head} />
      <ArtistTabs current={tab} />
      {tab === 'search' ? (
        <ArtistSearch query={params.get('query')?.trim() ?? ''} onSearch={(query) => setParams({ query })} />
      ) : (
        <Listed key={tab} sort={tab} />
      )}
    </Page>
  )
}

const NONE: Record<ArtistSort, string> = {
  active: 'Nobody has been here yet.',
  birthday: 'Nobody has a birthday today.',
  patrons: 'There are no patrons yet.',
  fans: 'There are no artists yet.',
  glops: 'There are no artists yet.',
  sketches: 'There are no artists yet.',
}

const DETAILS = { ...details, active: details.since, patrons: details.since }

function Listed({ sort }: { sort: ArtistSort }) {
  const query = useInfiniteQuery(artistsQuery(sort))
  return (
    <ArtistCards
      query={query}
      label={`Artists, ${TAB_NAMES[sort].toLowerCase()}`}
      detail={DETAILS[sort]}
      none={<Empty>{NONE[sort]}</Empty>}
    />
  )
}
