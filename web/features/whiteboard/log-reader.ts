import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import {
  type BoardLogPage,
  boardLogPage,
  boardLogPagePath,
  snapshotPicturePath,
} from '../../../contract/http/whiteboard.ts'
import { BOARD_LOG_CACHE_SECONDS } from '../../../contract/limits.ts'
import { CallError, call } from '../../lib/call.ts'
import type { LogReader } from './history/time-lapse-player.ts'

/** A cache that counts in seconds keeps a reply up to a second longer. */
const RETRIES = 3

/**
 * Repeats a read until `isCurrent`. Replies about the end of the log come from caches, and may be older than what the
 * page knows already.
 * @throws when the replies remain too old.
 */
export async function readCurrent<T>(
  read: () => Promise<T>,
  isCurrent: (reply: T) => boolean,
  signal: AbortSignal,
): Promise<T> {
  for (let retriesLeft = RETRIES; ; retriesLeft--) {
    const reply = await read()
    if (isCurrent(reply)) return reply
    if (retriesLeft === 0) throw new Error('the cached log is too old')
    await new Promise((resolve) => setTimeout(resolve, BOARD_LOG_CACHE_SECONDS * 1000))
    signal.throwIfAborted()
  }
}

/** Reads the log of a revision, which has at least the flushes up to `last`. */
export const logReader = ({ revision, last }: { revision: number; last: number }): LogReader => ({
  page: (after, signal) => {
    const read = () => call(boardLogPage, boardLogPagePath(revision, after), undefined, signal)
    return readCurrent(read, (page) => page.next !== null || lastNumber(page, after) >= last, signal)
  },
  picture: async (number, signal) => {
    const reply = await fetch(snapshotPicturePath(revision, number), { signal })
    if (reply.status === 404) return null
    if (!reply.ok) throw new CallError(reply.status, 'internal', null)
    return decodeBoardPng(new Uint8Array(await reply.arrayBuffer()))
  },
})

const lastNumber = ({ flushes }: BoardLogPage, after: number) => flushes.at(-1)?.number ?? after
