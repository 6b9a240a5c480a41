import { useEffect, useMemo, useReducer, useState } from 'react'
import { fromWireTime } from '../../../../contract/time.ts'
import { chatMessages, refusalMessage } from '../../../lib/messages/chat.ts'
import type { Cooldown, RoomView } from './room-view.ts'

/** Returns the wait before the next line, caused by a mute or by the room's limits, or null. */
export function cooldownOf({ mutedUntil, cooldown, rules }: RoomView, now: number): Cooldown | null {
  const muted: Cooldown | null = mutedUntil ? { code: 'muted', until: fromWireTime(mutedUntil) } : null
  const isLifted = cooldown?.code === 'slow_mode' && rules.rules.slowSeconds === 0
  return [muted, isLifted ? null : cooldown].find((wait) => wait && wait.until > now) ?? null
}

const TICK_MS = 1000

/** Counts down a cooldown: the shown message, and an announcement for screen readers at its start and end. */
export function useCooldown(view: RoomView): { message: string | null; announcement: string } {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const now = Date.now()
  const { code, until } = cooldownOf(view, now) ?? {}
  const isWaiting = until !== undefined
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  const [hasWaited, setWaited] = useState(false)
  if (isWaiting && !hasWaited) setWaited(true)
  const messageAt = (at: number) => (code && until ? refusalMessage(code, Math.ceil((until - at) / 1000)) : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once per wait, not at every tick
  const startMessage = useMemo(() => messageAt(now), [code, until])
  return { message: messageAt(now), announcement: startMessage ?? (hasWaited ? chatMessages.cooldownOver : '') }
}
