import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { GalleryHead, useGalleryLayout } from './GalleryHead.tsx'
import { ListGallery } from './ListGallery.tsx'
import { type GalleryList, isMode, MODES } from './lists.ts'
import { ModeTabs } from './ModeTabs.tsx'
import { galleryQuery, positionInUrl } from './queries.ts'

/**
 * Prefetches the first sketches while the page renders.
 * @throws a 404 for an unknown mode.
 */
export const loadGallery =
  (client: QueryClient) =>
  ({ params, request }: LoaderFunctionArgs): null => {
    const list = galleryListOf(params.mode)
    const { from } = positionInUrl(new URL(request.url).search)
    if (!list.membersOnly) void client.prefetchInfiniteQuery(galleryQuery(list, from))
    return null
  }

function galleryListOf(mode: string | undefined): GalleryList {
  if (isMode(mode)) return MODES[mode]
  throw new Response(mode === 'group' ? 'Invalid group' : null, { status: 404 })
}

/** Gallery of a mode, in justified rows or as a grid. */
export function GalleryPage() {
  const list = galleryListOf(useParams().mode)
  const [layout, setLayout] = useGalleryLayout()
  const gallery = <ListGallery list={list} layout={layout} empty={<EmptyGallery list={list} />} />
  return (
    <Page title={list.title}>
      <GalleryHead title={list.title} layout={layout} onLayout={setLayout} />
      <ModeTabs current={list.key} />
      {list.membersOnly ? <RequireLogin level={2}>{gallery}</RequireLogin> : gallery}
    </Page>
  )
}

/** Message of an empty gallery with a useful link. */
function EmptyGallery({ list }: { list: GalleryList }) {
  const user = useUser()
  const link = EMPTY_LINKS[list.key] ?? { to: '/gallery/recent', label: 'See recent sketches' }
  return (
    <EmptyState action={(user || link.to !== '/upload') && <ButtonLink to={link.to}>{link.label}</ButtonLink>}>
      {list.empty}
    </EmptyState>
  )
}

const EMPTY_LINKS: Record<string, { to: string; label: string }> = {
  recent: { to: '/upload', label: 'Upload a sketch' },
  friends: { to: '/artists?tab=active', label: 'Find artists' },
  groups: { to: '/groups?tab=all', label: 'Find groups' },
}
