import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GallerySort } from '../../../contract/http/galleries.ts'
import { parseSearch } from '../../../contract/search-grammar.ts'
import { significantTerms } from '../../../contract/stop-words.ts'
import { searchMessages } from '../../lib/messages/search.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Gallery } from '../galleries/Gallery.tsx'
import { chosenLayout, FoundGallery, SearchFailed } from './FoundSketches.tsx'
import { MoreWays } from './MoreWays.tsx'
import { sketchSearchQuery } from './queries.ts'
import styles from './SketchResults.module.css'

/** Below this number of results, other ways to search are offered. */
const FEW = 5

/** Sketches with all words of a search, then those with some, and other ways to search if few were found. */
export function SketchResults({ query, sort }: { query: string; sort: GallerySort }) {
  const found = useInfiniteQuery(sketchSearchQuery(query, sort))
  const { all, some } = useMemo(() => {
    const items = itemsOf(found.data)
    const count = found.data?.pages.reduce((sum, { matchingAll }) => sum + matchingAll, 0) ?? 0
    return { all: items.slice(0, count), some: items.slice(count) }
  }, [found.data])
  const words = useMemo(() => wordsOf(query), [query])
  if (found.isError && !found.data) return <SearchFailed onRetry={() => void found.refetch()} />
  const isComplete = found.data !== undefined && !found.hasNextPage
  const isEmpty = isComplete && all.length === 0
  return (
    <>
      {!isEmpty && <FoundGallery query={found} sketches={all} />}
      {isEmpty && some.length === 0 && <EmptyState>{searchMessages.noSketches}</EmptyState>}
      {isComplete && some.length > 0 && (
        <section className={styles.some} aria-labelledby="some-words">
          {all.length === 0 && <p className={styles.none}>{searchMessages.noneWithAll(words)}</p>}
          <SectionTitle id="some-words">{searchMessages.someWords}</SectionTitle>
          <Gallery
            sketches={some}
            layout={chosenLayout()}
            label={searchMessages.someWords}
            hasMore={false}
            failed={false}
            busy={false}
            onMore={() => undefined}
          />
        </section>
      )}
      {isComplete && all.length < FEW && <MoreWays query={query} words={words} />}
    </>
  )
}

/** The wanted words and phrases of a search. */
function wordsOf(query: string): string[] {
  const words = significantTerms(parseSearch(query)).flatMap((term) => {
    return term.kind === 'word' && !term.not ? [term.text] : []
  })
  return [...new Set(words)]
}
