import * as z from 'zod/mini'
import { callKey, id } from '../../../../contract/http/common.ts'
import { type ChatClientMessage, type ChatRefusal, chatRefusal } from '../../../../contract/socket/chat.ts'

/**
 * A line of one's own that does not stand yet. `sent` is on its way and may have arrived; a `held` one waits for a
 * moderator, who may have `declined` it. `firstSent` is the last number of the room that one had when it first went.
 */
export type OutgoingLine = {
  key: string
  message: string
  replyTo?: number
  state: 'unsent' | 'sent' | 'held' | 'refused' | 'declined'
  firstSent?: number
  refusal?: ChatRefusal
}

const kept = z.array(
  z.object({
    key: callKey,
    message: z.string(),
    replyTo: z.optional(id),
    state: z.enum(['unsent', 'sent', 'refused']),
    firstSent: z.optional(z.int()),
    refusal: z.optional(chatRefusal),
  }),
)

/** The lines that this browser kept because nothing says that they stand. */
export function parseOutgoing(stored: string | null): OutgoingLine[] {
  try {
    return kept.parse(JSON.parse(stored ?? '[]'))
  } catch {
    return []
  }
}

/**
 * What is kept of them over a reload, in the place of those that this tab had `before`: other tabs keep theirs in the same
 * `stored` text. What the room holds is the room's to tell again.
 */
export function outgoingText(
  outgoing: readonly OutgoingLine[],
  before: readonly OutgoingLine[],
  stored: string | null,
): string {
  const here = new Set([...before, ...outgoing].map(({ key }) => key))
  const others = parseOutgoing(stored).filter(({ key }) => !here.has(key))
  const left = outgoing.filter(({ state }) => state !== 'held' && state !== 'declined')
  const all = [...others, ...left]
  return all.length ? JSON.stringify(all) : ''
}

/** Whether a line has to go out when one comes into the room: it may have been lost, and is sent under its key again. */
export const isUnanswered = ({ state }: OutgoingLine) => state === 'unsent' || state === 'sent'

/** What is sent of a line, the first time or again. */
export function lineMessage({ key, message, replyTo, firstSent }: OutgoingLine): ChatClientMessage {
  return {
    type: 'chat',
    key,
    message,
    ...(replyTo && { replyTo }),
    ...(firstSent !== undefined && { again: firstSent }),
  }
}

/** The line once it is sent. */
export function asSent({ refusal: _, ...line }: OutgoingLine, number: number): OutgoingLine {
  return { ...line, state: 'sent', firstSent: line.firstSent ?? number }
}

/** The line as it goes out once more after a refusal, which left nothing of it in the room. */
export function asUnsent({ refusal: _, firstSent: __, ...line }: OutgoingLine): OutgoingLine {
  return { ...line, state: 'unsent' }
}
