import { useEffect, useState } from 'react'
import { Progress } from '../../ui/Progress.tsx'
import type { ShiftClock } from './board-state.ts'
import { shiftLabel, shiftProgress } from './shift-clock.ts'

const SECOND_MS = 1000

/** How long it is until the board moves left [2 §2 Whiteboard]. */
export function ShiftProgress({ clock }: { clock: ShiftClock }) {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(performance.now()), SECOND_MS)
    return () => clearInterval(ticking)
  }, [])
  const { drawnMs, runs } = shiftProgress(clock, Math.max(now, clock.at))
  const [drawn, of] = [drawnMs, clock.ofMs].map((ms) => Math.round(ms / SECOND_MS)) as [number, number]
  return <Progress label={shiftLabel(of - drawn, runs)} value={drawn} max={of} />
}
