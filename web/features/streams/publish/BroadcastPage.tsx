import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { ReplayItem, ShownStream } from '../../../../contract/http/streams.ts'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { messages } from '../../../lib/messages/general.ts'
import { publisherCloseMessages, streamMessages } from '../../../lib/messages/streams.ts'
import { useUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ErrorScreen } from '../../../ui/EmptyState.tsx'
import { useFocusHeadingWhenLost } from '../../../ui/focus.ts'
import { Page } from '../../../ui/Page.tsx'
import { RequireLogin } from '../../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { ownStreamQuery, streamQuery } from '../queries.ts'
import { BroadcastEnded } from './BroadcastEnded.tsx'
import styles from './BroadcastPage.module.css'
import { BroadcastSetup } from './BroadcastSetup.tsx'
import { LiveBroadcast, type StopReason } from './LiveBroadcast.tsx'
import { ResumeBroadcast } from './ResumeBroadcast.tsx'
import { browserDevices, Studio } from './studio.ts'

/** Page that starts, publishes and ends streams [2 §2 Streams]. */
export function BroadcastPage() {
  const user = useUser()
  return (
    <>
      <title>{`Stream – ${PRODUCT_NAME}`}</title>
      <RequireLogin sentence={streamMessages.startLogin}>
        {user?.chatId ? (
          <BroadcastSteps user={user} />
        ) : (
          <ErrorScreen>{streamMessages.accountCannotStream}</ErrorScreen>
        )}
      </RequireLogin>
    </>
  )
}

/** The stream that is published from here, or the reason why publishing stopped. */
type Step = { name: 'before'; stopReason: StopReason | null } | { name: 'live'; id: number }

function BroadcastSteps({ user }: { user: CurrentUser }) {
  useFocusHeadingWhenLost()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const endedId = Number(search.get('ended')) || null
  const [studio] = useState(() => new Studio(browserDevices(user.id)))
  useEffect(() => () => studio.close(), [studio])
  const [step, setStep] = useState<Step>({ name: 'before', stopReason: null })
  const isBefore = step.name === 'before' && !endedId
  const { data, isPending } = useQuery({ ...ownStreamQuery, enabled: isBefore })
  const start = (id: number) => setStep({ name: 'live', id })
  const stop = useCallback(
    (stopReason: StopReason | null) => {
      studio.close()
      client.removeQueries(ownStreamQuery)
      setStep({ name: 'before', stopReason })
    },
    [client, studio],
  )
  const end = useCallback(
    (id: number) => {
      stop(null)
      void navigate(`/stream/sheet?ended=${id}`, { replace: true })
    },
    [stop, navigate],
  )
  if (step.name === 'live')
    return <StartedBroadcast id={step.id} {...{ studio, user, onEnded: end, onStopped: stop }} />
  if (endedId) return <BroadcastEnded id={endedId} user={user} />
  if (isPending) return <PageSpinner />
  const live = data?.live
  return (
    <Page title={null} gap={24} width={1080}>
      <h1>{live ? 'Your stream' : 'Start a stream'}</h1>
      {step.stopReason && (
        <p role="alert" className={styles.notice}>
          {publisherCloseMessages[step.stopReason]}
        </p>
      )}
      {data?.pending && !live && <UnpublishedRecording recording={data.pending} />}
      {live && (
        <ResumeBroadcast {...{ studio, stream: live }} onResume={() => start(live.id)} onStopped={() => end(live.id)} />
      )}
      {/* While this is unknown, starting reports a conflict. */}
      {!live && <BroadcastSetup studio={studio} onStarted={start} />}
    </Page>
  )
}

function UnpublishedRecording({ recording: { id, title } }: { recording: ReplayItem }) {
  return (
    <div className={styles.notice}>
      <p>
        Choose what to do with the recording of <cite>{title}</cite>.
      </p>
      <ButtonLink to={`/stream/sheet?ended=${id}`}>Choose</ButtonLink>
    </div>
  )
}

type StartedBroadcastProps = {
  id: number
  studio: Studio
  user: CurrentUser
  onEnded: (id: number) => void
  onStopped: (stopReason: StopReason) => void
}

function StartedBroadcast({ id, studio, user, onEnded, onStopped }: StartedBroadcastProps) {
  const { data, isError, refetch } = useQuery(streamQuery(id))
  const end = useCallback(() => onEnded(id), [onEnded, id])
  // The last reply that showed the stream. Publishing continues even if a later reply hides it.
  const [stream, setStream] = useState<ShownStream | null>(null)
  useEffect(() => {
    if (data && !data.hidden) setStream(data)
  }, [data])
  if (stream) return <LiveBroadcast {...{ studio, stream, user, onStopped }} onEnded={end} />
  if (isError)
    return (
      <ErrorScreen action={<Button onClick={() => void refetch()}>Retry</Button>}>{messages.pageFailed}</ErrorScreen>
    )
  return <PageSpinner />
}
