import * as z from 'zod/mini'
import { callKey, id } from '../../../../contract/http/common.ts'
import { type ChatClientMessage, type ChatRefusal, chatRefusal } from '../../../../contract/socket/chat.ts'

/**
 * An own line that is not published. A `sent` line may have arrived. A `held` line waits for a moderator, and a
 * `declined` one was refused by a moderator. `firstSent` is the room's last known number when the line was first sent.
 */
export type OutgoingLine = {
  key: string
  message: string
  replyTo?: number
  state: 'unsent' | 'sent' | 'held' | 'refused' | 'declined'
  firstSent?: number
  refusal?: ChatRefusal
}

const storedLines = z.array(
  z.object({
    key: callKey,
    message: z.string(),
    replyTo: z.optional(id),
    state: z.enum(['unsent', 'sent', 'refused']),
    firstSent: z.optional(z.int()),
    refusal: z.optional(chatRefusal),
  }),
)

/** Parses the stored outgoing lines; none when they cannot be read. */
export function parseOutgoing(stored: string | null): OutgoingLine[] {
  try {
    return storedLines.parse(JSON.parse(stored ?? '[]'))
  } catch {
    return []
  }
}

/**
 * Serialises the outgoing lines and keeps those that other tabs stored in the same text. `before` are this tab's lines
 * before the change. Held lines are left out, because the room sends them again.
 */
export function serializeOutgoing(
  outgoing: readonly OutgoingLine[],
  before: readonly OutgoingLine[],
  stored: string | null,
): string {
  const tabKeys = new Set([...before, ...outgoing].map(({ key }) => key))
  const others = parseOutgoing(stored).filter(({ key }) => !tabKeys.has(key))
  const unpublished = outgoing.filter(({ state }) => state !== 'held' && state !== 'declined')
  const all = [...others, ...unpublished]
  return all.length ? JSON.stringify(all) : ''
}

/** True for a line to send on entering the room. It may have been lost, and its key makes a repetition harmless. */
export const isUnconfirmed = ({ state }: OutgoingLine) => state === 'unsent' || state === 'sent'

export function lineMessage({ key, message, replyTo, firstSent }: OutgoingLine): ChatClientMessage {
  return {
    type: 'chat',
    key,
    message,
    ...(replyTo && { replyTo }),
    ...(firstSent !== undefined && { again: firstSent }),
  }
}

export function asSent({ refusal: _, ...line }: OutgoingLine, number: number): OutgoingLine {
  return { ...line, state: 'sent', firstSent: line.firstSent ?? number }
}

/** Prepares a refused line to be sent again. The room stored nothing of it. */
export function asUnsent({ refusal: _, firstSent: __, ...line }: OutgoingLine): OutgoingLine {
  return { ...line, state: 'unsent' }
}
