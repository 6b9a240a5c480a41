import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import * as z from 'zod/mini'
import { idText } from '../../../contract/http/common.ts'
import { CallError } from '../../lib/call.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { CoOpOutline } from '../co-ops/CoOpOutline.tsx'
import { GalleryHead, useGalleryLayout } from './GalleryHead.tsx'
import { ListGallery } from './ListGallery.tsx'
import { coOpList } from './lists.ts'
import { galleryQuery, positionInUrl } from './queries.ts'

const coOpParams = z.object({ id: idText })

const invalid = () => new Response('Invalid co-op', { status: 404 })

function listOf(params: unknown) {
  const parsed = coOpParams.safeParse(params)
  if (!parsed.success) throw invalid()
  return coOpList(parsed.data.id)
}

/**
 * Loads the first page, because only its reply shows whether the co-op exists.
 * @throws a 404 with "Invalid co-op".
 */
export const loadCoOp =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs): Promise<null> => {
    const query = galleryQuery(listOf(params), positionInUrl(new URL(request.url).search).from)
    await client.fetchInfiniteQuery(query).catch((error) => {
      throw error instanceof CallError && error.status === 404 ? invalid() : error
    })
    return null
  }

/** Outline of a co-op, and the gallery of its continuations [1 §2]. */
export function CoOpPage() {
  const [layout, setLayout] = useGalleryLayout()
  const params = useParams()
  const list = listOf(params)
  return (
    <Page title={list.title}>
      <GalleryHead title={list.title} layout={layout} onLayout={setLayout} />
      <CoOpOutline id={Number(params.id)} />
      <ListGallery list={list} layout={layout} empty={<EmptyState>{list.empty}</EmptyState>} />
    </Page>
  )
}
