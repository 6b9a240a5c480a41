import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in whole CSS pixels, known before the first paint and kept while windows change. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(document.documentElement.clientWidth)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setWidth(Math.floor(measured.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
