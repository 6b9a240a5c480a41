import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { Gallery, type GalleryProps } from './Gallery.tsx'
import styles from './GalleryPage.module.css'
import type { GalleryList } from './lists.ts'
import { galleryQuery, positionInUrl, useRefreshOnNavigation } from './queries.ts'
import type { GalleryLayout } from './row-layout.ts'

type ListGalleryProps = Pick<GalleryProps<SketchItem>, 'lead'> & {
  list: GalleryList
  layout: GalleryLayout
  empty: ReactNode
}

/** Gallery of a list; the address holds the position, so that a link or a reload comes back to it. */
export function ListGallery(props: ListGalleryProps) {
  const { key, pathname } = useLocation()
  return <LoadedGallery key={`${props.list.key} ${key}`} {...props} pathname={pathname} />
}

function LoadedGallery({ list, layout, empty, lead, pathname }: ListGalleryProps & { pathname: string }) {
  const [position] = useState(() => positionInUrl())
  useRefreshOnNavigation(list, position.from)
  const query = useInfiniteQuery({
    ...galleryQuery(list, position.from),
    throwOnError: (_, { state }) => state.data === undefined,
  })
  const { data } = query
  const sketches = useMemo(() => unique(data?.pages.flatMap((page) => page.items) ?? []), [data])
  if (data && sketches.length === 0 && !query.hasNextPage) return empty
  const onPlace = (index: number) => {
    // The router may have navigated already.
    if (location.pathname !== pathname) return
    const id = sketches[index]?.id
    const page = data?.pages.findIndex(({ items }) => items.some((item) => item.id === id)) ?? -1
    writePlace(data?.pageParams[page] ?? '', index === 0 ? 0 : (id ?? 0))
  }
  return (
    <>
      {data && data.pageParams[0] !== '' && (
        <p className={styles.middle}>
          <a href={pathname}>Go to the start of this list</a>
        </p>
      )}
      <Gallery
        sketches={sketches}
        layout={layout}
        label={list.title}
        list={list.key}
        initialSketchId={position.at}
        hasMore={query.hasNextPage || !data}
        failed={query.isFetchNextPageError}
        busy={query.isFetching}
        // A second request before React renders the first would cancel it.
        onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
        onPositionChange={onPlace}
        lead={lead}
      />
    </>
  )
}

/** Changes only the visible address; the router keeps its own entry for going back. */
function writePlace(from: string, at: number): void {
  const params = new URLSearchParams(location.search)
  for (const [name, value] of [
    ['from', from],
    ['at', at ? String(at) : ''],
  ] as const) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  const search = params.size > 0 ? `?${params}` : ''
  if (search !== location.search) history.replaceState(history.state, '', `${location.pathname}${search}`)
}

/** New sketches may move others to the next page while the user scrolls; each is shown once. */
function unique<T extends { id: number }>(items: T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
