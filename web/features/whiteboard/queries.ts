import { queryOptions } from '@tanstack/react-query'
import { pixelsOf } from '../../../contract/board/picture.ts'
import { ok } from '../../../contract/http/common.ts'
import {
  boardHistoryReply,
  boardLogPage,
  boardLogPagePath,
  boardLogReply,
  type DrawPolicy,
  snapshotPicturePath,
} from '../../../contract/http/whiteboard.ts'
import { CallError, call } from '../../lib/call.ts'
import type { LogReading } from './time-lapse-player.ts'

/** The last slices that scrolled off the board, the latest first. */
export const boardHistoryQuery = queryOptions({
  queryKey: ['whiteboard-history'],
  queryFn: ({ signal }) => call(boardHistoryReply, '/api/v2/whiteboard/history', undefined, signal),
})

/** What the log of the last day holds. It stays as it was read for as long as it is looked at, and is read anew after that. */
export const boardLogQuery = queryOptions({
  queryKey: ['whiteboard-log'],
  queryFn: ({ signal }) => call(boardLogReply, '/api/v2/whiteboard/log', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Says who may draw, for staff. */
export async function orderBoard(order: DrawPolicy): Promise<void> {
  await call(ok, '/api/v2/whiteboard/order', order)
}

/** Reads the parts of a log of a revision. */
export const readingOf = (revision: number): LogReading => ({
  page: (after, signal) => call(boardLogPage, boardLogPagePath(revision, after), undefined, signal),
  picture: async (number, signal) => {
    const reply = await fetch(snapshotPicturePath(revision, number), { signal })
    if (reply.status === 404) return null
    if (!reply.ok) throw new CallError(reply.status, 'internal', null)
    return pixelsOf(new Uint8Array(await reply.arrayBuffer()))
  },
})
