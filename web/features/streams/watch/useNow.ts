import { useEffect, useState } from 'react'

/** The page's clock (`performance.now()`), read again each second. */
export function useNow(): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
