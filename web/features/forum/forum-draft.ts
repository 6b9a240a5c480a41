import * as z from 'zod/mini'
import { forumDraftName } from '../../lib/own-drafts.ts'
import { useStored } from '../../lib/useStored.ts'
import { draftSketch } from '../messages/message-draft.ts'

/** A topic or post being written; its key makes a repeated call a no-op. `title` and `category` are for topics. */
const forumDraft = z.object({
  title: z.string(),
  category: z.nullable(z.int()),
  text: z.string(),
  sketch: z.nullable(draftSketch),
  /** The quoted post. */
  quote: z.nullable(z.object({ number: z.int(), nickname: z.string() })),
  key: z.string(),
  /** It was sent before, and may have been stored although no reply came. */
  tried: z.optional(z.boolean()),
})
export type ForumDraft = z.infer<typeof forumDraft>

export const emptyDraft = (): ForumDraft => ({
  title: '',
  category: null,
  text: '',
  sketch: null,
  quote: null,
  key: crypto.randomUUID(),
})

/** Parses a stored draft; an invalid one becomes an empty one. */
export function parseForumDraft(stored: string | null): ForumDraft {
  try {
    return forumDraft.parse(JSON.parse(stored ?? ''))
  } catch {
    return emptyDraft()
  }
}

/** Serialises a draft; an empty draft gives an empty text. */
export function serializeForumDraft(draft: ForumDraft): string {
  return draft.title || draft.text || draft.sketch || draft.quote ? JSON.stringify(draft) : ''
}

const CODEC = { parse: parseForumDraft, serialize: serializeForumDraft }

/** Draft of a member for a new topic or for a topic, stored in this browser until it is sent. */
export const useForumDraft = (userId: number, target: 'new topic' | `topic ${number}`) =>
  useStored(forumDraftName(userId, target), CODEC)
