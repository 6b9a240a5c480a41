import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { caseNumbersTexts } from '../../../contract/case-numbers.ts'
import { caseNumbersReply } from '../../../contract/http/case-numbers.ts'
import { call } from '../../lib/call.ts'
import { numbersMessages } from '../../lib/messages/decisions.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { NumbersNote, NumbersTable } from './NumbersTable.tsx'

const numbersQuery = queryOptions({
  queryKey: ['case numbers'],
  queryFn: ({ signal }) => call(caseNumbersReply, '/api/v2/numbers', undefined, signal),
})

/** Starts the call before the page renders, so that numbers of the first load are there at once. */
export function loadNumbers(client: QueryClient): null {
  void client.prefetchQuery(numbersQuery)
  return null
}

/** Reports, decisions and appeals of each month, for everybody. */
export function NumbersPage() {
  const { data, error, refetch } = useQuery(numbersQuery)
  return (
    <Page title={numbersMessages.title} gap={16} width={1080}>
      <h1>{numbersMessages.title}</h1>
      <p>{numbersMessages.intro}</p>
      {!data && !error && <PageSpinner />}
      {!data && error && <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>}
      {data && data.months.length === 0 && <EmptyState>{numbersMessages.none}</EmptyState>}
      {data && data.months.length > 0 && <NumbersTable rows={data.months.map(caseNumbersTexts)} />}
      <NumbersNote />
    </Page>
  )
}
