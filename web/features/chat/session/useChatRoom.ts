import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import { useLiveSession } from '../../../lib/live-session.ts'
import { blockedQuery } from '../queries.ts'
import { type ChatSession, type ChatState, chatSessionOf } from './chat-session.ts'
import { roomName, unreadCount, withoutBlockedMembers } from './room-view.ts'

export type ChatRoom = ChatState & {
  session: ChatSession
  name: string
  user: CurrentUser
  unread: number
}

const NO_ONE: ReadonlySet<number> = new Set()

/** Keeps a member in a room while the component is mounted. */
export function useChatRoom(channel: string, user: CurrentUser): ChatRoom {
  const session = chatSessionOf(channel, user.id)
  const { view, connection } = useLiveSession(session)
  const { data: blocked = NO_ONE } = useQuery(blockedQuery)
  return useMemo(() => {
    const unread = unreadCount(view, user.id, blocked)
    return {
      session,
      name: roomName(channel, view),
      user,
      connection,
      unread,
      view: withoutBlockedMembers(view, blocked),
    }
  }, [session, channel, user, view, connection, blocked])
}

/** Marks lines as seen while the page is visible. */
export function useMarkSeen({ session, view }: ChatRoom): void {
  useEffect(() => {
    const mark = () => document.visibilityState === 'visible' && session.markSeen()
    if (view.lastNumber) mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [session, view.lastNumber])
}
