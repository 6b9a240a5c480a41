import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SketchThumb } from '../../../contract/http/sketch-page.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { arrangeStrip, maxStripHeight, rowsHeight } from './row-layout.ts'
import { RowTile } from './SketchTile.tsx'
import styles from './StripRows.module.css'

/** Sizes of placeholder tiles. */
const PLACEHOLDERS = [1.33, 0.8, 1.4, 1, 1.5, 0.75, 1.25, 0.85, 1.33, 1, 1.1, 0.8, 1.4, 1, 1.33, 0.75].map((ratio) => ({
  width: ratio,
  height: 1,
}))

type StripRowsProps = {
  /** Accessible name. */
  title: string
  /** Placeholders are shown while it is undefined. */
  sketches: readonly SketchThumb[] | undefined
  /** Name of the list in addresses, for its previous and next links. */
  list?: string
}

/** At most two full rows of a list. Later data keeps the height of the first, so that nothing below moves. */
export function StripRows({ title, list, sketches }: StripRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, title)
  const firstLayout = useRef({ width: 0, height: 0 })
  const rows = useMemo(() => {
    const keepsHeight = firstLayout.current.width === width
    const rows = arrangeStrip(sketches ?? PLACEHOLDERS, width, keepsHeight ? firstLayout.current.height : undefined)
    if (sketches && !keepsHeight) firstLayout.current = { width, height: Math.ceil(rowsHeight(rows)) }
    return rows
  }, [sketches, width])
  return (
    <div ref={box} style={{ height: firstLayout.current.height || maxStripHeight(width) }}>
      {rows.map((row) => (
        <ul key={row.boxes[0]?.index} className={styles.row} aria-label={title}>
          {row.boxes.map((tileBox) => {
            const sketch = sketches?.[tileBox.index]
            return (
              <li key={sketch?.id ?? tileBox.index} style={{ width: tileBox.width }}>
                {sketch ? (
                  <RowTile sketch={sketch} to={sketchAddress(sketch.id, list)} box={tileBox} />
                ) : (
                  <Skeleton width={tileBox.width} height={tileBox.height} />
                )}
              </li>
            )
          })}
        </ul>
      ))}
    </div>
  )
}

const measured = new Map<string, { window: number; width: number }>()

/**
 * Width before it is measured: that of the first paint, or the last in a window of this width, because after going back
 * the document has its full height at once.
 */
function knownWidth(name: string): number | undefined {
  const first = document.querySelector('[data-first-rows=placed]')
  if (first) return wholeWidth(first)
  const last = measured.get(name)
  return last?.window === document.documentElement.clientWidth ? last.width : undefined
}

const wholeWidth = (element: Element) => Math.floor(element.getBoundingClientRect().width)

/**
 * Width of an element in whole CSS pixels, known before the first paint and updated on resizing. Remembered under
 * `name`.
 */
function useWidth(element: RefObject<HTMLElement | null>, name: string): number {
  const [known] = useState(() => knownWidth(name))
  const [width, setWidth] = useState(() => known ?? document.documentElement.clientWidth)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    let shown = known
    const measure = () => {
      const width = wholeWidth(box)
      measured.set(name, { window: document.documentElement.clientWidth, width })
      if (width === shown) return
      shown = width
      // Before the paint. It also runs all effects of the page, so a known width is not set again.
      flushSync(() => setWidth(width))
    }
    // Measuring here would force a layout in the task that shows the page. The observer measures before the paint, too.
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element, name, known])
  return width
}
