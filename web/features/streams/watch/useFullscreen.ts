import { type RefObject, useEffect, useState } from 'react'

/** Whether an element fills the screen, and what changes that; null where a browser cannot. */
export function useFullscreen(element: RefObject<HTMLElement | null>): { isFull: boolean; toggle: () => void } | null {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  if (!document.fullscreenEnabled) return null
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(() => undefined)
  return { isFull, toggle }
}
