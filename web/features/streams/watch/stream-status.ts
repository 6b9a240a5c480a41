import type { StreamEnd, StreamLevel } from '../../../../contract/socket/stream-messages.ts'
import type { ConnectionState } from '../../../lib/live-connection.ts'
import { endMessage, streamMessages, viewerCloseMessages } from '../../../lib/messages/streams.ts'
import type { StreamPlayerState } from './stream-player.ts'

export type StreamStatus = 'connecting' | 'live' | 'paused' | 'waiting' | 'offline' | 'over'

type StreamState = {
  connection: ConnectionState
  /** Null before the first event. */
  stream: 'live' | 'paused' | 'waiting' | null
  ended: StreamEnd | null
}

/** Status as far as it is certain [2 §2]; the last state is not shown while the stream cannot be reached. */
export function statusOf({ connection, stream, ended }: StreamState): StreamStatus {
  if (ended || connection.state === 'closed') return 'over'
  if (connection.state === 'offline') return 'offline'
  return connection.state === 'open' && stream ? stream : 'connecting'
}

/** Message above the bar and its action. */
export type Warning = { text?: string; action?: 'try now' | 'reload' }

type WatchedState = Pick<
  StreamPlayerState,
  'connection' | 'stream' | 'level' | 'isSlow' | 'hasPicture' | 'isSoundUnsupported' | 'ended'
>

/** Message about the connection's quality, or null. */
export function warningOf({
  connection,
  level,
  isSlow,
  hasPicture,
  isSoundUnsupported,
  ended,
}: WatchedState): Warning | null {
  if (ended) return null
  if (connection.state === 'offline')
    return { text: connection.isTooSlow ? streamMessages.tooSlow : streamMessages.offline, action: 'try now' }
  if (connection.state === 'closed' && (connection.reason === 'reload' || connection.reason === 'too_many_sockets'))
    return { action: 'reload' }
  if (level === 'all' || !hasPicture) return isSoundUnsupported ? { text: streamMessages.soundUnsupported } : null
  if (level === 'stills' && !isSlow) return { text: streamMessages.videoUnsupported }
  const text = level === 'keys' ? streamMessages.keysOnly : streamMessages.stillsOnly
  return { text: `${streamMessages.slow} ${text}` }
}

/** Message in place of the picture, or null. */
export function overlayOf(state: WatchedState | undefined): { text: string; isBusy: boolean } | null {
  const overlay = (text: string) => ({ text, isBusy: false })
  if (state?.ended) return overlay(endMessage(state.ended))
  if (state?.connection.state === 'closed') return overlay(viewerCloseMessages[state.connection.reason])
  const status = state ? statusOf(state) : 'connecting'
  if (status === 'paused') return overlay(streamMessages.paused)
  if (status === 'waiting') return overlay(streamMessages.waiting)
  // While offline, the message above the bar is shown instead.
  if (state?.hasPicture || status === 'offline') return null
  return { text: status === 'live' ? streamMessages.noPicture : streamMessages.connecting, isBusy: true }
}

export type Quality = 'good' | 'fair' | 'poor'

/** Delays that make talking about the picture hard, in milliseconds. */
const FAIR_FROM_MS = 1500
const POOR_FROM_MS = 4000

export function qualityOf(level: StreamLevel, lateMs: number): Quality {
  if (level === 'stills' || lateMs >= POOR_FROM_MS) return 'poor'
  return level === 'keys' || lateMs >= FAIR_FROM_MS ? 'fair' : 'good'
}

/** Formats a delay as "0.4 s behind". */
export const delayText = (lateMs: number) => `${(Math.max(0, lateMs) / 1000).toFixed(1)} s behind`
