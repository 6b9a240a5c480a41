import { useEffect, useRef } from 'react'

/** Runs an action when the component appears, once: a link that works once must not be sent twice. */
export function useOnce(action: () => void): void {
  const isStarted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    action()
  }, [])
}
