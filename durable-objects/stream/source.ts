import type { StreamClientMessage } from '../../contract/socket/stream-messages.ts'
import type { Refusal } from './refusals.ts'
import type { StreamFacts } from './stream.ts'
import type { Viewer } from './viewer.ts'

/** What only publishers say. */
export type PublisherMessage = Extract<StreamClientMessage, { type: 'coding' | 'pause' | 'chapter' }>

/** Where a stream comes from, for those at one object: from its publisher, or from the object that it relays. */
export interface Source {
  /** The worker says which stream it is; said again, it changes nothing. */
  begin(facts: StreamFacts, now: number): void
  /** So many were in when the object slept. */
  wake(viewers: readonly Viewer[], now: number): void
  /** Someone comes in; answers why not, where they may not. */
  enter(viewer: Viewer, now: number): Refusal | null
  /** Someone who was in is gone. */
  leave(viewer: Viewer, now: number): void
  /** Bytes come from someone who is in. */
  receive(viewer: Viewer, raw: ArrayBuffer, now: number): Refusal | null
  /** Someone who is in says what only publishers may. */
  hear(viewer: Viewer, message: PublisherMessage, now: number): Refusal | null
  /** Someone waits for a key frame; it is not asked for where it was within so long. */
  askKey(now: number, everyMs?: number): void
  /** How everyone keeps up was looked at. */
  judged(now: number): void
}
