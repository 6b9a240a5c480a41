import { useEffect, useMemo, useReducer, useState } from 'react'
import { chatMessages, refusalMessage } from '../../lib/messages/chat.ts'
import type { RoomView } from './room-view.ts'
import { waitIn } from './wait.ts'

const TICK_MS = 1000

/** What is shown while one may say nothing, counting down, and what a screen reader hears of it: its begin and its end. */
export function useWait(view: RoomView): { shown: string | null; heard: string } {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const now = Date.now()
  const { code, until } = waitIn(view, now) ?? {}
  const waits = until !== undefined
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [waits])
  const [waited, setWaited] = useState(false)
  if (waits && !waited) setWaited(true)
  const words = (at: number) => (code && until ? refusalMessage(code, Math.ceil((until - at) / 1000)) : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once of each wait, not at every tick
  const begun = useMemo(() => words(now), [code, until])
  return { shown: words(now), heard: begun ?? (waited ? chatMessages.waited : '') }
}
