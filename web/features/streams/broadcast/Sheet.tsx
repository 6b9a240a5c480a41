import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { CurrentUser } from '../../../../contract/http/session.ts'
import type { ShownStream } from '../../../../contract/http/stream.ts'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { LoginNeeded } from '../../../lib/LoginNeeded.tsx'
import { endMessage, streamMessages } from '../../../lib/messages/streams.ts'
import { messages } from '../../../lib/messages.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorScreen } from '../../../ui/ErrorScreen.tsx'
import { PageSpinner } from '../../../ui/PageSpinner.tsx'
import { useKeptFocus } from '../../../ui/useKeptFocus.ts'
import { streamQuery } from '../queries.ts'
import { devicesOf } from './devices.ts'
import { EndPanel } from './EndPanel.tsx'
import { GoOn } from './GoOn.tsx'
import { OnAir } from './OnAir.tsx'
import { ownStreamQuery } from './own-stream.ts'
import { Setup } from './Setup.tsx'
import styles from './Sheet.module.css'
import { Studio } from './studio.ts'

const ENDING_MS = 1000

/** Where streams are started, sent and ended [2 §2 Streams]. */
export function Sheet() {
  const user = useUser()
  return (
    <>
      <title>{`Stream – ${PRODUCT_NAME}`}</title>
      <LoginNeeded sentence={streamMessages.startLogin}>
        {user?.chatId ? <Stages user={user} /> : <ErrorScreen>{streamMessages.noAccount}</ErrorScreen>}
      </LoginNeeded>
    </>
  )
}

type Stage = { at: 'before' } | { at: 'on air' | 'over'; id: number }

function Stages({ user }: { user: CurrentUser }) {
  useKeptFocus()
  const client = useQueryClient()
  const [studio] = useState(() => new Studio(devicesOf(user.id)))
  useEffect(() => () => studio.close(), [studio])
  const [stage, setStage] = useState<Stage>({ at: 'before' })
  const own = useQuery({ ...ownStreamQuery, enabled: stage.at === 'before' })
  const begin = (id: number) => setStage({ at: 'on air', id })
  const end = useCallback(
    (id: number) => {
      studio.close()
      client.removeQueries(ownStreamQuery)
      setStage({ at: 'over', id })
    },
    [client, studio],
  )
  if (stage.at === 'on air') return <Begun id={stage.id} {...{ studio, user, onOver: end }} />
  if (stage.at === 'over') return <Over id={stage.id} />
  const live = own.data
  return (
    <div className={styles.page}>
      <h1>{live ? 'Your stream' : 'Start a stream'}</h1>
      {own.isPending && <PageSpinner />}
      {live && <GoOn {...{ studio, stream: live }} onGoOn={() => begin(live.id)} onStopped={() => end(live.id)} />}
      {/* Where it cannot be known, the site says so when one starts. */}
      {!live && !own.isPending && <Setup studio={studio} onStarted={begin} />}
    </div>
  )
}

type BegunProps = { id: number; studio: Studio; user: CurrentUser; onOver: (id: number) => void }

function Begun({ id, studio, user, onOver }: BegunProps) {
  const { data, isError, refetch } = useQuery(streamQuery(id))
  const over = useCallback(() => onOver(id), [onOver, id])
  // What it is while it is on the air does not change by what the list says of it later.
  const [stream, setStream] = useState<ShownStream | null>(null)
  useEffect(() => {
    if (data && !data.hidden) setStream((before) => before ?? data)
  }, [data])
  if (stream) return <OnAir {...{ studio, stream, user }} onOver={over} />
  if (isError)
    return (
      <ErrorScreen action={<Button onClick={() => void refetch()}>Retry</Button>}>{messages.pageFailed}</ErrorScreen>
    )
  return <PageSpinner />
}

function Over({ id }: { id: number }) {
  const { data } = useQuery({
    ...streamQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.hidden === false && state.data.state === 'ended' ? false : ENDING_MS),
  })
  const stream = data && !data.hidden && data.state === 'ended' ? data : null
  return (
    <div className={styles.page}>
      <h1>{endMessage(stream?.end ?? null)}</h1>
      {stream ? <EndPanel stream={stream} /> : <PageSpinner />}
    </div>
  )
}
