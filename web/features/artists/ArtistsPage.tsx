import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import type { ArtistSort } from '../../../contract/http/artists.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MoreMenu } from '../../ui/Menu.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import { GlopsNote } from '../hearts/GlopsHint.tsx'
import { ArtistCards, cardDetails } from './ArtistCards.tsx'
import { ArtistSearch } from './ArtistSearch.tsx'
import styles from './ArtistsPage.module.css'
import { artistsQuery, latestArtistsQuery } from './queries.ts'

/** Prefetches the artists who posted lately while the page renders. */
export const loadArtists =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs): null => {
    const { searchParams } = new URL(request.url)
    if (!searchParams.get('tab') && !searchParams.get('query')) void client.prefetchQuery(latestArtistsQuery)
    return null
  }

/** Search and lists of artists [1 §2]; the address holds tab and query. */
export function ArtistsPage() {
  const [params, setParams] = useSearchParams()
  const tab = ARTIST_TABS.find((name) => name === params.get('tab')) ?? 'search'
  return (
    <Page title={tab === 'search' ? 'Artists' : `Artists, ${ARTIST_TAB_NAMES[tab].toLowerCase()}`}>
      <PageHead title="Artists" className={styles.head} />
      <ArtistTabs current={tab} />
      {tab === 'search' ? (
        <ArtistSearch query={params.get('query')?.trim() ?? ''} onSearch={(query) => setParams({ query })} />
      ) : (
        <SortedArtists key={tab} sort={tab} />
      )}
    </Page>
  )
}

const NONE: Record<ArtistSort, string> = {
  active: 'No one has been active yet.',
  birthday: 'No birthdays today.',
  patrons: 'No patrons yet.',
  fans: 'No artists yet.',
  glops: 'No artists yet.',
  sketches: 'No artists yet.',
}

const DETAILS = { ...cardDetails, active: cardDetails.since, patrons: cardDetails.since }

function SortedArtists({ sort }: { sort: ArtistSort }) {
  const query = useInfiniteQuery(artistsQuery(sort))
  return (
    <>
      {sort === 'glops' && <GlopsNote className={styles.note} />}
      <ArtistCards
        query={query}
        label={`Artists, ${ARTIST_TAB_NAMES[sort].toLowerCase()}`}
        detail={DETAILS[sort]}
        empty={<EmptyState>{NONE[sort]}</EmptyState>}
      />
    </>
  )
}

export const ARTIST_TABS = ['search', 'active', 'birthday', 'fans', 'glops', 'sketches', 'patrons'] as const
export type ArtistTab = (typeof ARTIST_TABS)[number]

export const ARTIST_TAB_NAMES: Record<ArtistTab, string> = {
  search: 'Search',
  active: 'Active',
  birthday: 'Birthday',
  fans: 'Fans',
  glops: 'Glops',
  sketches: 'Sketches',
  patrons: 'Patrons',
}

/** Tabs shown beside the menu on narrow windows. */
const ALWAYS_SHOWN = 3

const addressOf = (tab: ArtistTab) => (tab === 'search' ? '/artists' : `/artists?tab=${tab}`)

/** Tabs of the artists page: a radio group from 1024 px, below that the first three and a menu [1 §2]. */
export function ArtistTabs({ current }: { current: ArtistTab }) {
  const wide = useMedia('(min-width: 1024px)')
  const navigate = useNavigate()
  if (wide) {
    return (
      <Segmented
        label="Artists by"
        className={styles.tabs}
        options={ARTIST_TABS.map((tab) => ({ value: tab, label: ARTIST_TAB_NAMES[tab] }))}
        value={current}
        onChange={(tab) => void navigate(addressOf(tab), { preventScrollReset: true })}
      />
    )
  }
  const extra = ARTIST_TABS.slice(ALWAYS_SHOWN)
  const shown = [...ARTIST_TABS.slice(0, ALWAYS_SHOWN), ...extra.filter((tab) => tab === current)]
  return (
    <div className={styles.narrow}>
      <Tabs
        label="Artists by"
        className={styles.line}
        tabs={shown.map((tab) => ({ to: addressOf(tab), label: ARTIST_TAB_NAMES[tab], current: tab === current }))}
      />
      <MoreMenu
        label="More lists"
        items={extra.map((tab) => ({ label: ARTIST_TAB_NAMES[tab], to: addressOf(tab), current: tab === current }))}
      />
    </div>
  )
}
