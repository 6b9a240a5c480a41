import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { afterScrollRestored } from '../../lib/first-scroll.ts'
import type { Row } from './row-layout.ts'
import { rowsBetween } from './visible-rows.ts'

const REST_MS = 200
/** The sticky header covers the top of the window. */
const HEADER = 56

/** Scrolls to a sketch once its list has loaded, unless the window has scrolled. */
export function useInitialScroll(
  startAt: number | undefined,
  sketches: readonly { id: number }[],
  rows: readonly Row[],
  offsets: readonly number[],
  top: number,
): void {
  const isPending = useRef(Boolean(startAt))
  useLayoutEffect(() => {
    if (!isPending.current || sketches.length === 0 || top === 0) return
    return afterScrollRestored(() => {
      isPending.current = false
      const index = sketches.findIndex(({ id }) => id === startAt)
      if (index > 0 && window.scrollY === 0) scrollToItem(index, rows, offsets, top)
    })
  }, [startAt, sketches, rows, offsets, top])
}

/** Scrolls the row of an item to the top of the window; does nothing for the first row, or if there is no such item. */
export function scrollToItem(index: number, rows: readonly Row[], offsets: readonly number[], top: number): void {
  const row = rows.findIndex(({ boxes }) => boxes.some((box) => box.index === index))
  if (row > 0) window.scrollTo({ top: top + (offsets[row] ?? 0) - HEADER, behavior: 'instant' })
}

/** Reports the first sketch of the row at the top of the window when scrolling stops. */
export function useScrollPosition(
  onPlace: ((index: number) => void) | undefined,
  rows: readonly Row[],
  offsets: readonly number[],
  top: number,
): void {
  const report = useEffectEvent(() => {
    const at = window.scrollY + HEADER - top
    const { first } = rowsBetween(offsets, at, at + 1)
    onPlace?.(at <= 0 ? 0 : (rows[first]?.boxes[0]?.index ?? 0))
  })
  useEffect(() => {
    let rest = 0
    const later = () => {
      clearTimeout(rest)
      rest = window.setTimeout(report, REST_MS)
    }
    addEventListener('scroll', later, { passive: true })
    return () => {
      clearTimeout(rest)
      removeEventListener('scroll', later)
    }
  }, [])
}
