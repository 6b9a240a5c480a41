import type { CommentItem, CommentList } from '../../../contract/http/comments.ts'

/** A comment with its answers, oldest first. */
export type Thread = { head: CommentItem; answers: CommentItem[] }

/**
 * Groups loaded comments by thread, newest thread first. If the first comment of a thread is missing, because it was
 * deleted or is hidden, the oldest answer takes its place.
 */
export function threadsOf(pages: readonly Pick<CommentList, 'items' | 'context'>[]): Thread[] {
  const groups = new Map<number | string, CommentItem[]>()
  for (const comment of loadedComments(pages)) {
    // A comment that is being posted has no id yet.
    const name = comment.thread ?? (comment.id || comment.key)
    groups.set(name, [...(groups.get(name) ?? []), comment])
  }
  return [...groups.values()]
    .flatMap((comments) => {
      const [head, ...answers] = comments.toSorted(byAge)
      return head ? [{ head, answers }] : []
    })
    .sort((a, b) => byAge(b.head, a.head))
}

/** All comments of the pages, each once: one may be on a page and in the context of another. */
function loadedComments(pages: readonly Pick<CommentList, 'items' | 'context'>[]): CommentItem[] {
  const comments = pages.flatMap(({ items, context }) => [...items, ...context])
  return [...new Map(comments.map((comment) => [comment.id || comment.key, comment])).values()]
}

const ageOf = ({ id }: CommentItem) => id || Number.POSITIVE_INFINITY
const byAge = (a: CommentItem, b: CommentItem) => (ageOf(a) === ageOf(b) ? 0 : ageOf(a) - ageOf(b))
