import { CirclePause, CirclePlay, CircleStop } from 'lucide-react'
import { PUBLISHER_TIMEOUT_MS, STREAM_RESUME_WINDOW_MS } from '../../../../contract/limits.ts'
import { clockText, streamMessages, viewerCountText } from '../../../lib/messages/streams.ts'
import { Button } from '../../../ui/Button.tsx'
import layout from '../StreamLayout.module.css'
import { StatusBadge, useNow } from '../watch/StreamStatus.tsx'
import { statusOf } from '../watch/stream-status.ts'
import styles from './BroadcastPage.module.css'
import type { BroadcastState } from './broadcast-session.ts'

type BroadcastBarProps = { state: BroadcastState; onPause: (paused: boolean) => void; onStop: () => void }

/** Status of the broadcast with buttons to pause and stop it. */
export function BroadcastBar({ state, onPause, onStop }: BroadcastBarProps) {
  const { connection, isPaused, counts, clock, ended } = state
  const status = statusOf({ connection, stream: clock && (isPaused ? 'paused' : 'live'), ended })
  return (
    <>
      <StatusBadge status={status} />
      {clock && <Clock clock={clock} />}
      {status !== 'offline' && <span className={styles.watching}>{viewerCountText(counts.watching)}</span>}
      <span className={layout.spacer} />
      <div className={styles.actions}>
        <Button icon={isPaused ? CirclePlay : CirclePause} onClick={() => onPause(!isPaused)}>
          <span>{isPaused ? 'Resume' : 'Pause'}</span>
        </Button>
        <Button icon={CircleStop} onClick={onStop}>
          <span>Stop</span>
        </Button>
      </div>
    </>
  )
}

function Clock({ clock }: { clock: NonNullable<BroadcastState['clock']> }) {
  const now = useNow()
  return <span className={layout.number}>{clockText(clock.ms + now - clock.at)}</span>
}

type BroadcastConnectionProps = { state: BroadcastState; onReconnect: () => void }

export function BroadcastConnection({
  state: { connection, disconnectedSince, isFull, isRecordingFull, sendsStills, clock },
  onReconnect,
}: BroadcastConnectionProps) {
  if (disconnectedSince !== null && connection.state === 'offline')
    return <ConnectionLost since={disconnectedSince} isFull={isFull} onReconnect={onReconnect} />
  if (isFull) return <p>{streamMessages.bufferFull}</p>
  if (connection.state !== 'open') return <p>{streamMessages.connecting}</p>
  if (isRecordingFull) return <p>{streamMessages.recordingFull}</p>
  return clock && sendsStills ? <p>{streamMessages.stillsInstead}</p> : null
}

/** Time after which a lost stream has certainly ended, including the time until the loss is noticed. */
const ENDED_AFTER_MS = STREAM_RESUME_WINDOW_MS + PUBLISHER_TIMEOUT_MS

function ConnectionLost({ since, isFull, onReconnect }: { since: number; isFull: boolean; onReconnect: () => void }) {
  const hasStreamEnded = useNow() - since > ENDED_AFTER_MS
  const message = isFull ? streamMessages.bufferFull : streamMessages.offlineOwn
  return (
    <p>
      <span>{hasStreamEnded ? streamMessages.reconnectFailed : message}</span>
      <button type="button" onClick={onReconnect}>
        Try now
      </button>
    </p>
  )
}
