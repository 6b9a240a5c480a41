import { useEffect, useRef } from 'react'

/** Stands at the end of a list, and says when it comes within a screen of the window. */
export function EndInSight({ onSight }: { onSight: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made anew for every page
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && onSight(), { rootMargin: '100%' })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={mark} />
}
