import type { FontSubset } from '../build/first-fonts.ts'
import { arrangeRows, arrangeStrip, rowsHeight } from '../features/galleries/row-layout.ts'

/**
 * Runs after the first-paint markup, before it is painted. Adds fonts with the letters of this markup. Places the first
 * rows where the application will place them. Loads the style sheets and the application once the visible pictures have
 * been loaded and painted, on the first input, or after two seconds, so that the pictures do not wait for the
 * application.
 */
for (const font of readFirstFonts()) addFont(font)
for (const list of document.querySelectorAll<HTMLElement>('[data-first-rows]')) placeFirstRows(list)
startApplication(document.currentScript?.dataset ?? {})

/** Reads the fonts from the style sheet that the build wrote (web/build/first-paint.ts). */
function readFirstFonts(): FontSubset[] {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--first-fonts').trim()
  return JSON.parse(text.slice(1, -1) || '[]')
}

function addFont({ family, base64, descriptors }: FontSubset): void {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  document.fonts.add(new FontFace(family, bytes, descriptors))
}

function placeFirstRows(list: HTMLElement): void {
  const isStrip = list.dataset.firstRows === 'strip'
  if (!isStrip && readLayout() === 'grid') return
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

function readLayout(): string | null {
  try {
    return localStorage.getItem('gallery-layout')
  } catch {
    return null
  }
}

function startApplication({ entry, preloads = '', styles, icon }: DOMStringMap): void {
  if (!entry || !styles || !icon) return
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const href of preloads.split(' ').filter(Boolean)) append('link', { rel: 'modulepreload', href })
    append('link', { rel: 'modulepreload', href: entry })
    append('link', { rel: 'icon', type: 'image/svg+xml', href: icon })
    const first = document.getElementById('first-styles')
    const sheets = styles.split(' ').map((href) => append('link', { rel: 'stylesheet', href }))
    first?.before(...sheets)
    void Promise.all(sheets.map(waitForLoad)).then((results) => {
      if (results.every(Boolean)) first?.remove()
      append('script', { type: 'module', src: entry })
    })
  }
  addEventListener('load', () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true }))
  // Without `pointermove`, which the browser also sends when a page appears under a resting pointer.
  for (const input of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(input, start, { once: true, passive: true })
  }
  setTimeout(start, 2000)
}

/** Resolves once a style sheet has loaded, to false after an error. */
function waitForLoad(sheet: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    sheet.addEventListener('load', () => resolve(true))
    sheet.addEventListener('error', () => resolve(false))
  })
}

function append(name: 'link' | 'script', attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  document.head.append(element)
  return element
}
