import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  chatSearchReply,
  type closeRoomBody,
  type HandOverBody,
  type ModerateBody,
  type RoomSettingsReply,
  roomReply,
  roomSettingsReply,
} from '../../../contract/http/chat.ts'
import { ok } from '../../../contract/http/common.ts'
import type { chatLineReportBody } from '../../../contract/http/reports.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

export const roomSettingsQuery = (channel: string) =>
  queryOptions({
    queryKey: ['chat-settings', channel],
    queryFn: ({ signal }) =>
      call(roomSettingsReply, `/api/v2/chat/settings?channel=${encodeURIComponent(channel)}`, undefined, signal),
  })

/** Says whether a room exists. Read each time, because it may be created or closed at any moment. */
export const roomQuery = (channel: string) =>
  queryOptions({
    queryKey: ['chat-room', channel],
    queryFn: ({ signal }) =>
      call(roomReply, `/api/v2/chat/room?channel=${encodeURIComponent(channel)}`, undefined, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useHandOver = () =>
  useMutation({ mutationFn: (body: HandOverBody) => call(ok, '/api/v2/chat/handOver', body) })

export const useCloseRoom = () =>
  useMutation({ mutationFn: (body: z.input<typeof closeRoomBody>) => call(ok, '/api/v2/chat/close', body) })

export const chatSearchQuery = (channel: string, query: string) =>
  pagedQuery({
    queryKey: ['chat-search', channel, query],
    read: (cursor, signal) =>
      call(chatSearchReply, withParams('/api/v2/chat/search', { channel, query, cursor }), undefined, signal),
    enabled: query !== '',
  })

/** Acts that change the lists of the settings. */
const CHANGES_LISTS: ReadonlySet<ModerateBody['action']> = new Set([
  'mute',
  'unmute',
  'appoint',
  'dismiss',
  'exclude',
  'readmit',
])

export function useModerate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ModerateBody) => call(ok, '/api/v2/chat/moderate', body),
    onSuccess: (_, body) => {
      const { queryKey } = roomSettingsQuery(body.channel)
      if (CHANGES_LISTS.has(body.action)) return client.invalidateQueries({ queryKey })
      if (body.action === 'settings')
        client.setQueryData<RoomSettingsReply>(
          queryKey,
          (before) => before && { ...before, rules: body.rules, words: body.words },
        )
    },
  })
}

export const useReportLine = () =>
  useMutation({
    mutationFn: (report: z.input<typeof chatLineReportBody>) => call(ok, '/api/v2/report', report),
  })
