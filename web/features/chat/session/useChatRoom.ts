import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { FoundPerson } from '../../../../contract/http/users.ts'
import { useLiveSession } from '../../../lib/live-session.ts'
import { useBlocked } from '../../users/blocked.ts'
import { peopleQuery } from '../../users/people.ts'
import { type ChatSession, type ChatState, chatSessionOf } from './chat-session.ts'
import { membersToFind, roomName, unreadCount, withoutBlockedMembers, withPeople } from './room-view.ts'

export type ChatRoom = ChatState & {
  session: ChatSession
  name: string
  user: CurrentUser
  unread: number
}

const NAMED_AS_STORED: ReadonlyMap<number, FoundPerson> = new Map()

/** Keeps a member in a room while the component is mounted. */
export function useChatRoom(channel: string, user: CurrentUser): ChatRoom {
  const session = chatSessionOf(channel, user.id)
  const { view, connection } = useLiveSession(session)
  const blocked = useBlocked()
  const members = membersToFind(view)
  const { data: people = NAMED_AS_STORED } = useQuery({
    ...peopleQuery(members),
    enabled: members.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => {
    const unread = unreadCount(view, user.id, blocked)
    return {
      session,
      name: roomName(channel, view),
      user,
      connection,
      unread,
      view: withoutBlockedMembers(withPeople(view, people), blocked),
    }
  }, [session, channel, user, view, connection, blocked, people])
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
