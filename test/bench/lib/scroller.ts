import type { Browser } from 'playwright'

const WINDOW = { width: 1280, height: 800 }
/** A third of a window in a frame, 15,000 a second: as fast as a page is thrown. */
const PIXELS_A_FRAME = 250
const SLOW_MS = 50
/** The end is the end when nothing comes for so long. */
const END_MS = 2000

/** One way down a page: frames and the longest of them in milliseconds, tiles in the document, bytes of the heap. */
export type Pass = {
  frames: number
  longestFrame: number
  /** Frames of more than 50 ms. */
  longFrames: number
  tilesMost: number
  /** Different tiles that were in the document. */
  seen: number
  /** Of the document, at the end. */
  height: number
  heap: number
}

export type Scroller = { pass: () => Promise<Pass>; close: () => Promise<void> }

/** Opens a page to be scrolled from top to bottom, as often as is asked. */
export async function openScroller(browser: Browser, address: string): Promise<Scroller> {
  const context = await browser.newContext({ viewport: WINDOW })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.goto(address, { waitUntil: 'networkidle' })
  return {
    async pass() {
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.waitForLoadState('networkidle')
      const scrolled = await page.evaluate(scrollDown, { pixels: PIXELS_A_FRAME, slow: SLOW_MS, end: END_MS })
      await devtools.send('HeapProfiler.collectGarbage')
      const { usedSize } = await devtools.send('Runtime.getHeapUsage')
      return { ...scrolled, heap: usedSize }
    },
    close: () => context.close(),
  }
}

/** What is used of the page's own globals: the types of documents and of workers do not go together. */
declare const document: {
  documentElement: { scrollHeight: number }
  querySelector: (selector: string) => {
    children: { length: number }
    querySelectorAll: (selector: string) => Iterable<{ getAttribute: (name: string) => string | null }>
  } | null
}
declare const window: {
  scrollY: number
  scrollTo: (x: number, y: number) => void
  scrollBy: (by: { top: number; behavior: 'instant' }) => void
}
declare const requestAnimationFrame: (frame: (now: number) => void) => void

/** Runs in the page: a step with each frame until there is nothing further down and nothing more comes. */
function scrollDown({ pixels, slow, end }: { pixels: number; slow: number; end: number }) {
  const list = document.querySelector('[data-tiles]')
  const seen = new Set<string>()
  const found = { frames: 0, longestFrame: 0, longFrames: 0, tilesMost: 0 }
  return new Promise<typeof found & { seen: number; height: number }>((resolve) => {
    let last = performance.now()
    let movedAt = last
    const frame = (now: number) => {
      const took = now - last
      last = now
      found.frames++
      found.longestFrame = Math.max(found.longestFrame, took)
      if (took > slow) found.longFrames++
      const tiles = list?.querySelectorAll('a[href^="/sketch/"]') ?? []
      found.tilesMost = Math.max(found.tilesMost, list?.children.length ?? 0)
      for (const tile of tiles) seen.add(tile.getAttribute('href') ?? '')
      const before = window.scrollY
      window.scrollBy({ top: pixels, behavior: 'instant' })
      if (window.scrollY !== before) movedAt = now
      if (now - movedAt > end) resolve({ ...found, seen: seen.size, height: document.documentElement.scrollHeight })
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(frame)
    })
  })
}
