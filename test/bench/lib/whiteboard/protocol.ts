import type WebSocket from 'ws'

/** How those who are measured take commands, and tell them. */
export type Protocol = {
  /** Whether an artist is told what they drew themselves. */
  echoes: boolean
  /** Opens the socket of an artist, numbered from 1; answered when they are in. */
  enter: (origin: string, artist: number) => Promise<Drawer>
  /** Calls `hear` for each command in a frame, by its index. No more is read, so that the reading is not the measure. */
  read: (frame: Buffer, hear: (index: number) => void) => void
}

/** An artist who is in. */
export type Drawer = {
  socket: WebSocket
  /** The frame with the next thing they draw; `index`, which is below `INDEX_MAX`, can be read from it. */
  nextFrame: (index: number) => string
}

/** So many commands can be told from each other in one drawing. */
export const INDEX_MAX = 20_000
