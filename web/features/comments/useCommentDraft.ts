import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { commentDraftName } from '../../lib/own-drafts.ts'
import { useUser } from '../../lib/session.ts'
import { useStored } from '../../lib/useStored.ts'
import { type Draft, parseDraft, serializeDraft } from './comment-draft.ts'
import { type CommentTarget, commentsQuery } from './queries.ts'

export type DraftState = readonly [draft: Draft, change: (changed: (draft: Draft) => Draft) => void]

const DRAFT = { parse: parseDraft, serialize: serializeDraft }

/** The member's draft for a target, stored in this browser until its comment is posted. */
export function useCommentDraft(target: CommentTarget): DraftState {
  const [draft, change] = useStored(commentDraftName(useUser()?.id ?? 0, `${target.type} ${target.which}`), DRAFT)
  useDropPostedDraft(target, draft, change)
  return [draft, change]
}

/** Drops a draft whose comment was posted although the reply was lost. */
function useDropPostedDraft(
  target: CommentTarget,
  { key, sending }: Draft,
  change: (changed: () => Draft) => void,
): void {
  const { data } = useInfiniteQuery(commentsQuery(target))
  const isPosted = data?.pages.some((page) => page.items.some((comment) => comment.id !== 0 && comment.key === key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the comment is posted
  useEffect(() => {
    if (isPosted && !sending) change(() => parseDraft(null))
  }, [isPosted])
}
