import type { ShownStream } from '../../../contract/http/streams.ts'

/** What can be done about a stream. */
export type Doing = 'edit' | 'link' | 'remove' | 'report' | 'end' | 'hide' | 'show'

/** What a viewer may do about a stream, in the order of its menu; of a recording that waits `EndPanel` asks its artist. */
export function doingsOf(
  { userId, state, replay }: Pick<ShownStream, 'userId' | 'state' | 'replay'>,
  viewer: { id: number; gloperator: boolean } | null,
): Doing[] {
  const isOwn = viewer?.id === userId
  const isStaff = viewer?.gloperator === true
  const may: Record<Doing, boolean> = {
    edit: isOwn,
    link: true,
    remove: isOwn && replay === 'kept',
    report: viewer !== null && !isOwn,
    end: isStaff && !isOwn && state === 'live',
    hide: isStaff && (replay === 'kept' || replay === 'pending'),
    show: isStaff && replay === 'hidden',
  }
  return (Object.keys(may) as Doing[]).filter((doing) => may[doing])
}
