import type { ShownStream } from '../../../contract/http/streams.ts'

export type StreamAction = 'edit' | 'link' | 'remove' | 'report' | 'end' | 'cancel' | 'hide' | 'show'

/** Actions that a viewer has on a stream, in the order of the menu. `ReplayDecision` handles undecided recordings. */
export function streamActions(
  { userId, state, replay }: Pick<ShownStream, 'userId' | 'state' | 'replay'>,
  viewer: { id: number; gloperator: boolean } | null,
): StreamAction[] {
  const isOwn = viewer?.id === userId
  const isStaff = viewer?.gloperator === true
  const isAllowed: Record<StreamAction, boolean> = {
    edit: isOwn,
    link: true,
    remove: isOwn && replay === 'kept',
    report: viewer !== null && !isOwn,
    end: isStaff && !isOwn && state === 'live',
    cancel: isStaff && !isOwn && state === 'announced',
    hide: isStaff && (replay === 'kept' || replay === 'pending'),
    show: isStaff && replay === 'hidden',
  }
  return (Object.keys(isAllowed) as StreamAction[]).filter((action) => isAllowed[action])
}
