import { type QueryClient, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import * as z from 'zod/mini'
import type { AlbumInfo } from '../../../contract/http/albums.ts'
import { idText } from '../../../contract/http/common.ts'
import { albumModeName } from '../../lib/messages/albums.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyComponent, MISSING_CONTENT } from '../../ui/lazy-component.tsx'
import { Page } from '../../ui/Page.tsx'
import { Gallery } from '../galleries/Gallery.tsx'
import { AlbumHead } from './AlbumHead.tsx'
import { AlbumTile } from './AlbumTile.tsx'
import { type AlbumKey, albumInfoQuery, albumSketchesQuery } from './queries.ts'

const AlbumArrange = lazyComponent(() => import('./AlbumArrange.tsx'), 'AlbumArrange', undefined, MISSING_CONTENT)

const albumParams = z.object({ userId: idText, albumId: idText })

function albumKeyOf(params: unknown): AlbumKey {
  const parsed = albumParams.safeParse(params)
  if (!parsed.success) throw new Response(null, { status: 404 })
  return parsed.data
}

export const loadAlbum =
  (client: QueryClient) =>
  ({ params }: LoaderFunctionArgs) => {
    const name = albumKeyOf(params)
    void client.prefetchInfiniteQuery(albumSketchesQuery(name))
    return client.ensureQueryData(albumInfoQuery(name))
  }

/** An album or collection with its sketches in its owner's order. */
export function AlbumPage() {
  const name = albumKeyOf(useParams())
  const { data: album } = useSuspenseQuery(albumInfoQuery(name))
  return <LoadedAlbum key={album.id} album={album} />
}

function LoadedAlbum({ album }: { album: AlbumInfo }) {
  const [arranging, setArranging] = useState(false)
  const name = { userId: album.userId, albumId: album.id }
  const query = useInfiniteQuery({
    ...albumSketchesQuery(name),
    throwOnError: (_, { state }) => state.data === undefined,
  })
  const sketches = useMemo(() => itemsOf(query.data), [query.data])
  const search = `?in=album-${album.userId}-${album.id}`
  return (
    <Page title={`${album.title} by ${album.nickname}`} gap={24}>
      <AlbumHead album={album} arranging={arranging} onArrange={setArranging} />
      {query.data && sketches.length === 0 && !query.hasNextPage ? (
        <EmptyAlbum album={album} />
      ) : arranging ? (
        <AlbumArrange
          album={album}
          sketches={sketches}
          hasMore={query.hasNextPage}
          busy={query.isFetching}
          onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
        />
      ) : (
        <Gallery
          sketches={sketches}
          layout="rows"
          label={album.title}
          hasMore={query.hasNextPage || !query.data}
          failed={query.isFetchNextPageError}
          busy={query.isFetching}
          onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
          tile={(sketch, box) => <AlbumTile sketch={sketch} box={box} search={search} />}
        />
      )}
    </Page>
  )
}

/** An album holds its owner's sketches, a collection anyone's; the button leads to those. */
function EmptyAlbum({ album: { canEdit, mode, userId } }: { album: AlbumInfo }) {
  const nothing = `Nothing in this ${albumModeName(mode)} yet.`
  if (!canEdit) return <EmptyState>{nothing}</EmptyState>
  const action =
    mode === 1 ? (
      <ButtonLink to="/gallery/recent">Find sketches</ButtonLink>
    ) : (
      <ButtonLink to={`/user/${userId}`}>Your sketches</ButtonLink>
    )
  return <EmptyState action={action}>{`${nothing} You can add sketches from their pages.`}</EmptyState>
}
