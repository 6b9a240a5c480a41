import { useEffect, useState } from 'react'
import { Progress } from '../../ui/Progress.tsx'
import type { ShiftClock } from './session/board-state.ts'
import { minutesAndSeconds, shiftProgress } from './session/board-state.ts'
import styles from './Whiteboard.module.css'

const SECOND_MS = 1000

export function ShiftProgress({ clock }: { clock: ShiftClock }) {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(performance.now()), SECOND_MS)
    return () => clearInterval(ticking)
  }, [])
  const { drawnMs, runs } = shiftProgress(clock, Math.max(now, clock.at))
  const [drawn, of] = [drawnMs, clock.intervalMs].map((ms) => Math.round(ms / SECOND_MS)) as [number, number]
  return <Progress label={<ShiftLabel seconds={of - drawn} runs={runs} />} value={drawn} max={of} />
}

/** "Board moves on in 0:42", or "after 0:42 more drawing" while nobody draws. */
function ShiftLabel({ seconds, runs }: { seconds: number; runs: boolean }) {
  const rest = minutesAndSeconds(seconds)
  return runs ? (
    <>
      <span className={styles.wideOnly}>Board moves on in </span>
      {rest}
    </>
  ) : (
    <>
      <span className={styles.wideOnly}>Board moves on after </span>
      {rest}
      <span className={styles.wideOnly}> more drawing</span>
    </>
  )
}
