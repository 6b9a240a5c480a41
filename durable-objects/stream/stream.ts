import type { TicketClaims } from '../realtime/ticket.ts'

/** What the worker says of a stream. */
export type StreamFacts = {
  streamId: number
  /** Whose it is, who alone may publish. */
  ownerId: number
  /** When the stream began, in milliseconds since 1970. */
  startedAt: number
}

/** What it says of who opens a socket: of the stream, and of them. */
export type StreamOpening = StreamFacts & { member: TicketClaims['member'] }

/** What a relay says of itself to its origin. */
export type RelayOpening = { relay: number }

/** The name of the object that a stream's publisher is at; viewers are at it or at one of its relays. */
export const originName = (streamId: number) => String(streamId)
export const relayName = (streamId: number, relay: number) => `${streamId}/${relay}`

/** The number of the relay of a name; 0 of an origin's. */
export const relayOf = (name: string) => Number(name.split('/')[1] ?? 0)

/** Where things lie in R2. All of a stream is under its folder. */
export const streamFolder = (streamId: number) => `streams/${streamId}/`
export const segmentKey = (streamId: number, segment: number) => `${streamFolder(streamId)}${segment}.seg`
export const manifestKey = (streamId: number) => `${streamFolder(streamId)}manifest.json`
export const replayChatKey = (streamId: number) => `${streamFolder(streamId)}chat.json`
export const previewKey = (streamId: number, number: number) => `${streamFolder(streamId)}preview-${number}.webp`
