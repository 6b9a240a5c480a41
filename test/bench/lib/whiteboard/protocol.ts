import type WebSocket from 'ws'

/** Adapter of a server under test. */
export type Protocol = {
  /** True if artists receive their own commands. */
  echoes: boolean
  /** Artists are numbered from 1. Resolves when the server accepted the connection. */
  enter: (origin: string, artist: number) => Promise<BoardArtist>
  /**
   * Calls `onCommand` with the index of each command in a frame. It parses nothing else, because that would distort the
   * measurement.
   */
  read: (frame: Buffer, onCommand: (index: number) => void) => void
}

export type BoardArtist = {
  socket: WebSocket
  /** A frame with one command that encodes `index`, which is below `INDEX_MAX`. */
  nextFrame: (index: number) => string
}

/** Largest number of distinguishable commands in one run. */
export const INDEX_MAX = 20_000
