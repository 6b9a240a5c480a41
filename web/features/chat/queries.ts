import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { chatSearchReply, type ModerateBody, roomSettings, ticketReply } from '../../../contract/http/chat.ts'
import { ok } from '../../../contract/http/common.ts'
import { blockedReply } from '../../../contract/http/users.ts'
import { call } from '../../lib/call.ts'

/** A ticket for the sockets of a room. */
export async function takeTicket(channel: string): Promise<string> {
  return (await call(ticketReply, `/api/v2/chat/ticket?channel=${encodeURIComponent(channel)}`)).chatId
}

/** Whom one blocked and who blocked one: neither hears the other [2 §2 Chat]. */
export const blockedQuery = queryOptions({
  queryKey: ['fans', 'blocked', 'both'],
  queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
    const ids = new Set<number>()
    for (let cursor = '', done = false; !done; ) {
      const page = await call(blockedReply, `/api/v2/user/blocked?both=1&cursor=${cursor}`, undefined, signal)
      for (const id of page.items) ids.add(id)
      cursor = page.cursor
      done = page.done
    }
    return ids
  },
  staleTime: 60_000,
})

/** Keeps order in a room [2 §6]. */
export async function moderate(body: ModerateBody): Promise<void> {
  await call(ok, '/api/v2/chat/moderate', body)
}

export const roomSettingsQuery = (channel: string) =>
  queryOptions({
    queryKey: ['chat-settings', channel],
    queryFn: ({ signal }) =>
      call(roomSettings, `/api/v2/chat/settings?channel=${encodeURIComponent(channel)}`, undefined, signal),
  })

export const chatSearchQuery = (channel: string, query: string) =>
  infiniteQueryOptions({
    queryKey: ['chat-search', channel, query],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ channel, query, cursor: pageParam })
      return call(chatSearchReply, `/api/v2/chat/search?${asked}`, undefined, signal)
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.done ? undefined : page.cursor),
    enabled: query !== '',
  })

/** Reports a member for their profile, or what they say [2 §7]. */
export async function reportMember(user: number): Promise<void> {
  await call(ok, '/api/v2/report', { user })
}
