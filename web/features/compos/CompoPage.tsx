import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { Page } from '../../ui/Page.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { CompoHead } from './CompoHead.tsx'
import { keyOf } from './compo-address.ts'
import { Entries } from './Entries.tsx'
import { compoQuery, entriesQuery } from './queries.ts'
import { Results } from './Results.tsx'

export const loadCompo =
  (client: QueryClient) =>
  async ({ params }: LoaderFunctionArgs): Promise<null> => {
    const compo = await client.ensureQueryData(compoQuery(keyOf(params)))
    void client.prefetchInfiniteQuery(entriesQuery(compo))
    return null
  }

/** A compo with its entries: as they come in, and by place once it is closed [1 §2]. */
export function CompoPage() {
  const { data: compo } = useSuspenseQuery(compoQuery(keyOf(useParams())))
  const { id, title, entries, result } = compo
  return (
    <Page title={`${title}, compo`} gap={16}>
      <CompoHead compo={compo} />
      <Tabs label={title} tabs={[{ to: `/compo/${id}`, label: 'Entries', count: entries }]} />
      {result ? <Results compo={compo} result={result} /> : <Entries compo={compo} />}
    </Page>
  )
}
