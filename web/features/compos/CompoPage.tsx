import { type QueryClient, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { useUser } from '../../lib/session.ts'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Comments } from '../comments/Comments.tsx'
import { commentsQuery } from '../comments/queries.ts'
import { CompoHead } from './CompoHead.tsx'
import { keyOf } from './compo-address.ts'
import { Entries } from './Entries.tsx'
import { compoQuery, entriesQuery, entrySortOf } from './queries.ts'
import { Results } from './Results.tsx'
import { Voters } from './Voters.tsx'

export const loadCompo =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs): Promise<null> => {
    const compo = await client.ensureQueryData(compoQuery(keyOf(params)))
    void client.prefetchInfiniteQuery(entriesQuery(compo, entrySortOf(new URL(request.url).searchParams)))
    return null
  }

/**
 * A compo with its entries and its discussion [1 §2]. Entries are listed latest first, and by place once the compo is
 * closed. Staff also see the voters. The address contains the tab.
 */
export function CompoPage() {
  const { data: compo } = useSuspenseQuery(compoQuery(keyOf(useParams())))
  const [params] = useSearchParams()
  const { id, title, entries, compoId, result } = compo
  const commentCount = useCommentCount(compo)
  const mayReadVoters = useUser()?.gloperator === true && result !== null
  const tab = tabOf(params.get('tab'), mayReadVoters)
  const address = `/compo/${id}`
  return (
    <Page title={`${title}, compo`} gap={16}>
      <CompoHead compo={compo} />
      <Tabs
        label={title}
        tabs={[
          { to: address, label: 'Entries', count: entries, current: tab === 'entries' },
          { to: `${address}?tab=discussion`, label: 'Discussion', count: commentCount, current: tab === 'discussion' },
          ...(mayReadVoters ? [{ to: `${address}?tab=voters`, label: 'Voters', current: tab === 'voters' }] : []),
        ]}
      />
      {tab === 'discussion' ? (
        <Comments type="compo" which={compoId} title="Discussion" hideTitle />
      ) : tab === 'voters' ? (
        <Voters compoKey={id} />
      ) : result ? (
        <Results compo={compo} result={result} />
      ) : (
        <Entries compo={compo} />
      )}
    </Page>
  )
}

/** Number of comments: that of the loaded list, which each post updates, otherwise that of the compo. */
function useCommentCount({ compoId, commentCount }: CompoInfo): number {
  const { data } = useInfiniteQuery({ ...commentsQuery({ type: 'compo', which: compoId }), enabled: false })
  return data?.pages[0]?.total ?? commentCount
}

function tabOf(name: string | null, mayReadVoters: boolean): 'entries' | 'discussion' | 'voters' {
  if (name === 'discussion') return name
  return name === 'voters' && mayReadVoters ? name : 'entries'
}
