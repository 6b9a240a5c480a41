import type { Chapter } from '../../contract/http/stream-chapter.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { SessionRef } from '../realtime/ConnectionGate.ts'
import type { TicketClaims } from '../realtime/ticket.ts'

export type StreamFacts = {
  streamId: number
  /** The only member who may publish. */
  ownerId: number
  /** In milliseconds since 1970. */
  startedAt: number
}

export type StreamHandshake = StreamFacts & { member: TicketClaims['member'] }

export type RelayHandshake = { relay: number }

/** The name of the object that the publisher is connected to; viewers are at it or at one of its relays. */
export const originName = (streamId: number) => String(streamId)
export const relayName = (streamId: number, relay: number) => `${streamId}/${relay}`

/** The number of the relay with this name; 0 for an origin's name. */
export const relayOf = (name: string) => Number(name.split('/')[1] ?? 0)

/** Keys in R2. Everything of a stream is in its folder. */
export const streamFolder = (streamId: number) => `streams/${streamId}/`
export const segmentKey = (streamId: number, segment: number) => `${streamFolder(streamId)}${segment}.seg`
export const manifestKey = (streamId: number) => `${streamFolder(streamId)}manifest.json`
export const replayChatKey = (streamId: number) => `${streamFolder(streamId)}chat.json`
export const previewKey = (streamId: number, number: number) => `${streamFolder(streamId)}preview-${number}.webp`

/** The state of a live stream, for the site. Reporting it again changes nothing. */
export type StreamNews = {
  watching: number
  total: number
  /** The number of the last preview, 0 before the first. */
  preview: number
  /** The size of its picture in pixels, 0 before there is one. */
  sw: number
  sh: number
}

/** The end of a stream, reported once its manifest is in R2. */
export type StreamEnding = StreamNews & {
  why: StreamEnd
  endedAt: number
  durationMs: number
  recorded: boolean
  chapters: Chapter[]
}

export type StreamStop = Extract<StreamEnd, 'stopped' | 'staff'>

export interface StreamSite {
  news(streamId: number, news: StreamNews): Promise<void>
  ended(streamId: number, ending: StreamEnding): Promise<void>
}

export interface StreamCalls {
  /** The stream is live; without a publisher it ends by itself. Calling it again changes nothing. */
  begin(facts: StreamFacts): Promise<void>
  /** The name of the object that a new viewer is sent to: this one, or one of its relays. */
  placeFor(userId: number): Promise<string>
  stop(why: StreamStop): Promise<void>
  end(sessions: SessionRef, code: number): Promise<void>
  /** Closes all viewers' sockets, here and at the relays; they come back by the current rules of access. */
  readmit(): Promise<void>
}
