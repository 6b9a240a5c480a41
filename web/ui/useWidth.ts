import { type RefObject, useLayoutEffect, useState } from 'react'

const measured = new Map<string, { window: number; width: number }>()

/** In a window as wide as it was, the width of last time: going back, the document is as high as it was at once. */
function expected(name: string): number {
  const { clientWidth } = document.documentElement
  const last = measured.get(name)
  return last?.window === clientWidth ? last.width : clientWidth
}

/** The width of an element of that name in whole CSS pixels, known before the first paint and kept while windows change. */
export function useWidth(element: RefObject<HTMLElement | null>, name: string): number {
  const [width, setWidth] = useState(() => expected(name))
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => {
      const width = Math.floor(box.getBoundingClientRect().width)
      measured.set(name, { window: document.documentElement.clientWidth, width })
      setWidth(width)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, name])
  return width
}
