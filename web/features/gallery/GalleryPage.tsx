import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { useUser } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/stored.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Empty } from '../../ui/Empty.tsx'
import type { GalleryLayout } from './arrange.ts'
import { Gallery } from './Gallery.tsx'
import { GalleryHead } from './GalleryHead.tsx'
import styles from './GalleryPage.module.css'
import { recentSketchesQuery, useFreshOnArrival } from './queries.ts'

/** Starts reading the first page while the code of the page is still on its way. */
export function loadGallery(client: QueryClient): null {
  void client.prefetchInfiniteQuery(recentSketchesQuery)
  return null
}

/** The gallery of recent sketches, in justified rows or as a grid; the choice is kept in this browser. */
export function GalleryPage() {
  const [layout, setLayout] = useState<GalleryLayout>(() => (readStored('gallery-layout') === 'grid' ? 'grid' : 'rows'))
  useFreshOnArrival()
  const query = useInfiniteQuery({ ...recentSketchesQuery, throwOnError: (_, { state }) => state.data === undefined })
  const sketches = useMemo(() => unique(query.data?.pages.flatMap((page) => page.items) ?? []), [query.data])
  const choose = (choice: GalleryLayout) => {
    setLayout(choice)
    writeStored('gallery-layout', choice)
  }
  return (
    <div className={styles.page}>
      <title>{`Recent sketches – ${PRODUCT_NAME}`}</title>
      <GalleryHead title="Recent sketches" layout={layout} onLayout={choose} />
      {query.data && sketches.length === 0 ? (
        <NoSketches />
      ) : (
        <Gallery
          sketches={sketches}
          layout={layout}
          label="Recent sketches"
          list="recent"
          hasMore={query.hasNextPage || !query.data}
          failed={query.isFetchNextPageError}
          busy={query.isFetching}
          // Asked twice before the page knows of the first time, the list would give up what it is reading.
          onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </div>
  )
}

function NoSketches() {
  const user = useUser()
  return (
    <Empty action={user && <ButtonLink to="/upload">Upload a sketch</ButtonLink>}>
      No sketches yet, you should make one!
    </Empty>
  )
}

/** New sketches may move others to the next page while one scrolls; each is shown once. */
function unique<T extends { id: number }>(items: T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
