import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  chatSearchReply,
  type ModerateBody,
  type RoomSettingsReply,
  roomSettingsReply,
} from '../../../contract/http/chat.ts'
import { ok } from '../../../contract/http/common.ts'
import { call } from '../../lib/call.ts'
import { pagedQuery, withParams } from '../../lib/paged-query.ts'

export const roomSettingsQuery = (channel: string) =>
  queryOptions({
    queryKey: ['chat-settings', channel],
    queryFn: ({ signal }) =>
      call(roomSettingsReply, `/api/v2/chat/settings?channel=${encodeURIComponent(channel)}`, undefined, signal),
  })

export const chatSearchQuery = (channel: string, query: string) =>
  pagedQuery({
    queryKey: ['chat-search', channel, query],
    read: (cursor, signal) =>
      call(chatSearchReply, withParams('/api/v2/chat/search', { channel, query, cursor }), undefined, signal),
    enabled: query !== '',
  })

export function useModerate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ModerateBody) => call(ok, '/api/v2/chat/moderate', body),
    onSuccess: (_, body) => {
      const { queryKey } = roomSettingsQuery(body.channel)
      if (body.action === 'unmute') return client.invalidateQueries({ queryKey })
      if (body.action === 'settings')
        client.setQueryData<RoomSettingsReply>(
          queryKey,
          (before) => before && { ...before, rules: body.rules, words: body.words },
        )
    },
  })
}
