import { useEffect, useRef } from 'react'
import styles from './Sheet.module.css'

/** How loud it is, as it changes; those who do not see it hear themselves. */
export function LevelMeter({ level }: { level: () => number }) {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let frame = 0
    const draw = () => {
      bar.current?.style.setProperty('--level', String(Math.min(1, level())))
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [level])
  return (
    <span className={styles.meter} role="img" aria-label="Microphone level">
      <span ref={bar} />
    </span>
  )
}
