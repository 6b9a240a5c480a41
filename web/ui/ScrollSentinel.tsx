import { useEffect, useRef } from 'react'

/** End marker of a list; reports when it comes within a screen of the window. Mount a new one for each page. */
export function ScrollSentinel({ onVisible }: { onVisible: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sentinel is mounted for every page
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onVisible(), { rootMargin: '100%' })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={mark} />
}
