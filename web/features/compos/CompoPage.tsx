import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Comments } from '../comments/Comments.tsx'
import { CompoHead } from './CompoHead.tsx'
import { keyOf } from './compo-address.ts'
import { Entries } from './Entries.tsx'
import { compoQuery, entriesQuery, entrySortOf } from './queries.ts'
import { Results } from './Results.tsx'

export const loadCompo =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs): Promise<null> => {
    const compo = await client.ensureQueryData(compoQuery(keyOf(params)))
    void client.prefetchInfiniteQuery(entriesQuery(compo, entrySortOf(new URL(request.url).searchParams)))
    return null
  }

/**
 * A compo with its entries, as they come in, or by place once it is closed, and its discussion [1 §2]. The tab is in the
 * address.
 */
export function CompoPage() {
  const { data: compo } = useSuspenseQuery(compoQuery(keyOf(useParams())))
  const [params] = useSearchParams()
  const { id, title, entries, commentCount, compoId, result } = compo
  const isDiscussion = params.get('tab') === 'discussion'
  const address = `/compo/${id}`
  return (
    <Page title={`${title}, compo`} gap={16}>
      <CompoHead compo={compo} />
      <Tabs
        label={title}
        tabs={[
          { to: address, label: 'Entries', count: entries, current: !isDiscussion },
          { to: `${address}?tab=discussion`, label: 'Discussion', count: commentCount, current: isDiscussion },
        ]}
      />
      {isDiscussion ? (
        <Comments type="compo" which={compoId} title="Discussion" />
      ) : result ? (
        <Results compo={compo} result={result} />
      ) : (
        <Entries compo={compo} />
      )}
    </Page>
  )
}
