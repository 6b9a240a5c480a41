import { type RepliedTo, repliedTo } from '../../../contract/http/comments.ts'

/** A comment that is on its way to the site, under the key that makes a repeated post stand once. */
export type Sending = { text: string; key: string; replyTo?: RepliedTo }

/** What is being written on a target, and what was sent and not yet answered. */
export type Draft = Sending & { sending: Sending | null }

const empty = (): Draft => ({ text: '', key: crypto.randomUUID(), sending: null })

/** The draft that this browser kept; what was on its way when the page went is a draft again. */
export function parseDraft(stored: string | null): Draft {
  try {
    const { text, key, replyTo, sending = null } = JSON.parse(stored ?? '')
    const written = sendingOf({ text, key, replyTo })
    const left = sending && sendingOf(sending)
    if (written && left !== undefined) return failed({ ...written, sending: left })
  } catch {
    // Nothing was kept.
  }
  return empty()
}

/** What is kept of a draft, or nothing. */
export function serializeDraft(draft: Draft): string {
  return draft.text || draft.replyTo || draft.sending ? JSON.stringify(draft) : ''
}

/** The draft goes on its way, and the field is free for the next one. */
export function sent({ sending: _, ...written }: Draft): Draft {
  return { ...empty(), sending: { ...written, text: written.text.trim() } }
}

/** It arrived; what was written meanwhile stays. */
export function arrived(draft: Draft): Draft {
  return { ...draft, sending: null }
}

/**
 * It did not: it is a draft again, before what was written meanwhile, which makes it another comment; what that one
 * answers goes before.
 */
export function failed(draft: Draft): Draft {
  const { text, sending } = draft
  if (!sending) return draft
  if (!text) return { ...sending, ...answering(draft.replyTo ?? sending.replyTo), sending: null }
  return {
    ...draft,
    ...answering(draft.replyTo ?? sending.replyTo),
    text: `${sending.text}\n\n${text}`,
    sending: null,
  }
}

/** It answers a comment from now on, or none. */
export function answer({ replyTo: _, ...draft }: Draft, replyTo?: RepliedTo): Draft {
  return { ...draft, ...answering(replyTo) }
}

const answering = (replyTo: RepliedTo | undefined) => replyTo && { replyTo }

function sendingOf(value: { text?: unknown; key?: unknown; replyTo?: unknown }): Sending | undefined {
  const { text, key } = value
  if (typeof text !== 'string' || typeof key !== 'string') return undefined
  const to = repliedTo.safeParse(value.replyTo)
  return { text, key, ...(to.success && { replyTo: to.data }) }
}
