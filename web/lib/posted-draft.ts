import { cleanText } from '../../contract/text.ts'
import { messages } from './messages/general.ts'
import { toast } from './toast.ts'

/** True if a text was changed since it was posted. */
export const isChangedSince = (text: string, posted: string): boolean =>
  text.trim() !== '' && cleanText(text) !== cleanText(posted)

/**
 * Returns an empty draft after the text of a draft was posted. A text that was changed since then, after a lost reply
 * or in another tab, stays under a new key: the old key would post nothing.
 */
export function withoutPosted<Draft extends { text: string; key: string }>(
  draft: Draft,
  posted: string,
  emptyDraft: () => Draft,
): Draft {
  return isChangedSince(draft.text, posted) ? { ...draft, key: crypto.randomUUID() } : emptyDraft()
}

/** Tells the member that an earlier version was posted, if a text was changed since then. */
export function toastEarlierPosted(text: string, posted: string): void {
  if (isChangedSince(text, posted)) toast(messages.earlierPosted, { kind: 'plain' })
}
