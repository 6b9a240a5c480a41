import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { commentDraftName } from '../../lib/own-drafts.ts'
import { toastEarlierPosted, withoutPosted } from '../../lib/posted-draft.ts'
import { useUser } from '../../lib/session.ts'
import { useStored } from '../../lib/useStored.ts'
import { type Draft, emptyDraft, parseDraft, serializeDraft } from './comment-draft.ts'
import { type CommentTarget, commentsQuery } from './queries.ts'

export type DraftState = readonly [draft: Draft, change: (changed: (draft: Draft) => Draft) => void]

const DRAFT = { parse: parseDraft, serialize: serializeDraft }

/** The member's draft for a target, stored in this browser until its comment is posted. */
export function useCommentDraft(target: CommentTarget): DraftState {
  const [draft, change] = useStored(commentDraftName(useUser()?.id ?? 0, `${target.type} ${target.which}`), DRAFT)
  useDropPostedDraft(target, draft, change)
  return [draft, change]
}

/** Drops a draft whose comment was posted although the reply was lost, unless its text was changed since then. */
function useDropPostedDraft(target: CommentTarget, { text, key, sending }: Draft, change: DraftState[1]): void {
  const { data } = useInfiniteQuery(commentsQuery(target))
  const posted = data?.pages
    .flatMap(({ items }) => items)
    .find((comment) => comment.id !== 0 && comment.key === key)?.comment
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the comment is posted
  useEffect(() => {
    if (posted === undefined || sending) return
    toastEarlierPosted({ text }, { text: posted })
    change((draft) => withoutPosted(draft, { text: posted }, emptyDraft))
  }, [posted])
}
