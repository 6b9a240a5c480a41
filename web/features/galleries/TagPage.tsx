import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { normalizeTag } from '../../../contract/text.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { FollowTag } from '../tags/FollowTag.tsx'
import { GalleryHead, useGalleryLayout } from './GalleryHead.tsx'
import { ListGallery } from './ListGallery.tsx'
import { SKETCH_SORTS, sketchSortOf, tagList } from './lists.ts'
import { galleryQuery, positionInUrl } from './queries.ts'

/** Prefetches the first sketches while the page renders. */
export const loadTag =
  (client: QueryClient) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    const { search, searchParams } = new URL(request.url)
    const tag = normalizeTag(params.tag ?? '')
    if (tag)
      void client.prefetchInfiniteQuery(
        galleryQuery(tagList(tag, sketchSortOf(searchParams)), positionInUrl(search).from),
      )
    return null
  }

/** Gallery of a tag [1 §2], newest first or by hearts. */
export function TagPage() {
  const tag = normalizeTag(useParams().tag ?? '')
  const [layout, setLayout] = useGalleryLayout()
  const [params, setParams] = useSearchParams()
  const sort = sketchSortOf(params)
  if (!tag) throw new Response(null, { status: 404 })
  const list = tagList(tag, sort)
  const empty = (
    <EmptyState action={<ButtonLink to="/gallery/recent">See recent sketches</ButtonLink>}>{list.empty}</EmptyState>
  )
  return (
    <Page title={tag}>
      <GalleryHead title={tag} layout={layout} onLayout={setLayout}>
        <FollowTag key={tag} tag={tag} />
        <Segmented
          label="Order"
          options={SKETCH_SORTS}
          value={sort}
          onChange={(choice) => setParams(choice === 'recent' ? {} : { sort: choice }, { replace: true })}
        />
      </GalleryHead>
      <ListGallery list={list} layout={layout} empty={empty} />
    </Page>
  )
}
