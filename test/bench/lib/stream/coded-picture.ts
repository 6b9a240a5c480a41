import type { Page } from 'playwright'

/** The clock in the picture shows milliseconds as black and white fields, lowest bit first. */
const BITS = 20
const PICTURE = 'canvas[aria-label^="Live drawing"]'

/** Globals of the page; the types of DOM and workers conflict. */
type Canvas = {
  width: number
  height: number
  getContext: (kind: '2d') => {
    fillStyle: string
    fillRect: (x: number, y: number, width: number, height: number) => void
    getImageData: (x: number, y: number, width: number, height: number) => { data: Uint8ClampedArray }
  } | null
  captureStream: (perSecond: number) => unknown
}
declare const document: {
  createElement: (name: 'canvas') => Canvas
  querySelector: (selector: string) => Canvas | null
}
declare const requestAnimationFrame: (callback: () => void) => void
declare const window: { delays?: number[]; openedAt?: number; firstAt?: number; WebSocket: typeof WebSocket }

/** Replaces the camera by a clock of 1280 × 720 at 30 fps; call before opening the page. */
export async function replaceCameraByClock(page: Page): Promise<void> {
  await page.addInitScript((bits) => {
    const clock = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
    const context = clock.getContext('2d')
    const drawClock = () => {
      if (!context) return
      context.fillStyle = '#808080'
      context.fillRect(0, 0, clock.width, clock.height)
      const now = Date.now()
      for (let bit = 0; bit < bits; bit++) {
        context.fillStyle = Math.floor(now / 2 ** bit) % 2 === 1 ? '#fff' : '#000'
        context.fillRect((bit * clock.width) / bits, 0, clock.width / bits, clock.height / 2)
      }
    }
    setInterval(drawClock, 1000 / 30)
    drawClock()
    const { mediaDevices } = navigator as unknown as { mediaDevices: { getUserMedia: () => Promise<unknown> } }
    mediaDevices.getUserMedia = async () => clock.captureStream(30)
  }, BITS)
}

/** Ages of all pictures when displayed, in ms, for `seconds` after the first. */
export async function pictureDelays(page: Page, seconds: number): Promise<number[]> {
  await page.locator(PICTURE).waitFor()
  await page.evaluate(
    ({ selector, bits }) => {
      const delays: number[] = []
      Object.assign(window, { delays })
      let last = -1
      const measureFrame = () => {
        requestAnimationFrame(measureFrame)
        const shown = document.querySelector(selector)
        const { width = 0, height = 0 } = shown ?? {}
        const row = width > 0 ? shown?.getContext('2d')?.getImageData(0, Math.floor(height / 4), width, 1).data : null
        if (!row) return
        let code = 0
        for (let bit = 0; bit < bits; bit++)
          if ((row[Math.floor(((bit + 0.5) * width) / bits) * 4] ?? 0) > 127) code += 2 ** bit
        if (code === last || code === 0) return
        last = code
        const span = 2 ** bits
        delays.push((((Date.now() - code) % span) + span) % span)
      }
      measureFrame()
    },
    { selector: PICTURE, bits: BITS },
  )
  await page.waitForFunction(() => (window.delays?.length ?? 0) > 0)
  await page.waitForTimeout(seconds * 1000)
  return page.evaluate(() => window.delays ?? [])
}

/** Records the times of the socket's opening and of the first picture; call before opening the page. */
export async function recordFirstPicture(page: Page): Promise<void> {
  await page.addInitScript((selector) => {
    const Socket = window.WebSocket
    window.WebSocket = class extends Socket {
      constructor(url: string, protocols?: string | string[]) {
        if (url.includes('/socket/stream/')) Object.assign(window, { openedAt: performance.now() })
        super(url, protocols)
      }
    }
    const measureFrame = () => {
      const shown = document.querySelector(selector)
      const pixel =
        shown && shown.width > 0 ? shown.getContext('2d')?.getImageData(4, shown.height - 4, 1, 1).data : null
      // The lower half is grey.
      if ((pixel?.[0] ?? 0) > 64) Object.assign(window, { firstAt: performance.now() })
      else requestAnimationFrame(measureFrame)
    }
    requestAnimationFrame(measureFrame)
  }, PICTURE)
}

export async function firstPictureMs(page: Page): Promise<number> {
  await page.waitForFunction(() => window.firstAt !== undefined)
  return page.evaluate(() => {
    const { firstAt = Number.NaN, openedAt = Number.NaN } = window
    return firstAt - openedAt
  })
}
