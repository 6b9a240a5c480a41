import './start.ts'
import { arrangeRows, arrangeStrip, rowsHeight } from '../features/galleries/row-layout.ts'
import { readStored } from '../lib/local-storage.ts'

/**
 * Runs in place of `start.ts` on pages whose first-paint markup has pictures. Places the first rows and pictures where
 * the application will place them.
 */
for (const list of document.querySelectorAll<HTMLElement>('[data-first-rows]')) placeFirstRows(list)
for (const frame of document.querySelectorAll<HTMLElement>('[data-first-frame]')) sizeFirstFrame(frame)
for (const tile of document.querySelectorAll<HTMLElement>('[data-first-ratio]'))
  tile.style.setProperty('--ratio', tile.dataset.firstRatio ?? '1')

function placeFirstRows(list: HTMLElement): void {
  const isStrip = list.dataset.firstRows === 'strip'
  if (!isStrip && readStored('gallery-layout') === 'grid') return
  const tiles = [...list.querySelectorAll('li')]
  const pictures = tiles.map((tile) => ({ width: sideOf(tile, 'width'), height: sideOf(tile, 'height') }))
  const width = Math.floor(list.getBoundingClientRect().width)
  const rows = (isStrip ? arrangeStrip : arrangeRows)(pictures, width)
  let top = 0
  for (const tile of tiles) tile.hidden = true
  for (const row of rows) {
    for (const box of row.boxes) {
      const tile = tiles[box.index]
      if (!tile) continue
      tile.hidden = false
      tile.style.transform = `translate(${box.left}px, ${top}px)`
      tile.style.width = `${box.width}px`
      tile.style.height = `${box.height}px`
    }
    top += row.height
  }
  list.style.height = `${isStrip ? Math.ceil(rowsHeight(rows)) : top}px`
  list.dataset.firstRows = 'placed'
}

function sideOf(tile: HTMLElement, side: 'width' | 'height'): number {
  return Number(tile.querySelector('img')?.getAttribute(side) ?? 1)
}

/** Gives the frame of a sketch's picture the sides of the picture, as `SketchStage` does. */
function sizeFirstFrame(frame: HTMLElement): void {
  const [width, height] = [sideOf(frame, 'width'), sideOf(frame, 'height')]
  frame.style.setProperty('--ratio', String(width / height))
  frame.style.setProperty('--own-width', `${width}px`)
  frame.style.aspectRatio = `${width} / ${height}`
}
