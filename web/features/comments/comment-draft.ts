import { type RepliedTo, repliedTo } from '../../../contract/http/comments.ts'

/** A comment that is being posted; its key makes a repeated post a no-op. */
export type PendingComment = { text: string; key: string; replyTo?: RepliedTo }

/** The text being written, and the comment that is being posted. */
export type Draft = PendingComment & { sending: PendingComment | null }

export const emptyDraft = (): Draft => ({ text: '', key: crypto.randomUUID(), sending: null })

/** Parses a stored draft; a comment that was being posted when the page closed becomes a draft again. */
export function parseDraft(stored: string | null): Draft {
  try {
    const { text, key, replyTo, sending = null } = JSON.parse(stored ?? '')
    const draft = parsePending({ text, key, replyTo })
    const unsent = sending && parsePending(sending)
    if (draft && unsent !== undefined) return restoreUnsent({ ...draft, sending: unsent })
  } catch {
    // No stored draft.
  }
  return emptyDraft()
}

/** Serialises a draft; an empty draft gives an empty text. */
export function serializeDraft(draft: Draft): string {
  return draft.text || draft.replyTo || draft.sending ? JSON.stringify(draft) : ''
}

/** Moves the draft to `sending` and clears the field. */
export function beginSending({ sending: _, ...draft }: Draft): Draft {
  return { ...emptyDraft(), sending: { ...draft, text: draft.text.trim() } }
}

/** Removes the posted comment; text written meanwhile stays. */
export function finishSending(draft: Draft): Draft {
  return { ...draft, sending: null }
}

/** Returns the sent comment to the draft under a new key, because its key posted an earlier version of it. */
export function restoreChanged(draft: Draft): Draft {
  return { ...restoreUnsent(draft), key: crypto.randomUUID() }
}

/**
 * Returns a comment that could not be posted to the draft, above any text that was written meanwhile. It keeps its key
 * only if there is no such text. A reply that was chosen meanwhile takes precedence over its own.
 */
export function restoreUnsent(draft: Draft): Draft {
  const { text, sending } = draft
  if (!sending) return draft
  if (!text) return { ...sending, ...withReply(draft.replyTo ?? sending.replyTo), sending: null }
  return {
    ...draft,
    ...withReply(draft.replyTo ?? sending.replyTo),
    text: `${sending.text}\n\n${text}`,
    sending: null,
  }
}

/** Sets or removes the comment that the draft replies to. */
export function setReplyTo({ replyTo: _, ...draft }: Draft, replyTo?: RepliedTo): Draft {
  return { ...draft, ...withReply(replyTo) }
}

const withReply = (replyTo: RepliedTo | undefined) => replyTo && { replyTo }

function parsePending(value: { text?: unknown; key?: unknown; replyTo?: unknown }): PendingComment | undefined {
  const { text, key } = value
  if (typeof text !== 'string' || typeof key !== 'string') return undefined
  const to = repliedTo.safeParse(value.replyTo)
  return { text, key, ...(to.success && { replyTo: to.data }) }
}
