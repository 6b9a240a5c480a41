import { useEffect, useRef } from 'react'

/** Runs an action once when the component is mounted, for example to use a link that works only once. */
export function useOnce(action: () => void): void {
  const isStarted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    action()
  }, [])
}
