import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { GallerySort } from '../../../contract/http/gallery.ts'
import type { ShownProfile } from '../../../contract/http/user.ts'
import { readStored } from '../../lib/stored.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Gallery } from '../gallery/Gallery.tsx'
import styles from './ArtistSketches.module.css'
import { artistSketchesQuery, likesQuery } from './queries.ts'

const SORTS = [
  { value: 'recent', label: 'Recent' },
  { value: 'hearts', label: 'Most hearts' },
] as const

/** What a member posted, newest or most hearts first; the order is in the address. */
export function ArtistSketches({ profile, own }: { profile: ShownProfile; own: boolean }) {
  const [params, setParams] = useSearchParams()
  const sort: GallerySort = params.get('sort') === 'hearts' ? 'hearts' : 'recent'
  const choose = (chosen: GallerySort) =>
    setParams(chosen === 'recent' ? {} : { sort: chosen }, { replace: true, preventScrollReset: true })
  return (
    <section aria-label="Sketches">
      <Hidden>
        <h2>Sketches</h2>
      </Hidden>
      <Wall
        key={sort}
        query={artistSketchesQuery(profile.id, sort)}
        label={`Sketches by ${profile.nickname}`}
        empty={<NoSketches own={own} />}
      >
        <Segmented label="Order" options={SORTS} value={sort} onChange={choose} className={styles.order} />
      </Wall>
    </section>
  )
}

function NoSketches({ own }: { own: boolean }) {
  return (
    <Empty action={own && <ButtonLink to="/upload">Upload a sketch</ButtonLink>}>
      {own ? 'No sketches yet, you should make one!' : 'No sketches yet.'}
    </Empty>
  )
}

/** What a member gave hearts to. */
export function Likes({ profile }: { profile: ShownProfile }) {
  return (
    <section aria-label="Likes">
      <Hidden>
        <h2>Likes</h2>
      </Hidden>
      <Wall
        query={likesQuery(profile.id)}
        label={`Sketches that ${profile.nickname} likes`}
        empty={<Empty>No hearts given yet.</Empty>}
      />
    </section>
  )
}

type WallProps = {
  query: ReturnType<typeof likesQuery>
  label: string
  empty: ReactNode
  /** Stands above the sketches, where there are any. */
  children?: ReactNode
}

function Wall({ query, label, empty, children }: WallProps) {
  const { data, hasNextPage, isFetchNextPageError, isFetching, fetchNextPage } = useInfiniteQuery({
    ...query,
    throwOnError: (_, { state }) => state.data === undefined,
  })
  const sketches = useMemo(() => {
    const items = data?.pages.flatMap((page) => page.items) ?? []
    return [...new Map(items.map((item) => [item.id, item])).values()]
  }, [data])
  if (data && sketches.length === 0 && !hasNextPage) return empty
  return (
    <>
      {children}
      <Gallery
        sketches={sketches}
        layout={readStored('gallery-layout') === 'grid' ? 'grid' : 'rows'}
        label={label}
        hasMore={hasNextPage || !data}
        failed={isFetchNextPageError}
        busy={isFetching}
        onMore={() => void fetchNextPage({ cancelRefetch: false })}
      />
    </>
  )
}
