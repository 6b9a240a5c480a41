import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { lazyComponent, MISSING_CONTENT } from '../../ui/lazy-component.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ArtistSearch } from '../artists/ArtistSearch.tsx'
import { sketchSortOf } from '../galleries/lists.ts'
import { sketchSearchQuery } from './queries.ts'
import styles from './SearchPage.module.css'
import { SketchSearch } from './SketchSearch.tsx'
import { type SearchTab, searchTabs } from './tabs.ts'

const MagicSearch = lazyComponent(() => import('./MagicSearch.tsx'), 'MagicSearch', undefined, MISSING_CONTENT)

const COLOURS = /^[0-9a-f]{6}$/

/** Prefetches the sketches found by words while the page renders. */
export const loadSearch =
  (client: QueryClient) =>
  ({ request }: LoaderFunctionArgs): null => {
    const { tab, query, sort } = searchOf(new URL(request.url).searchParams)
    if (tab === 'sketches' && query) void client.prefetchInfiniteQuery(sketchSearchQuery(query, sort))
    return null
  }

function searchOf(params: URLSearchParams): { tab: SearchTab; query: string; sort: GallerySort } {
  const tab = params.get('tab')
  return {
    tab: tab === 'artists' || tab === 'magic' ? tab : 'sketches',
    query: params.get('query')?.trim() ?? '',
    sort: sketchSortOf(params),
  }
}

/** Search for artists, for sketches by words, or by look [1 §2]; the address holds all of it. */
export function SearchPage() {
  const [params, setParams] = useSearchParams()
  const { tab, query, sort } = searchOf(params)
  const search = (more: Record<string, string | null>) =>
    setParams(
      Object.entries({ tab, ...more }).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
    )
  const colours = (params.get('colours') ?? '').split(',').filter((colour) => COLOURS.test(colour))
  return (
    <Page title={query ? `${query}, search` : 'Search'}>
      <PageHead title="Search" className={styles.head} />
      <Tabs
        label="Search for"
        className={styles.tabs}
        tabs={searchTabs(query && `${new URLSearchParams({ query })}`, tab)}
      />
      {tab === 'artists' && <ArtistSearch query={query} onSearch={(typed) => search({ query: typed })} />}
      {tab === 'sketches' && (
        <SketchSearch
          query={query}
          sort={sort}
          onSearch={(typed, order) => search({ query: typed, sort: order === 'hearts' ? order : null })}
        />
      )}
      {tab === 'magic' && (
        <MagicSearch
          magic={{ query, colours: colours.map((colour) => `#${colour}`), like: Number(params.get('like')) || null }}
          onSearch={({ query: typed, colours: chosen, like }) =>
            search({
              query: typed,
              colours: chosen.map((colour) => colour.slice(1)).join(','),
              like: like === null ? null : String(like),
            })
          }
        />
      )}
    </Page>
  )
}
