import type { FrameKind, StreamFrame } from '../../../../contract/socket/stream.ts'

/** What a frame is to one who has seen others: the next one, one after some that are missing, or one seen already. */
export type Comes = 'next' | 'later' | 'again'

const NONE = { number: -1, timeUs: -1 }

/**
 * What was shown of a stream: it may come again after someone was away [2 §2]. A number that comes with a later time is
 * another frame: its publisher began anew where the one before was lost.
 */
export class ShownFrames {
  readonly #last: Partial<Record<FrameKind, { number: number; timeUs: number }>> = {}

  add({ kind, number, timeUs }: Pick<StreamFrame, 'kind' | 'number' | 'timeUs'>): Comes {
    const last = this.#last[kind] ?? NONE
    if (number <= last.number && timeUs <= last.timeUs) return 'again'
    this.#last[kind] = { number, timeUs }
    return number === last.number + 1 ? 'next' : 'later'
  }
}
