import { type RefObject, useEffect } from 'react'

/** Has toasts stand above what sticks to the foot of the window, as high as it is. */
export function useToastsAbove(foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = foot
    if (!current) return
    const { style } = document.body
    const measure = () => style.setProperty('--composer', `${current.offsetHeight}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--composer')
    }
  }, [foot])
}
