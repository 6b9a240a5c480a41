import { useLayoutEffect, useMemo, useState } from 'react'

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

/**
 * The rows within a screen of the window, as it scrolls; row heights are known, so nothing is measured. `top` is where
 * the first row begins in the document.
 */
export function useRowsInSight(rows: readonly { height: number }[], top: number): { offsets: number[]; span: Span } {
  const offsets = useMemo(() => offsetsOf(rows), [rows])
  const [span, setSpan] = useState<Span>({ first: 0, end: 0 })
  useLayoutEffect(() => {
    const look = () => {
      const from = window.scrollY - top
      const now = rowsBetween(offsets, from - window.innerHeight, from + 2 * window.innerHeight)
      setSpan((before) => (before.first === now.first && before.end === now.end ? before : now))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [offsets, top])
  return { offsets, span }
}
