import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SketchItem } from '../../../contract/http/sketches.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { usePreference } from '../../lib/preferences.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Hidden } from '../../ui/Hidden.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Gallery.module.css'
import { incrementalRows } from './incremental-rows.ts'
import { LoadMore } from './LoadMore.tsx'
import { arrangeGrid, type Box, type GalleryLayout, withoutIncompleteRow } from './row-layout.ts'
import { GridTile, RowTile } from './SketchTile.tsx'
import { scrollToItem, useInitialScroll, useScrollPosition } from './scroll-position.ts'
import { useVisibleRows } from './visible-rows.ts'

type GalleryPicture = { id: number; width: number; height: number }

type TileGalleryProps<T extends GalleryPicture> = {
  sketches: readonly T[]
  layout: GalleryLayout
  /** Accessible name. */
  label: string
  hasMore: boolean
  failed: boolean
  busy: boolean
  onMore: () => void
  /** Id of the sketch to scroll to, while the window is at its top. */
  initialSketchId?: number
  /** Called with the index of the sketch at the top of the window when scrolling stops. */
  onPositionChange?: (index: number) => void
  /** Renders a tile; kept between renders. */
  tile: (sketch: T, box: Box) => React.ReactNode
  /** Renders a square tile before the sketches. */
  lead?: (box: Box) => React.ReactNode
}

export type GalleryProps<T extends SketchItem> = Omit<TileGalleryProps<T>, 'tile'> & {
  /** Name of the list in addresses, for its previous and next links (contract/list-name.ts). */
  list?: string
  /** Renders a tile in rows, in place of the usual one. */
  tile?: TileGalleryProps<T>['tile']
}

/** Place of the lead tile. */
const LEAD = { id: 0, width: 1, height: 1 }

/** Sizes of placeholder tiles. */
const PLACEHOLDERS = [...Array(3)]
  .flatMap(() => [1.33, 0.8, 1, 1.4, 0.75, 1.5, 1, 1.25, 0.7])
  .map((ratio) => ({ width: ratio, height: 1 }))

/** Gallery of sketches with the usual tiles. */
export function Gallery<T extends SketchItem>({ list, tile, ...rest }: GalleryProps<T>) {
  const { layout } = rest
  const usualTile = useCallback(
    (sketch: T, box: Box) => {
      const to = sketchAddress(sketch.id, list)
      return layout === 'grid' ? (
        <GridTile sketch={sketch} to={to} side={box.width} />
      ) : (
        <RowTile sketch={sketch} to={to} box={box} />
      )
    },
    [list, layout],
  )
  return <TileGallery {...rest} tile={tile ?? usualTile} />
}

/** Virtualised gallery of the full width; only the rows near the window are mounted. */
export function TileGallery<T extends GalleryPicture>(props: TileGalleryProps<T>) {
  const { sketches, layout, label, hasMore, failed, busy, onMore, initialSketchId, onPositionChange, tile, lead } =
    props
  const leads = lead ? 1 : 0
  const pictures = useMemo(() => (leads ? [LEAD, ...sketches] : sketches), [leads, sketches])
  const list = useRef<HTMLUListElement>(null)
  const { width, top } = useListBounds(list)
  const usesButton = usePreference('more-by-button')
  const loadsAhead = hasMore && !failed && !usesButton
  const [arrangeRows] = useState(incrementalRows)
  const rows = useMemo(() => {
    const placeholders = loadsAhead || (busy && hasMore) ? PLACEHOLDERS : []
    const rows =
      layout === 'grid'
        ? arrangeGrid([...pictures, ...placeholders], width)
        : arrangeRows(pictures, placeholders, width)
    return hasMore && placeholders.length === 0 ? withoutIncompleteRow(rows, width) : rows
  }, [pictures, layout, width, loadsAhead, busy, hasMore, arrangeRows])
  const { offsets, span } = useVisibleRows(rows, top)
  const height = offsets.at(-1) ?? 0
  const loadedRows = useMemo(() => {
    const firstPlaceholder = rows.findIndex(({ boxes }) => boxes.some(({ index }) => index >= pictures.length))
    return firstPlaceholder === -1 ? rows.length : firstPlaceholder
  }, [rows, pictures])
  useInitialScroll(initialSketchId, pictures, rows, offsets, top)
  useScrollPosition((index) => onPositionChange?.(Math.max(0, index - leads)), rows, offsets, top)
  useShortcuts({ m: loadsAhead && !busy ? onMore : undefined })
  useLoadAhead(loadsAhead && !busy, onMore, rows.length, (offsets[loadedRows] ?? 0) - (offsets[span.end] ?? 0))
  return (
    <>
      <ul
        ref={list}
        className={styles.list}
        style={{ height }}
        aria-label={label}
        data-tiles
        data-loads-more={loadsAhead || undefined}
      >
        {rows.slice(span.first, span.end).flatMap((row, index) =>
          row.boxes.map((box) => {
            const sketch = sketches[box.index - leads]
            return (
              <GalleryItem
                key={sketch?.id ?? `placeholder ${box.index}`}
                sketch={sketch}
                box={box}
                top={offsets[span.first + index] ?? 0}
                tile={tile}
                lead={box.index < leads ? lead : undefined}
              />
            )
          }),
        )}
      </ul>
      {loadsAhead && <Hidden role="status">Loading</Hidden>}
      {usesButton && !failed && (
        <LoadMore
          count={sketches.length}
          shown={(rows[loadedRows - 1]?.boxes.at(-1)?.index ?? -1) + 1}
          reveal={(index) => {
            const item = list.current?.querySelector(`[aria-posinset="${index + 1}"]`)
            if (!item) scrollToItem(index, rows, offsets, top)
            return item
          }}
          hasMore={hasMore}
          busy={busy}
          onMore={onMore}
        />
      )}
      {failed && <LoadFailure onRetry={onMore} />}
    </>
  )
}

type TileProps<T extends GalleryPicture> = Pick<TileGalleryProps<T>, 'tile' | 'lead'> & {
  sketch: T | undefined
  box: Box
}

type GalleryItemProps<T extends GalleryPicture> = TileProps<T> & { top: number }

/** Memoised, so that scrolling a row in or out renders only that row. */
const GalleryItem = memo(function GalleryItem<T extends GalleryPicture>({ top, ...tile }: GalleryItemProps<T>) {
  const { left, width, index } = tile.box
  return (
    <li
      className={styles.item}
      style={{ transform: `translate(${left}px, ${top}px)`, width }}
      aria-posinset={index + 1}
      aria-setsize={-1}
    >
      <Tile {...tile} />
    </li>
  )
}) as <T extends GalleryPicture>(props: GalleryItemProps<T>) => React.ReactNode

function Tile<T extends GalleryPicture>({ sketch, box, tile, lead }: TileProps<T>) {
  if (lead) return lead(box)
  return sketch ? tile(sketch, box) : <Skeleton width={box.width} height={box.height} />
}

type Bounds = { width: number; top: number }

let measured = { window: 0, width: 0 }

function boundsOfFirstPaint(): Bounds | null {
  const first = document.querySelector('[data-first-rows]')
  return first && boundsOf(first)
}

/**
 * Bounds of a later list before it is measured: the last width in a window of this width, because after going back the
 * document has its full height at once.
 */
function expectedBounds(): Bounds {
  const { clientWidth } = document.documentElement
  return { width: measured.window === clientWidth ? measured.width : clientWidth, top: 0 }
}

function boundsOf(list: Element): Bounds {
  const { width, top } = list.getBoundingClientRect()
  return { width: Math.floor(width), top: Math.round(top + window.scrollY) }
}

/** Bounds of the list in the document, known before the first paint and updated on resizing. */
function useListBounds(list: React.RefObject<HTMLElement | null>): Bounds {
  const [first] = useState(boundsOfFirstPaint)
  const [bounds, setBounds] = useState(() => first ?? expectedBounds())
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () =>
      setBounds((before) => {
        const now = boundsOf(element)
        measured = { window: document.documentElement.clientWidth, width: now.width }
        return now.width === before.width && now.top === before.top ? before : now
      })
    // Bounds of the first paint are measured by the observer. Here it would force a layout in the task that shows the page.
    if (!first) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element.parentElement ?? element)
    return () => observer.disconnect()
  }, [list, first])
  return bounds
}

/** Loads more while less than a screen of sketches is left below the mounted rows, two below the window. */
function useLoadAhead(isEnabled: boolean, onMore: () => void, rows: number, below: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useEffect(() => {
    if (!isEnabled || below >= window.innerHeight) return
    // In a task of its own, because it renders the gallery again.
    const timer = setTimeout(onMore)
    return () => clearTimeout(timer)
  }, [isEnabled, rows, below])
}
