import { endMessage, streamClosed, streamMessages } from '../../../lib/messages/streams.ts'
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
  if (state?.stream === 'paused') return still(streamMessages.paused)
  if (state?.stream === 'waiting') return still(streamMessages.waiting)
  if (state?.hasPicture) return null
  return {
    words: state?.connection.state === 'in' ? streamMessages.noPicture : streamMessages.connecting,
    isBusy: true,
  }
}
