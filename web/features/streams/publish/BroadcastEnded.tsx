import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import { messages } from '../../../lib/messages/general.ts'
import { clockText, endMessage, viewCountText } from '../../../lib/messages/streams.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ErrorScreen } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { streamQuery } from '../queries.ts'
import styles from './BroadcastPage.module.css'
import { ReplayDecision } from './ReplayDecision.tsx'

/** Refetch interval until the site knows of the end, which the artist may see earlier. */
const ENDING_MS = 1000

/** Page of the artist after the end of a stream, with the decision on the replay. */
export function BroadcastEnded({ id, user }: { id: number; user: CurrentUser }) {
  const { data, isError, refetch } = useQuery({
    ...streamQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.hidden === false && state.data.state === 'live' ? ENDING_MS : false),
  })
  if (!data && isError)
    return (
      <ErrorScreen action={<Button onClick={() => void refetch()}>Retry</Button>}>{messages.pageFailed}</ErrorScreen>
    )
  if (!data) return <PageSpinner />
  if (data.hidden || data.userId !== user.id) return <ErrorScreen>{messages.notFound}</ErrorScreen>
  if (data.state === 'announced') return <Navigate to={`/stream/${id}`} replace />
  const hasEnded = data.state === 'ended'
  if (hasEnded && (data.replay === 'kept' || data.replay === 'hidden')) return <Navigate to={`/stream/${id}`} replace />
  return (
    <Page title={null} gap={24} width={1080}>
      <header className={styles.ended}>
        <h1>{endMessage(data.end)}</h1>
        <p className={styles.streamTitle}>{data.title}</p>
        {hasEnded && (
          <p className={styles.note}>
            {clockText(data.durationMs)}, {viewCountText(data.totalViews)}
          </p>
        )}
      </header>
      {hasEnded ? <ReplayDecision stream={data} withRecordingLink /> : <PageSpinner />}
      <div className={styles.buttons}>
        <ButtonLink to="/stream/sheet">Start another stream</ButtonLink>
      </div>
    </Page>
  )
}
