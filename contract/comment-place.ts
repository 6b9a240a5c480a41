import type { CommentedThing } from './http/cases.ts'

/** Returns the path and the name of the page of a reported comment. */
export function placeOfComment({ type, id, title, slug }: CommentedThing, commentId: number) {
  const place = `#comment-${commentId}`
  if (type === 'sketch') return { address: `/sketch/${id}${place}`, place: title || 'a sketch' }
  if (type === 'group') return { address: `/group/${slug}?tab=discussion${place}`, place: title || 'a group' }
  if (type === 'compo') return { address: `/compo/${slug}?tab=discussion${place}`, place: title || 'a compo' }
  return { address: `/user/${id}`, place: 'a profile' }
}
