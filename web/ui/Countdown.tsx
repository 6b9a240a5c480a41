import { useEffect, useRef, useState } from 'react'
import { countdownText } from '../lib/countdown-text.ts'

type CountdownProps = {
  /** Milliseconds since 1970. */
  until: number
  onPassed: () => void
  className?: string | undefined
}

const SECOND_MS = 1000
/** Delay of `onPassed`, because the site's clock may be behind the reader's. */
const AFTER_MS = 500

/** Time left, updated each second; `onPassed` is called shortly after the end. */
export function Countdown({ until, onPassed, className }: CountdownProps) {
  const [now, setNow] = useState(Date.now)
  const latest = useRef(onPassed)
  latest.current = onPassed
  const left = until - now
  const hasPassed = left <= 0
  useEffect(() => {
    const timer = hasPassed
      ? setTimeout(() => latest.current(), AFTER_MS)
      : setTimeout(() => setNow(Date.now()), left % SECOND_MS || SECOND_MS)
    return () => clearTimeout(timer)
  }, [hasPassed, left])
  return (
    <time role="timer" className={className} dateTime={new Date(until).toISOString()}>
      {countdownText(left)}
    </time>
  )
}
