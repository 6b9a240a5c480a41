import * as z from 'zod/mini'
import { messageDraftName } from '../../lib/own-drafts.ts'
import { useStored } from '../../lib/useStored.ts'

/** A sketch that is attached to the message being written. */
export const draftSketch = z.object({
  id: z.int(),
  title: z.string(),
  imageUrl: z.string(),
  width: z.int(),
  height: z.int(),
})
export type DraftSketch = z.infer<typeof draftSketch>

/** A message being written; its key makes a repeated call a no-op. */
const messageDraft = z.object({
  subject: z.string(),
  text: z.string(),
  sketch: z.nullable(draftSketch),
  key: z.string(),
  /** It was sent before, and may have been stored although no reply came. */
  tried: z.optional(z.boolean()),
})
export type MessageDraft = z.infer<typeof messageDraft>

export const emptyDraft = (): MessageDraft => ({ subject: '', text: '', sketch: null, key: crypto.randomUUID() })

/** Parses a stored draft; an invalid one becomes an empty one. */
export function parseMessageDraft(stored: string | null): MessageDraft {
  try {
    return messageDraft.parse(JSON.parse(stored ?? ''))
  } catch {
    return emptyDraft()
  }
}

/** Serialises a draft; an empty draft gives an empty text. */
export function serializeMessageDraft(draft: MessageDraft): string {
  return draft.subject || draft.text || draft.sketch ? JSON.stringify(draft) : ''
}

const CODEC = { parse: parseMessageDraft, serialize: serializeMessageDraft }

/** Draft of a member for a thread, or for a first message to a member; stored in this browser until it is sent. */
export const useDraft = (userId: number, target: `thread ${number}` | `to ${number}`) =>
  useStored(messageDraftName(userId, target), CODEC)
