import { CirclePause, CirclePlay, CircleStop } from 'lucide-react'
import { STREAM_RESUME_MS, STREAM_SILENT_MS } from '../../../../contract/limits.ts'
import { clockWords, streamMessages, watchingNow } from '../../../lib/messages/streams.ts'
import { Button } from '../../../ui/Button.tsx'
import layout from '../StreamLayout.module.css'
import { StatusBadge, useNow } from '../watch/StreamStatus.tsx'
import { statusOf } from '../watch/stream-status.ts'
import styles from './BroadcastPage.module.css'
import type { BroadcastState } from './broadcast-session.ts'

type BroadcastBarProps = { state: BroadcastState; onPause: (paused: boolean) => void; onStop: () => void }

/** How one's own stream stands, and what pauses and stops it. */
export function BroadcastBar({ state, onPause, onStop }: BroadcastBarProps) {
  const { connection, isPaused, counts, clock, ended } = state
  const standing = statusOf({ connection, stream: clock && (isPaused ? 'paused' : 'live'), ended })
  return (
    <>
      <StatusBadge standing={standing} />
      {clock && <Clock clock={clock} />}
      {standing !== 'offline' && <span className={styles.watching}>{watchingNow(counts.watching)}</span>}
      <span className={layout.space} />
      <div className={styles.acts}>
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
  return <span className={layout.number}>{clockWords(clock.ms + now - clock.at)}</span>
}

type BroadcastConnectionProps = { state: BroadcastState; onReconnect: () => void }

/** What an artist has to know of the way from here to their viewers. */
export function BroadcastConnection({
  state: { connection, awaySince, isFull, coding, clock },
  onReconnect,
}: BroadcastConnectionProps) {
  if (awaySince !== null && connection.state === 'offline')
    return <Away since={awaySince} isFull={isFull} onReconnect={onReconnect} />
  if (isFull) return <p>{streamMessages.full}</p>
  if (connection.state !== 'open') return <p>{streamMessages.connecting}</p>
  return clock && !coding.picture && !('VideoEncoder' in globalThis) ? <p>{streamMessages.stillsInstead}</p> : null
}

/** So late it is known that a stream without its publisher has ended, also where only silence told of it. */
const ENDED_AFTER_MS = STREAM_RESUME_MS + STREAM_SILENT_MS

function Away({ since, isFull, onReconnect }: { since: number; isFull: boolean; onReconnect: () => void }) {
  const isTooLong = useNow() - since > ENDED_AFTER_MS
  const words = isFull ? streamMessages.full : streamMessages.offlineOwn
  return (
    <p>
      <span>{isTooLong ? streamMessages.awayTooLong : words}</span>
      <button type="button" onClick={onReconnect}>
        Try now
      </button>
    </p>
  )
}
