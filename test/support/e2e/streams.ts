import { expect, type Locator, type Page } from 'playwright/test'
import { KEY_FRAME_INTERVAL_MS } from '../../../contract/limits.ts'
import { decodeFrame, FRAME_HEADER_BYTES, type StreamFrame } from '../../../contract/socket/stream-frame.ts'

type WindowWithAudio = Window & { loudest?: number }

/**
 * Records the page's audio output; call before opening it. Audio is suspended before the first press, as in a real
 * browser.
 */
export async function captureAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let isPressed = false
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, () => (isPressed = true), true)
    const Context = window.AudioContext
    window.AudioContext = class extends Context {
      constructor(options?: AudioContextOptions) {
        super(options)
        if (!isPressed) void this.suspend()
      }
    }
    const connect = AudioNode.prototype.connect as (this: AudioNode, ...to: unknown[]) => AudioNode
    AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (to[0] === this.context.destination) {
        // Hears each block of samples; an analyser would only show those of the moment it is asked.
        const meter = this.context.createScriptProcessor(4096, 1, 1)
        meter.onaudioprocess = ({ inputBuffer }) => {
          const loudest = Math.max(...inputBuffer.getChannelData(0).map(Math.abs))
          Object.assign(window, { loudest: Math.max(loudest, (window as WindowWithAudio).loudest ?? 0) })
        }
        connect.call(this, meter)
        connect.call(meter, this.context.destination)
      }
      return connect.apply(this, to)
    } as AudioNode['connect']
  })
}

/** Removes the WebCodecs API; call before opening the page. */
export async function removeCodecs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of [
      'VideoEncoder',
      'VideoDecoder',
      'VideoFrame',
      'AudioEncoder',
      'AudioDecoder',
      'MediaStreamTrackProcessor',
    ])
      Reflect.deleteProperty(window, name)
  })
}

/** Leaves one video codec, such as "avc1"; call before opening the page. */
export async function allowOnlyCodec(page: Page, codec: string): Promise<void> {
  await page.addInitScript((known) => {
    const isSupported = VideoEncoder.isConfigSupported.bind(VideoEncoder)
    VideoEncoder.isConfigSupported = async (config) =>
      config.codec.startsWith(known) ? isSupported(config) : { supported: false, config }
  }, codec)
}

/** Makes pictures come from video elements, as in Firefox and Safari; call before opening the page. */
export async function removeTrackProcessor(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'MediaStreamTrackProcessor'))
}

/** Hides the page, or shows it again, as a change of tabs would. */
export async function setPageHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isHidden ? 'hidden' : 'visible',
  )
}

/** Throttles timers to a minute, as in a hidden page; call before opening it. */
export async function throttleTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const set = window.setInterval.bind(window)
    window.setInterval = ((run: TimerHandler) => set(run, 60_000)) as typeof setInterval
  })
}

/** Checks key frames: the first picture, then every four seconds, with one second of tolerance. */
export function expectKeyFrames(sent: readonly Omit<StreamFrame, 'data'>[]): void {
  const pictures = sent.filter(({ kind }) => kind === 'picture')
  const keys = pictures.filter(({ isKey }) => isKey).map(({ timeUs }) => timeUs / 1000)
  const lastMs = (pictures.at(-1)?.timeUs ?? 0) / 1000
  expect(pictures[0]?.isKey).toBe(true)
  expect(lastMs).toBeGreaterThan(KEY_FRAME_INTERVAL_MS * 2)
  for (const [index, at] of keys.entries())
    expect((keys[index + 1] ?? lastMs) - at).toBeLessThanOrEqual(KEY_FRAME_INTERVAL_MS + 1000)
}

/** Checks the default rate of stills, ten per second. */
export function expectStillRate(sent: readonly Omit<StreamFrame, 'data'>[]): void {
  const times = sent.filter(({ kind }) => kind === 'still').map(({ timeUs }) => timeUs / 1000)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  expect(gaps.length).toBeGreaterThan(10)
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(95)
  // A busy machine delays them; throttled timers would leave a second between two.
  expect(Math.min(...gaps)).toBeLessThan(500)
}

/** The picture has loaded. */
export async function expectLoaded(picture: Locator): Promise<void> {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

/** The level of the microphone is shown. */
export async function expectMicrophoneLevel(page: Page): Promise<void> {
  const level = page.getByRole('img', { name: 'Microphone level' }).locator('span')
  await expect
    .poll(() => level.evaluate((bar) => Number(bar.style.getPropertyValue('--level'))), { intervals: [20] })
    .toBeGreaterThan(0.05)
}

/** Headers of all frames that the page sends from now on. */
export function recordSentFrames(page: Page): Omit<StreamFrame, 'data'>[] {
  const sent: StreamFrame[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const frame =
        typeof payload !== 'string' && decodeFrame(Uint8Array.from(payload.subarray(0, FRAME_HEADER_BYTES + 1)))
      if (frame) sent.push(frame)
    }),
  )
  return sent
}

/** Colour in the upper half of a canvas, such as "0,136,0". */
export function canvasColour(page: Page, canvas: string): Promise<string> {
  return page.getByRole('img', { name: canvas }).evaluate((element) => {
    const shown = element as HTMLCanvasElement
    const point = shown.getContext('2d')?.getImageData(shown.width / 2, shown.height / 5, 1, 1).data ?? []
    return [...point.slice(0, 3)].join()
  })
}

/** Checksum of every seventh pixel of a canvas. */
export function canvasChecksum(page: Page, canvas: string): Promise<number> {
  return page.getByRole('img', { name: canvas }).evaluate((element) => {
    const shown = element as HTMLCanvasElement
    const { data } = shown.getContext('2d')?.getImageData(0, 0, shown.width, shown.height) ?? { data: [] }
    let sum = 0
    for (let at = 0; at < data.length; at += 28)
      for (let level = at; level < at + 3; level++) sum = (sum * 31 + (data[level] ?? 0)) % 1_000_000_007
    return sum
  })
}

/** Colour of the browser's fake camera; encoding changes it by a few levels. */
export const CAMERA = [0, 135, 0] as const
const CODEC_ERROR_MAX = 6

export async function expectCameraPicture(page: Page, canvas: string): Promise<void> {
  await expect(async () => {
    const shown = (await canvasColour(page, canvas)).split(',').map(Number)
    const by = CAMERA.map((level, index) => Math.abs(level - (shown[index] ?? 0)))
    expect(Math.max(...by), `the camera's ${CAMERA} is shown as ${shown}`).toBeLessThanOrEqual(CODEC_ERROR_MAX)
  }).toPass({ timeout: 90_000 })
}

/** The canvas changes. */
export async function expectCanvasMotion(page: Page, canvas: string): Promise<void> {
  const before = await canvasChecksum(page, canvas)
  await expect.poll(() => canvasChecksum(page, canvas)).not.toBe(before)
}

/**
 * The beep of the browser's fake microphone is audible, from the start of an action if one is given. A busy machine
 * leaves out sound that is late: a replay that ended without it is played again by its button.
 */
export async function expectAudibleSound(page: Page, action?: () => Promise<void>, playAgain?: Locator): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { loudest: 0 }))
  await action?.()
  const loudest = async () => {
    if (await playAgain?.isVisible()) await playAgain?.click()
    return page.evaluate(() => (window as WindowWithAudio).loudest)
  }
  await expect.poll(loudest).toBeGreaterThan(0.05)
}

/** Records the devices that the page opens; call before opening it. */
export async function trackDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const opened: MediaStreamTrack[] = []
    Object.assign(window, { opened })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      opened.push(...stream.getTracks())
      return stream
    }
  })
}

/** Number of opened devices that are still active. */
export const activeDevices = (page: Page) =>
  page.evaluate(() => {
    const { opened } = window as Window & { opened?: MediaStreamTrack[] }
    return opened?.filter(({ readyState }) => readyState === 'live').length
  })

/** Chooses the camera and waits for it: the start buttons do nothing without a source. */
export async function chooseCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Camera' }).click()
  await expect(page.getByRole('button', { name: 'Camera', pressed: true })).toBeVisible()
}

/** Starts a stream with camera and microphone; returns its id. */
export async function startStream(page: Page, title: string): Promise<number> {
  await page.goto('/stream/sheet')
  await chooseCamera(page)
  await page.getByLabel('Microphone').check()
  await page.getByLabel('Title').fill(title)
  const [started] = await Promise.all([
    page.waitForResponse('**/api/v2/stream/start'),
    page.getByRole('button', { name: 'Start the stream' }).click(),
  ])
  const { id } = (await started.json()) as { id: number }
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  return id
}

/** Stops the stream and waits for the page after its end, whose heading has the focus. */
export async function stopStream(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('heading', { name: 'This stream has ended.' })).toBeFocused()
}
