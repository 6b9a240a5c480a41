import { useEffect, useRef, useState } from 'react'
import type { ChatLine } from '../../../../contract/socket/chat.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'

/** Screen readers read out at most this many of many new lines. */
const ANNOUNCED_MAX = 3

/** New lines of other members, for screen readers. */
export function useAnnouncements({ user, view }: ChatRoom): readonly ChatLine[] {
  const lastNumber = useRef<number | null>(null)
  const [announced, setAnnounced] = useState<readonly ChatLine[]>([])
  useEffect(() => {
    if (!view.entered) return
    const since = lastNumber.current
    lastNumber.current = view.lastNumber
    if (since === null) return
    const arrived = view.lines.filter(({ id, user: by }) => id > since && by.id !== user.id)
    if (arrived.length) setAnnounced((before) => [...before, ...arrived].slice(-ANNOUNCED_MAX))
  }, [view, user.id])
  return announced
}
