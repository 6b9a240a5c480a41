import type { Chapter } from '../../contract/http/chapter.ts'
import type { StreamEnd } from '../../contract/socket/stream-messages.ts'
import type { StreamFacts } from './stream.ts'

/** What the site knows of a live stream from its object. Told again, it changes nothing. */
export type StreamNews = {
  /** How many members watch now, and how many have. */
  watching: number
  total: number
  /** The number of the last preview, 0 before the first. */
  preview: number
  /** The size of its picture in pixels, 0 before there is one. */
  sw: number
  sh: number
}

/** How a stream ended, told once its manifest is in R2. */
export type StreamEnding = StreamNews & {
  why: StreamEnd
  endedAt: number
  durationMs: number
  /** Whether anything was recorded. */
  recorded: boolean
  /** Chapters that its publisher set while live. */
  chapters: Chapter[]
}

/** Why the site ends a stream. */
export type StreamStop = Extract<StreamEnd, 'stopped' | 'staff'>

/** What a stream's object asks of the site, and all that it may. */
export interface StreamSite {
  /** Tells what has changed, at most every few seconds. */
  news(streamId: number, news: StreamNews): Promise<void>
  /** The stream is over. Asked again until it has been taken. */
  ended(streamId: number, ending: StreamEnding): Promise<void>
}

/** What the worker asks of a stream's object, beside opening sockets. */
export interface StreamCalls {
  /** The stream is live, once its row says so: its publisher comes soon, or it ends by itself. Begun again it goes on. */
  begin(facts: StreamFacts): Promise<void>
  /** The name of the object that a new viewer is to be sent to: this one, or one of its relays. */
  placeFor(userId: number): Promise<string>
  /** Ends the stream; ending it again changes nothing. */
  stop(why: StreamStop): Promise<void>
  /** Closes the sockets of a member, or of one of their sessions, here and at the relays. */
  end(whom: { userId: number; session?: string | undefined }, code: number): Promise<void>
  /** Has everyone who watches, here and at the relays, come in anew, by the rule of who may see it now. */
  readmit(): Promise<void>
}
