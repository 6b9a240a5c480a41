import { STREAM_RESUME_MS, STREAM_SILENT_MS } from '../../../../contract/limits.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { useNow } from '../watch/useNow.ts'
import type { BroadcastState } from './broadcast.ts'

type OwnStatusProps = { state: BroadcastState; onTryNow: () => void }

/** What an artist has to know of the way from here to their viewers. */
export function OwnStatus({ state: { connection, awaySince, isFull, coding, clock }, onTryNow }: OwnStatusProps) {
  if (awaySince !== null && connection.state === 'offline')
    return <Away since={awaySince} isFull={isFull} onTryNow={onTryNow} />
  if (isFull) return <p>{streamMessages.full}</p>
  if (connection.state !== 'in') return <p>{streamMessages.connecting}</p>
  return clock && !coding.picture && !('VideoEncoder' in globalThis) ? <p>{streamMessages.stillsInstead}</p> : null
}

/** So late it is known that a stream without its publisher has ended, also where only silence told of it. */
const ENDED_AFTER_MS = STREAM_RESUME_MS + STREAM_SILENT_MS

function Away({ since, isFull, onTryNow }: { since: number; isFull: boolean; onTryNow: () => void }) {
  const isTooLong = useNow() - since > ENDED_AFTER_MS
  const words = isFull ? streamMessages.full : streamMessages.offlineOwn
  return (
    <p>
      <span>{isTooLong ? streamMessages.awayTooLong : words}</span>
      <button type="button" onClick={onTryNow}>
        Try now
      </button>
    </p>
  )
}
