import { endMessage, streamClosed, streamMessages } from '../../../lib/messages/streams.ts'
import { standingOf } from './standing.ts'
import type { ViewingState } from './viewing.ts'

/** What is said above the bar of a stream, and what can be done about it. */
export type Said = { words?: string; action?: 'try now' | 'reload' }

type Stands = Pick<ViewingState, 'connection' | 'stream' | 'level' | 'isSlow' | 'hasPicture' | 'isDeaf' | 'ended'>

/** What is said of how a stream comes through; null for nothing. */
export function statusOf({ connection, level, isSlow, hasPicture, isDeaf, ended }: Stands): Said | null {
  if (ended) return null
  if (connection.state === 'offline')
    return { words: connection.isTooSlow ? streamMessages.tooSlow : streamMessages.offline, action: 'try now' }
  if (connection.state === 'closed' && connection.why === 'reload') return { action: 'reload' }
  if (level === 'all' || !hasPicture) return isDeaf ? { words: streamMessages.deaf } : null
  const words = level === 'keys' ? streamMessages.keysOnly : streamMessages.stillsOnly
  return { words: isSlow ? `${streamMessages.slow} ${words}` : words }
}

/** What stands over the picture, or where there is none yet; null for nothing. */
export function insteadOf(state: Stands | undefined): { words: string; isBusy: boolean } | null {
  const still = (words: string) => ({ words, isBusy: false })
  if (state?.ended) return still(endMessage(state.ended))
  if (state?.connection.state === 'closed') return still(streamClosed[state.connection.why])
  const standing = state ? standingOf(state) : 'connecting'
  if (standing === 'paused') return still(streamMessages.paused)
  if (standing === 'waiting') return still(streamMessages.waiting)
  // What was so before the connection was lost is said no more; that it is lost is said above the bar.
  if (state?.hasPicture || standing === 'offline') return null
  return { words: standing === 'live' ? streamMessages.noPicture : streamMessages.connecting, isBusy: true }
}
