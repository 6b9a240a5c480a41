import { evaluate, openDevtools } from './devtools.ts'

const WINDOW = { width: 1280, height: 800 }
/** Pixels per frame at 60 Hz: 15,000 px/s, a fast fling, or 3,000 px/s, a browsing speed. */
export const FAST_PIXELS_PER_FRAME = 250
export const SLOW_PIXELS_PER_FRAME = 50
const LONG_FRAME_MS = 50

/** Result of scrolling a page to the end once: times in ms, heap in bytes. */
export type Pass = {
  frames: number
  longestFrame: number
  longFrames: number
  tilesMax: number
  /** Number of distinct tiles. */
  seen: number
  /** Height of the document at the end. */
  height: number
  heap: number
}

/** Speed of a pass, and the position in pixels at which it ends at the latest. */
export type Course = { pixelsPerFrame: number; endPixels: number }

export type Scroller = { pass: (course: Course) => Promise<Pass>; close: () => Promise<void> }

/** Opens a page that can be scrolled down repeatedly. It is idle, and a list ended, when nothing loads for `restMs`. */
export async function openScroller(port: number, address: string, restMs: number): Promise<Scroller> {
  const page = await openDevtools(port)
  await page.send('Emulation.setDeviceMetricsOverride', { ...WINDOW, deviceScaleFactor: 1, mobile: false })
  await page.send('Page.navigate', { url: address })
  return {
    async pass({ pixelsPerFrame, endPixels }) {
      await evaluate(page, waitForIdle, { restMs })
      const scrolled = await evaluate(page, scrollDown, {
        pixelsPerFrame,
        endPixels,
        longFrameMs: LONG_FRAME_MS,
        restMs,
      })
      await page.send('HeapProfiler.collectGarbage')
      const { usedSize } = await page.send<{ usedSize: number }>('Runtime.getHeapUsage')
      return { ...scrolled, heap: usedSize }
    },
    close: page.close,
  }
}

/** Globals of the page; the types of DOM and workers conflict. */
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

/** Runs in the page: scrolls to the top and waits until nothing loads. */
async function waitForIdle({ restMs }: { restMs: number }) {
  window.scrollTo(0, 0)
  for (let before = -1; before !== performance.getEntriesByType('resource').length; ) {
    before = performance.getEntriesByType('resource').length
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}

/** Runs in the page: scrolls with each frame to the limit, or until the page stops growing. */
function scrollDown({
  pixelsPerFrame,
  endPixels,
  longFrameMs,
  restMs,
}: Course & { longFrameMs: number; restMs: number }) {
  const list = document.querySelector('[data-tiles]')
  const seen = new Set<string>()
  const found = { frames: 0, longestFrame: 0, longFrames: 0, tilesMax: 0 }
  return new Promise<typeof found & { seen: number; height: number }>((resolve) => {
    let last = performance.now()
    let movedAt = last
    const frame = (now: number) => {
      const took = now - last
      last = now
      found.frames++
      found.longestFrame = Math.max(found.longestFrame, took)
      if (took > longFrameMs) found.longFrames++
      const tiles = list?.querySelectorAll('a[href^="/sketch/"]') ?? []
      found.tilesMax = Math.max(found.tilesMax, list?.children.length ?? 0)
      for (const tile of tiles) seen.add(tile.getAttribute('href') ?? '')
      const before = window.scrollY
      window.scrollBy({ top: pixelsPerFrame, behavior: 'instant' })
      if (window.scrollY !== before) movedAt = now
      if (now - movedAt > restMs || window.scrollY >= endPixels)
        resolve({ ...found, seen: seen.size, height: document.documentElement.scrollHeight })
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(frame)
    })
  })
}
