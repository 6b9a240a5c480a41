import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { BoardSession } from './board-session.ts'
import type { BoardState } from './board-state.ts'

/** The whiteboard, which one is at for as long as this part of the page is there. */
export function useBoardSession({ id }: CurrentUser): [BoardSession, BoardState] {
  const [session] = useState(() => new BoardSession(id))
  useEffect(() => session.enter(), [session])
  return [session, useSyncExternalStore(session.subscribe, session.state)]
}
