import type { Chapter } from '../../contract/http/stream-chapter.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { SessionRef } from '../realtime/ConnectionGate.ts'
import type { TicketClaims } from '../realtime/ticket.ts'

/** Facts of a live stream that never change. */
export type StreamFacts = {
  streamId: number
  /** The only member who may publish. */
  ownerId: number
  /** In milliseconds since 1970. */
  startedAt: number
}

export type StreamHandshake = StreamFacts & { member: TicketClaims['member'] }

export type RelayHandshake = { relay: number }

/** The name of the object to which the publisher connects. Viewers connect to it or to one of its relays. */
export const originName = (streamId: number) => String(streamId)
export const relayName = (streamId: number, relay: number) => `${streamId}/${relay}`

/** The number of the relay with this name; 0 for an origin's name. */
export const relayNumberOf = (name: string) => Number(name.split('/')[1] ?? 0)

/** The folder of a stream's files in R2. */
export const streamFolder = (streamId: number) => `streams/${streamId}/`
export const segmentKey = (streamId: number, segment: number) => `${streamFolder(streamId)}${segment}.seg`
export const manifestKey = (streamId: number) => `${streamFolder(streamId)}manifest.json`
export const replayChatKey = (streamId: number) => `${streamFolder(streamId)}chat.json`
export const previewKey = (streamId: number, number: number) => `${streamFolder(streamId)}preview-${number}.webp`

/** The status of a live stream, for the site. */
export type LiveStatus = {
  /** Members who watch now. */
  viewersCount: number
  /** Members who have watched since the start. */
  viewsCount: number
  /** The number of the last preview, 0 before the first. */
  previewNumber: number
  /** The size of the stream's picture in pixels, 0 before there is one. */
  width: number
  height: number
}

/** The end of a stream. It is reported after the manifest was stored in R2. */
export type FinalReport = LiveStatus & {
  endReason: StreamEnd
  endedAt: number
  durationMs: number
  /** True if a segment was stored. */
  recorded: boolean
  /** Bytes of the stored segments. */
  recordingBytes: number
  chapters: Chapter[]
}

/** Reasons for which the site ends a stream. */
export type StreamStop = Extract<StreamEnd, 'stopped' | 'staff'>

/** Calls from a stream's object to the site. */
export interface StreamSite {
  /** Repeated reports have no effect. */
  reportStatus(streamId: number, status: LiveStatus): Promise<void>
  reportEnd(streamId: number, report: FinalReport): Promise<void>
}

/** Calls from the site to a stream's object. */
export interface StreamCalls {
  /**
   * Starts the stream, which ends by itself if its publisher does not connect. Records at most `recordingMaxBytes`.
   * `lastEndAt` is the end of the member's stream before. Repeated calls have no effect.
   */
  start(facts: StreamFacts, recordingMaxBytes: number, lastEndAt: number | null): Promise<void>
  /** The name of the object to which a new viewer connects: this one, or one of its relays. */
  objectNameFor(userId: number): Promise<string>
  stop(why: StreamStop): Promise<void>
  revokeSessions(sessions: SessionRef, code: number): Promise<void>
  /**
   * Closes the sockets of all viewers, also at relays. They reconnect and are checked against the current access rules.
   */
  recheckAccess(): Promise<void>
}
