import type { StreamEnd, StreamLevel } from '../../../../contract/socket/stream-messages.ts'
import type { ConnectionState } from '../../../lib/live-connection.ts'
import { endMessage, streamClosed, streamMessages } from '../../../lib/messages/streams.ts'
import type { StreamPlayerState } from './stream-player.ts'

/** How a live stream stands for who looks at it: what comes from here to there and back may be known no more. */
export type StreamStatus = 'connecting' | 'live' | 'paused' | 'waiting' | 'offline' | 'over'

type Known = {
  connection: ConnectionState
  /** What was said of it last; null before anything was. */
  stream: 'live' | 'paused' | 'waiting' | null
  ended: StreamEnd | null
}

/** What can be said of a stream now [2 §2]: of one that is out of reach, nothing of what was so before. */
export function statusOf({ connection, stream, ended }: Known): StreamStatus {
  if (ended || connection.state === 'closed') return 'over'
  if (connection.state === 'offline') return 'offline'
  return connection.state === 'open' && stream ? stream : 'connecting'
}

/** What is said above the bar of a stream, and what can be done about it. */
export type Warning = { words?: string; action?: 'try now' | 'reload' }

type Stands = Pick<StreamPlayerState, 'connection' | 'stream' | 'level' | 'isSlow' | 'hasPicture' | 'isDeaf' | 'ended'>

/** What is said of how a stream comes through; null for nothing. */
export function warningOf({ connection, level, isSlow, hasPicture, isDeaf, ended }: Stands): Warning | null {
  if (ended) return null
  if (connection.state === 'offline')
    return { words: connection.isTooSlow ? streamMessages.tooSlow : streamMessages.offline, action: 'try now' }
  if (connection.state === 'closed' && connection.reason === 'reload') return { action: 'reload' }
  if (level === 'all' || !hasPicture) return isDeaf ? { words: streamMessages.deaf } : null
  const words = level === 'keys' ? streamMessages.keysOnly : streamMessages.stillsOnly
  return { words: isSlow ? `${streamMessages.slow} ${words}` : words }
}

/** What stands over the picture, or where there is none yet; null for nothing. */
export function overlayOf(state: Stands | undefined): { words: string; isBusy: boolean } | null {
  const still = (words: string) => ({ words, isBusy: false })
  if (state?.ended) return still(endMessage(state.ended))
  if (state?.connection.state === 'closed') return still(streamClosed[state.connection.reason])
  const standing = state ? statusOf(state) : 'connecting'
  if (standing === 'paused') return still(streamMessages.paused)
  if (standing === 'waiting') return still(streamMessages.waiting)
  // What was so before the connection was lost is said no more; that it is lost is said above the bar.
  if (state?.hasPicture || standing === 'offline') return null
  return { words: standing === 'live' ? streamMessages.noPicture : streamMessages.connecting, isBusy: true }
}

/** How well a stream comes through. */
export type Quality = 'good' | 'fair' | 'poor'

/** Later than this it is hard to talk about what one sees. */
const FAIR_FROM_MS = 1500
const POOR_FROM_MS = 4000

export function qualityOf(level: StreamLevel, lateMs: number): Quality {
  if (level === 'stills' || lateMs >= POOR_FROM_MS) return 'poor'
  return level === 'keys' || lateMs >= FAIR_FROM_MS ? 'fair' : 'good'
}

/** "0.4 s behind". */
export const delayWords = (lateMs: number) => `${(Math.max(0, lateMs) / 1000).toFixed(1)} s behind`
