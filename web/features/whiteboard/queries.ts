import { queryOptions } from '@tanstack/react-query'
import { boardHistoryReply } from '../../../contract/http/whiteboard.ts'
import { call } from '../../lib/call.ts'

/** The last slices that scrolled off the board, the latest first. */
export const boardHistoryQuery = queryOptions({
  queryKey: ['whiteboard-history'],
  queryFn: ({ signal }) => call(boardHistoryReply, '/api/v2/whiteboard/history', undefined, signal),
})
