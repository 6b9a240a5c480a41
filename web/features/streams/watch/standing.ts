import type { StreamEnd } from '../../../../contract/socket/stream-messages.ts'
import type { Connection } from '../../../lib/live-connection.ts'

/** How a live stream stands for who looks at it: what comes from here to there and back may be known no more. */
export type Standing = 'connecting' | 'live' | 'paused' | 'waiting' | 'offline' | 'over'

type Known = {
  connection: Connection
  /** What was said of it last; null before anything was. */
  stream: 'live' | 'paused' | 'waiting' | null
  ended: StreamEnd | null
}

/** What can be said of a stream now [2 §2]: of one that is out of reach, nothing of what was so before. */
export function standingOf({ connection, stream, ended }: Known): Standing {
  if (ended || connection.state === 'closed') return 'over'
  if (connection.state === 'offline') return 'offline'
  return connection.state === 'in' && stream ? stream : 'connecting'
}
