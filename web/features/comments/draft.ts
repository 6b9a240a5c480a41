/** A comment that is on its way to the site, under the key that makes a repeated post stand once. */
export type Sending = { text: string; key: string }

/** What is being written on a target, and what was sent and not yet answered. */
export type Draft = Sending & { sending: Sending | null }

const empty = (): Draft => ({ text: '', key: crypto.randomUUID(), sending: null })

/** The draft that this browser kept; what was on its way when the page went is a draft again. */
export function parseDraft(stored: string | null): Draft {
  try {
    const { text, key, sending = null } = JSON.parse(stored ?? '')
    if (isSending({ text, key }) && (sending === null || isSending(sending))) return failed({ text, key, sending })
  } catch {
    // Nothing was kept.
  }
  return empty()
}

/** What is kept of a draft, or nothing. */
export function keptDraft(draft: Draft): string {
  return draft.text || draft.sending ? JSON.stringify(draft) : ''
}

/** The draft goes on its way, and the field is free for the next one. */
export function sent({ text, key }: Draft): Draft {
  return { ...empty(), sending: { text: text.trim(), key } }
}

/** It arrived; what was written meanwhile stays. */
export function arrived(draft: Draft): Draft {
  return { ...draft, sending: null }
}

/** It did not: it is a draft again, before what was written meanwhile, which makes it another comment. */
export function failed(draft: Draft): Draft {
  const { text, sending } = draft
  if (!sending) return draft
  return text ? { ...draft, text: `${sending.text}\n\n${text}`, sending: null } : { ...sending, sending: null }
}

function isSending(value: { text?: unknown; key?: unknown }): boolean {
  return typeof value.text === 'string' && typeof value.key === 'string'
}
