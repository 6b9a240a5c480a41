import { cleanText } from '../../contract/text.ts'
import { messages } from './messages/general.ts'
import { toast } from './toast.ts'

type Content = { text: string; sketch?: { id: number } | { hidden: true } | null }

/** True if a text was changed since it was posted, or another sketch was attached to it. */
export const isChangedSince = (draft: Content, posted: Content): boolean =>
  draft.text.trim() !== '' && (cleanText(draft.text) !== cleanText(posted.text) || hasOtherSketch(draft, posted))

const sketchOf = ({ sketch }: Content) => (sketch && 'id' in sketch ? sketch.id : null)

const hasOtherSketch = (draft: Content, posted: Content) =>
  sketchOf(draft) !== null && sketchOf(draft) !== sketchOf(posted)

/**
 * Returns an empty draft after a draft was posted. A text or sketch that was changed since then, after a lost reply or
 * in another tab, stays under a new key: the old key would post nothing.
 */
export function withoutPosted<Draft extends Content & { key: string }>(
  draft: Draft,
  posted: Content,
  emptyDraft: () => Draft,
): Draft {
  return isChangedSince(draft, posted) ? { ...draft, key: crypto.randomUUID() } : emptyDraft()
}

/** Tells the member that an earlier version was posted, if a draft was changed since then. */
export function toastEarlierPosted(draft: Content, posted: Content): void {
  if (isChangedSince(draft, posted)) toast(messages.earlierPosted, { kind: 'plain' })
}
