import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { recordScroll } from '../../lib/scroll-speed.ts'

/** Rows from `first` to `end`, exclusive. */
export type Span = { first: number; end: number }

/** Offset of each row, with the total height at the end. */
export function offsetsOf(rows: readonly { height: number }[]): number[] {
  const offsets = [0]
  for (const row of rows) offsets.push((offsets.at(-1) ?? 0) + row.height)
  return offsets
}

/** Rows that intersect `from` to `to`, in pixels below the top of the first row. */
export function rowsBetween(offsets: readonly number[], from: number, to: number): Span {
  const rows = offsets.length - 1
  const first = Math.max(0, firstGreater(offsets, from) - 1)
  return { first: Math.min(first, rows), end: Math.min(rows, firstGreater(offsets, to)) }
}

/** Index of the first offset greater than `value`, by binary search. */
function firstGreater(offsets: readonly number[], value: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

type Viewport = {
  /** Top of the window, in pixels below the top of the first row. */
  from: number
  height: number
}

/** Rows in the window and within a screen of it. */
function rowsAround(offsets: readonly number[], { from, height }: Viewport): Span {
  return rowsBetween(offsets, from - height, from + 2 * height)
}

/**
 * Rows within a screen of the window. Row heights are computed, not measured, so that a change never forces a layout.
 * `top` is the offset of the first row in the document. Also records the scroll speed, by which tiles put off loading.
 */
export function useVisibleRows(rows: readonly { height: number }[], top: number): { offsets: number[]; span: Span } {
  const offsets = useMemo(() => offsetsOf(rows), [rows])
  // The top is known before the layout only where the list replaces a first paint, with the window near its top.
  const [knownTop] = useState(top)
  const [viewport, setViewport] = useState<Viewport>(() => ({ from: -top, height: top > 0 ? window.innerHeight : 0 }))
  const update = useEffectEvent(() => {
    const now = { from: window.scrollY - top, height: window.innerHeight }
    recordScroll(window.scrollY)
    setViewport((before) => (sameSpan(rowsAround(offsets, before), rowsAround(offsets, now)) ? before : now))
  })
  // Reading the scroll position forces a layout, in the first case in the task that shows the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `update` reads `top`
  useLayoutEffect(() => {
    if (top === 0 || top !== knownTop) update()
  }, [top])
  useEffect(() => {
    const onChange = () => update()
    onChange()
    addEventListener('scroll', onChange, { passive: true })
    addEventListener('resize', onChange)
    return () => {
      removeEventListener('scroll', onChange)
      removeEventListener('resize', onChange)
    }
  }, [])
  return { offsets, span: rowsAround(offsets, viewport) }
}

function sameSpan(one: Span, other: Span): boolean {
  return one.first === other.first && one.end === other.end
}
