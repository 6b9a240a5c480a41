import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SketchItem } from '../../../contract/http/sketch.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { useChoice } from '../../lib/choices.ts'
import { useKeys } from '../../lib/keys.ts'
import { messages } from '../../lib/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { arrangeGrid, arrangeRows, type Box, type GalleryLayout } from './arrange.ts'
import styles from './Gallery.module.css'
import { usePlaceAtRest, useStartAt } from './place.ts'
import { useRowsInSight } from './rows-in-sight.ts'
import { GridTile, RowTile } from './SketchTile.tsx'

const LoadMore = lazy(async () => ({ default: (await import('./LoadMore.tsx')).LoadMore }))

export type GalleryProps<T extends SketchItem> = {
  sketches: readonly T[]
  layout: GalleryLayout
  /** Names the list. */
  label: string
  /** The list's name in addresses, so that one can go on in it from sketch to sketch (contract/list-name.ts). */
  list?: string
  hasMore: boolean
  failed: boolean
  /** Something is being read already; it is asked for more afterwards. */
  busy: boolean
  onMore: () => void
  /** The sketch to begin at, where the window is still at the top. */
  startAt?: number
  /** Hears which sketch is at the top of the window once scrolling has come to rest. */
  onPlace?: (index: number) => void
  /** Draws a tile of the list's own in rows. */
  tile?: (sketch: T, box: Box) => React.ReactNode
}

/** Ratios of the tiles that stand in for sketches which are on their way. */
const COMING = [...Array(3)]
  .flatMap(() => [1.33, 0.8, 1, 1.4, 0.75, 1.5, 1, 1.25, 0.7])
  .map((ratio) => ({ width: ratio, height: 1 }))

/** A wall of sketches that fills the width; only the rows near the window are in the document. */
export function Gallery<T extends SketchItem>(props: GalleryProps<T>) {
  const { sketches, layout, label, list: name, hasMore, failed, busy, onMore, startAt, onPlace, tile } = props
  const list = useRef<HTMLUListElement>(null)
  const { width, top } = usePlace(list)
  const byButton = useChoice('more-by-button')
  const ahead = hasMore && !failed && !byButton
  const rows = useMemo(() => {
    const pictures = ahead || (busy && hasMore) ? [...sketches, ...COMING] : sketches
    return (layout === 'grid' ? arrangeGrid : arrangeRows)(pictures, width)
  }, [sketches, layout, width, ahead, busy, hasMore])
  const { offsets, span } = useRowsInSight(rows, top)
  const height = offsets.at(-1) ?? 0
  const known = useMemo(() => {
    const coming = rows.findIndex(({ boxes }) => boxes.some(({ index }) => index >= sketches.length))
    return coming === -1 ? rows.length : coming
  }, [rows, sketches])
  useStartAt(startAt, sketches, rows, offsets, top)
  usePlaceAtRest(onPlace, rows, offsets, top)
  useKeys({ m: ahead && !busy ? onMore : undefined })
  useMoreAhead(ahead && !busy, onMore, rows.length, (offsets[known] ?? 0) - (offsets[span.end] ?? 0))
  return (
    <>
      <ul ref={list} className={styles.list} style={{ height }} aria-label={label} data-tiles>
        {rows.slice(span.first, span.end).flatMap((row, index) =>
          row.boxes.map((box) => (
            <Place
              key={sketches[box.index]?.id ?? `coming ${box.index}`}
              box={box}
              top={offsets[span.first + index] ?? 0}
            >
              <Tile sketch={sketches[box.index]} box={box} layout={layout} list={name} tile={tile} />
            </Place>
          )),
        )}
      </ul>
      {ahead && <Hidden role="status">Loading</Hidden>}
      <Suspense>
        {byButton && !failed && (
          <LoadMore list={list} count={sketches.length} hasMore={hasMore} busy={busy} onMore={onMore} />
        )}
      </Suspense>
      {failed && (
        <p role="alert" className={styles.failed}>
          {messages.listFailed}
          <Button onClick={onMore}>Retry</Button>
        </p>
      )}
    </>
  )
}

function Place({ box, top, children }: { box: Box; top: number; children: React.ReactNode }) {
  return (
    <li className={styles.place} style={{ transform: `translate(${box.left}px, ${top}px)`, width: box.width }}>
      {children}
    </li>
  )
}

type TileProps<T extends SketchItem> = Pick<GalleryProps<T>, 'layout' | 'list' | 'tile'> & {
  sketch: T | undefined
  box: Box
}

function Tile<T extends SketchItem>({ sketch, box, layout, list, tile }: TileProps<T>) {
  if (!sketch) return <Skeleton width={box.width} height={box.height} />
  if (tile) return tile(sketch, box)
  const to = sketchAddress(sketch.id, list)
  return layout === 'grid' ? (
    <GridTile sketch={sketch} to={to} side={box.width} />
  ) : (
    <RowTile sketch={sketch} to={to} box={box} />
  )
}

/** Where the list stands in the document, known before the first paint and kept while windows change. */
function usePlace(list: React.RefObject<HTMLElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: document.documentElement.clientWidth, top: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () =>
      setPlace((before) => {
        const { width, top } = element.getBoundingClientRect()
        const now = { width: Math.floor(width), top: Math.round(top + window.scrollY) }
        return now.width === before.width && now.top === before.top ? before : now
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element.parentElement ?? element)
    return () => observer.disconnect()
  }, [list])
  return place
}

/** Asks for more while less than a screen of sketches is left below the rows that are drawn, two below the window. */
function useMoreAhead(wanted: boolean, onMore: () => void, rows: number, below: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every row that comes or goes is a reason to look again
  useEffect(() => {
    if (wanted && below < window.innerHeight) onMore()
  }, [wanted, rows, below])
}
