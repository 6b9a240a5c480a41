import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { noteScroll } from '../../lib/scroll-speed.ts'

/** Rows from `first` up to, not including, `end`. */
export type Span = { first: number; end: number }

/** Where each row begins, with the whole height at the end. */
export function offsetsOf(rows: readonly { height: number }[]): number[] {
  const offsets = [0]
  for (const row of rows) offsets.push((offsets.at(-1) ?? 0) + row.height)
  return offsets
}

/** The rows that touch the stretch from `from` to `to`, in pixels below the first row's top. */
export function rowsBetween(offsets: readonly number[], from: number, to: number): Span {
  const rows = offsets.length - 1
  const first = Math.max(0, firstAbove(offsets, from) - 1)
  return { first: Math.min(first, rows), end: Math.min(rows, firstAbove(offsets, to)) }
}

/** The index of the first offset that is greater than `value`, by halving. */
function firstAbove(offsets: readonly number[], value: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** What the window shows: its top in pixels below the first row's, and its height. */
type Sight = { from: number; height: number }

/** The rows in sight, and those within a screen of it. */
function rowsAround(offsets: readonly number[], { from, height }: Sight): Span {
  return rowsBetween(offsets, from - height, from + 2 * height)
}

/**
 * The rows within a screen of the window, as it scrolls; row heights are known, so nothing is measured, and rows that
 * come or change do not make the browser lay out the page to ask where the window is. `top` is where the first row
 * begins in the document.
 */
export function useVisibleRows(rows: readonly { height: number }[], top: number): { offsets: number[]; span: Span } {
  const offsets = useMemo(() => offsetsOf(rows), [rows])
  const [sight, setSight] = useState<Sight>({ from: 0, height: 0 })
  const look = useEffectEvent(() => {
    const now = { from: window.scrollY - top, height: window.innerHeight }
    noteScroll(window.scrollY)
    setSight((before) => (sameSpan(rowsAround(offsets, before), rowsAround(offsets, now)) ? before : now))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has moved when its top has
  useLayoutEffect(() => look(), [top])
  useEffect(() => {
    const listen = () => look()
    addEventListener('scroll', listen, { passive: true })
    addEventListener('resize', listen)
    return () => {
      removeEventListener('scroll', listen)
      removeEventListener('resize', listen)
    }
  }, [])
  return { offsets, span: rowsAround(offsets, sight) }
}

function sameSpan(one: Span, other: Span): boolean {
  return one.first === other.first && one.end === other.end
}
