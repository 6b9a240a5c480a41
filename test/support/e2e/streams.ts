import { expect, type Locator, type Page } from 'playwright/test'
import { KEY_FRAME_INTERVAL_MS } from '../../../contract/limits.ts'
import { decodeFrame, FRAME_HEADER_BYTES, type StreamFrame } from '../../../contract/socket/stream-frame.ts'

/** What a page plays, as it is heard. */
type Hearing = Window & { heard?: AnalyserNode }

/**
 * Lets what a page plays be listened to; before it is opened. Nothing is heard before something was pressed, as in a browser
 * with a window.
 */
export async function listenTo(page: Page): Promise<void> {
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
        const heard = this.context.createAnalyser()
        connect.call(this, heard)
        Object.assign(window, { heard })
      }
      return connect.apply(this, to)
    } as AudioNode['connect']
  })
}

/** Takes away what codes and decodes pictures and sound, as in browsers that have none; before the page is opened. */
export async function withoutCoders(page: Page): Promise<void> {
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

/** Leaves one codec for pictures, "avc1", as on a machine that codes no other; before the page is opened. */
export async function onlyCodec(page: Page, codec: string): Promise<void> {
  await page.addInitScript((known) => {
    const isSupported = VideoEncoder.isConfigSupported.bind(VideoEncoder)
    VideoEncoder.isConfigSupported = async (config) =>
      config.codec.startsWith(known) ? isSupported(config) : { supported: false, config }
  }, codec)
}

/** Has the page's own timers rest for a minute, as they do in one that nobody looks at; before it is opened. */
export async function unseen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const set = window.setInterval.bind(window)
    window.setInterval = ((run: TimerHandler) => set(run, 60_000)) as typeof setInterval
  })
}

/** Pictures that need none before them come first, and then every four seconds; a busy machine may be late by one more. */
export function expectKeys(sent: readonly Omit<StreamFrame, 'data'>[]): void {
  const pictures = sent.filter(({ kind }) => kind === 'picture')
  const keys = pictures.filter(({ isKey }) => isKey).map(({ timeUs }) => timeUs / 1000)
  const lastMs = (pictures.at(-1)?.timeUs ?? 0) / 1000
  expect(pictures[0]?.isKey).toBe(true)
  expect(lastMs).toBeGreaterThan(KEY_FRAME_INTERVAL_MS * 2)
  for (const [index, at] of keys.entries())
    expect((keys[index + 1] ?? lastMs) - at).toBeLessThanOrEqual(KEY_FRAME_INTERVAL_MS + 1000)
}

/** Times of the stills that were sent, in milliseconds since the stream began. */
const stillTimes = (sent: readonly Omit<StreamFrame, 'data'>[]) =>
  sent.filter(({ kind }) => kind === 'still').map(({ timeUs }) => timeUs / 1000)

/** Where pictures are coded as well, a still for lists is made every ten seconds; a busy machine may be late by two. */
export async function expectPreviews(sent: readonly Omit<StreamFrame, 'data'>[]): Promise<void> {
  await expect.poll(() => stillTimes(sent).length, { timeout: 15_000 }).toBeGreaterThan(1)
  const [first = 0, second = 0] = stillTimes(sent)
  expect(second - first).toBeGreaterThanOrEqual(10_000)
  expect(second - first).toBeLessThan(12_000)
}

/** Stills stand in for pictures every tenth of a second, the rate that a stream has by default; never more often. */
export function expectRate(sent: readonly Omit<StreamFrame, 'data'>[]): void {
  const times = stillTimes(sent)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  expect(gaps.length).toBeGreaterThan(10)
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(95)
  // A busy machine is late with many of them, but not with all.
  expect(gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 4)]).toBeLessThan(150)
}

/** A picture of the site is there, not only the place for it. */
export async function expectLoaded(picture: Locator): Promise<void> {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

/** What one's microphone hears is shown. */
export async function expectLevel(page: Page): Promise<void> {
  const level = page.getByRole('img', { name: 'Microphone level' }).locator('span')
  await expect
    .poll(() => level.evaluate((bar) => Number(bar.style.getPropertyValue('--level'))), { intervals: [20] })
    .toBeGreaterThan(0.05)
}

/** The heads of the frames that a page sends from now on. */
export function sentBy(page: Page): Omit<StreamFrame, 'data'>[] {
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

/** The colour in the middle of the upper half of a canvas, "0,136,0". */
export function colourOf(page: Page, canvas: string): Promise<string> {
  return page.getByRole('img', { name: canvas }).evaluate((element) => {
    const shown = element as HTMLCanvasElement
    const point = shown.getContext('2d')?.getImageData(shown.width / 2, shown.height / 5, 1, 1).data ?? []
    return [...point.slice(0, 3)].join()
  })
}

/** What a canvas shows at every seventh point, as a number that is another one for another picture. */
export function pictureOf(page: Page, canvas: string): Promise<number> {
  return page.getByRole('img', { name: canvas }).evaluate((element) => {
    const shown = element as HTMLCanvasElement
    const { data } = shown.getContext('2d')?.getImageData(0, 0, shown.width, shown.height) ?? { data: [] }
    let sum = 0
    for (let at = 0; at < data.length; at += 28)
      for (let level = at; level < at + 3; level++) sum = (sum * 31 + (data[level] ?? 0)) % 1_000_000_007
    return sum
  })
}

/** The green of the camera that the browser makes up, as its artist sees it; a coder changes it by a few levels. */
const CAMERA = [0, 135, 0] as const
const CODED_BY = 6

/** A canvas shows the camera that the browser makes up, in the colours that it has for its artist. */
export async function expectCamera(page: Page, canvas: string): Promise<void> {
  await expect(async () => {
    const shown = (await colourOf(page, canvas)).split(',').map(Number)
    const by = CAMERA.map((level, index) => Math.abs(level - (shown[index] ?? 0)))
    expect(Math.max(...by), `the camera's ${CAMERA} is shown as ${shown}`).toBeLessThanOrEqual(CODED_BY)
  }).toPass({ timeout: 30_000 })
}

/** Pictures go on coming. */
export async function expectMotion(page: Page, canvas: string): Promise<void> {
  const before = await pictureOf(page, canvas)
  await expect.poll(() => pictureOf(page, canvas)).not.toBe(before)
}

/** The microphone that the browser makes up beeps, and that is heard. */
export async function expectTone(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const { heard } = window as Hearing
          if (!heard) return 0
          const samples = new Float32Array(heard.fftSize)
          heard.getFloatTimeDomainData(samples)
          return Math.max(...samples.map(Math.abs))
        }),
      { intervals: [20] },
    )
    .toBeGreaterThan(0.05)
}

/** Remembers which cameras and microphones a page opens; before it is opened. */
export async function rememberDevices(page: Page): Promise<void> {
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

/** How many of these are on. */
export const devicesOn = (page: Page) =>
  page.evaluate(() => {
    const { opened } = window as Window & { opened?: MediaStreamTrack[] }
    return opened?.filter(({ readyState }) => readyState === 'live').length
  })

/** Fills in what a stream is called, shows the camera, and starts. Answers the number of the stream. */
export async function startStream(page: Page, title: string): Promise<number> {
  await page.goto('/stream/sheet')
  await page.getByRole('button', { name: 'Camera' }).click()
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

/** Stops one's stream, and waits until what becomes of it is asked, where the focus is then. */
export async function stopStream(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('heading', { name: 'This stream has ended.' })).toBeFocused()
}
