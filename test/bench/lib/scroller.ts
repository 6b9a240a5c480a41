import { evaluate, openDevtools } from './devtools.ts'

const WINDOW = { width: 1280, height: 800 }
/** Pixels a frame: a third of a window, 15,000 a second, as fast as a page is thrown; or 3,000 a second, to look. */
export const FAST_PIXELS = 250
export const SLOW_PIXELS = 50
const SLOW_MS = 50

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

/** How a page is scrolled down: pixels a frame, and how many pixels in all unless it ends before. */
export type Way = { pixels: number; upTo: number }

export type Scroller = { pass: (way: Way) => Promise<Pass>; close: () => Promise<void> }

/**
 * Opens a page, in the browser with that debugging port, that can be scrolled from top to bottom several times. It is at
 * rest, and a list at its end, when nothing was loaded for `restMs`.
 */
export async function openScroller(port: number, address: string, restMs: number): Promise<Scroller> {
  const page = await openDevtools(port)
  await page.send('Emulation.setDeviceMetricsOverride', { ...WINDOW, deviceScaleFactor: 1, mobile: false })
  await page.send('Page.navigate', { url: address })
  return {
    async pass({ pixels, upTo }) {
      await evaluate(page, waitForIdle, { rest: restMs })
      const scrolled = await evaluate(page, scrollDown, { pixels, upTo, slow: SLOW_MS, end: restMs })
      await page.send('HeapProfiler.collectGarbage')
      const { usedSize } = await page.send<{ usedSize: number }>('Runtime.getHeapUsage')
      return { ...scrolled, heap: usedSize }
    },
    close: page.close,
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

/** Runs in the page: goes to the top and waits until it has been there for a while with nothing more being read. */
async function waitForIdle({ rest }: { rest: number }) {
  window.scrollTo(0, 0)
  for (let before = -1; before !== performance.getEntriesByType('resource').length; ) {
    before = performance.getEntriesByType('resource').length
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}

/** Runs in the page: a step with each frame, as far as is asked or until nothing is further down and nothing comes. */
function scrollDown({ pixels, upTo, slow, end }: Way & { slow: number; end: number }) {
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
      if (now - movedAt > end || window.scrollY >= upTo)
        resolve({ ...found, seen: seen.size, height: document.documentElement.scrollHeight })
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(frame)
    })
  })
}
