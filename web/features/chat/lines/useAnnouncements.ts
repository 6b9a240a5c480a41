import { useEffect, useRef, useState } from 'react'
import type { ChatLine } from '../../../../contract/socket/chat.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'

/** Screen readers read out at most this many of many new lines. */
const SPOKEN_MAX = 3

/** New lines of other members, for screen readers. */
export function useAnnouncements({ user, view }: ChatRoom): readonly ChatLine[] {
  const heard = useRef<number | null>(null)
  const [spoken, setSpoken] = useState<readonly ChatLine[]>([])
  useEffect(() => {
    if (!view.entered) return
    const since = heard.current
    heard.current = view.number
    if (since === null) return
    const came = view.lines.filter(({ id, user: by }) => id > since && by.id !== user.id)
    if (came.length) setSpoken((before) => [...before, ...came].slice(-SPOKEN_MAX))
  }, [view, user.id])
  return spoken
}
