import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { blockedQuery } from './queries.ts'
import { type Room, type RoomState, roomOf } from './room.ts'
import { nameOf, shownTo, unreadOf } from './room-view.ts'

/** A room as a part of the page shows it to a member: what blocked members say, and they themselves, left out. */
export type ShownRoom = RoomState & {
  room: Room
  /** What it is called. */
  name: string
  user: CurrentUser
  unread: number
}

const NOBODY: ReadonlySet<number> = new Set()

/** A room that one is in for as long as this part of the page is there. */
export function useRoom(channel: string, user: CurrentUser): ShownRoom {
  const room = roomOf(channel, user.id)
  useEffect(() => room.enter(), [room])
  const { view, connection } = useSyncExternalStore(room.subscribe, room.state, room.state)
  const { data: blocked = NOBODY } = useQuery(blockedQuery)
  return useMemo(() => {
    const unread = unreadOf(view, user.id, blocked)
    return { room, name: nameOf(channel, view), user, connection, unread, view: shownTo(view, blocked) }
  }, [room, channel, user, view, connection, blocked])
}

/** Takes what comes as looked at while the page is in sight. */
export function useLookedAt({ room, view }: ShownRoom): void {
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && room.markSeen()
    if (view.number) look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [room, view.number])
}
