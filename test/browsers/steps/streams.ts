import { BOARD } from '../../../contract/limits.ts'
import { streamMessages } from '../../../web/lib/messages/streams.ts'
import { button, field, heading, picture, text } from '../find.ts'
import type { Page } from '../Page.ts'
import { until } from '../until.ts'
import type { Journey, Step } from './step.ts'
import { INK, inkedPoint } from './whiteboard.ts'

/** Colour of the upper half of Chromium's camera for tests. */
const CAMERA = [0, 135, 0] as const
/** Encoding changes a colour by a few levels, and that of a thin line by more. */
const CODEC_ERROR_MAX = 60
/** The site's first choice, in its lowest profile. */
const VP9 = 'vp09.00.10.08'

async function startBroadcast(page: Page, source: 'Camera' | 'Whiteboard', title: string): Promise<void> {
  await page.press(button(source))
  await page.fill(field('Title'), title)
  await page.press(button('Start the stream'))
  await page.see(button('Stop'))
}

async function stopBroadcast(page: Page): Promise<void> {
  await page.press(button('Stop'))
  await page.press({ ...button('Stop'), within: '[role="alertdialog"]' })
  await page.see(heading('This stream has ended.'))
}

/** Waits until a place of the stream's picture, in fractions of its sides, has a colour. */
async function expectColour(page: Page, [x, y]: readonly [number, number], colour: readonly number[]): Promise<void> {
  await page.expect(
    `the stream shows the colour ${colour}`,
    (x, y, colour, most) => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas[aria-label^="Live drawing by"]')
      if (!canvas) return false
      const { width, height } = canvas
      const point = canvas.getContext('2d')?.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data
      return point !== undefined && colour.every((level, index) => Math.abs(level - (point[index] ?? 0)) <= most)
    },
    ...([x, y, colour, CODEC_ERROR_MAX] as const),
  )
}

/** Waits until the stream's picture changes. */
async function expectMotion(page: Page): Promise<void> {
  const sum = () => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[aria-label^="Live drawing by"]')
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    let sum = 0
    for (let at = 0; at < data.length; at += 28)
      sum = (sum * 31 + (data[at] ?? 0) + (data[at + 1] ?? 0)) % 1_000_000_007
    return sum
  }
  const before = await page.run(sum)
  await until('the stream’s picture changes', async () => (await page.run(sum)) !== before)
}

type Broadcast = { artist: Page; name: string; viewer: Page; source: 'Camera' | 'Whiteboard' }

/** Broadcasts from one page while another watches. `remove` names APIs that the pages then lack. */
async function broadcast(
  { artist, name, viewer, source }: Broadcast,
  remove: { fromArtist?: string; fromViewer?: string },
  whileWatched: () => Promise<void>,
): Promise<void> {
  const title = `${source} of ${name}, ${++titles}`
  await artist.open('/stream/sheet')
  await removeApi(artist, remove.fromArtist)
  await startBroadcast(artist, source, title)
  await viewer.open('/streams')
  await removeApi(viewer, remove.fromViewer)
  await viewer.press(text(title))
  await viewer.see(picture(`Live drawing by ${name}`))
  await whileWatched()
  await stopBroadcast(artist)
  await viewer.see(text('This stream has ended.'))
}

let titles = 0

/** Removes an API until the next page is loaded. */
const removeApi = (page: Page, name = '') => page.run((name) => Reflect.deleteProperty(window, name), name)

/** A point in the upper half, where the camera's picture has one colour. */
const CAMERA_POINT = [0.5, 0.2] as const

/** Place of the stroke in the whiteboard's picture. */
function strokePlace(journey: Journey): readonly [number, number] {
  const [x, y] = inkedPoint(journey)
  return [x / BOARD.width, y / BOARD.height]
}

const fromCompanion = ({ page, companion, companionName }: Journey): Broadcast => ({
  ...{ artist: companion, name: companionName, viewer: page, source: 'Camera' },
})

const toCompanion = ({ page, companion, nickname }: Journey): Broadcast => ({
  ...{ artist: page, name: nickname, viewer: companion, source: 'Whiteboard' },
})

async function watchVideo(journey: Journey): Promise<void> {
  const { page } = journey
  await broadcast(fromCompanion(journey), {}, async () => {
    await expectColour(page, CAMERA_POINT, CAMERA)
    await expectMotion(page)
    await page.expect('no lower quality is reported', () => !/you see stills|Showing/.test(document.body.innerText))
  })
}

async function watchStills(journey: Journey): Promise<void> {
  const { page } = journey
  await broadcast(fromCompanion(journey), { fromViewer: 'VideoDecoder' }, async () => {
    await page.see(text('This browser can’t play live video, so you see stills.'))
    await expectColour(page, CAMERA_POINT, CAMERA)
    await expectMotion(page)
  })
}

async function publishVideo(journey: Journey): Promise<void> {
  const { page, companion } = journey
  await broadcast(toCompanion(journey), {}, async () => {
    await expectColour(companion, strokePlace(journey), INK)
    await page.expect('video is sent', () => !document.body.innerText.includes('viewers see stills'))
  })
}

async function publishStills(journey: Journey): Promise<void> {
  const { page, companion } = journey
  await broadcast(toCompanion(journey), { fromArtist: 'VideoEncoder' }, async () => {
    await page.see(text(streamMessages.stillsInstead))
    await expectColour(companion, strokePlace(journey), INK)
  })
}

const missingDecoder = ({ page }: Journey): Promise<string[]> =>
  page.run(async (codec) => {
    if (!('VideoDecoder' in window)) return ['VideoDecoder']
    const { supported } = await VideoDecoder.isConfigSupported({ codec, codedWidth: 1280, codedHeight: 720 })
    return supported ? [] : ['VideoDecoder for VP9']
  }, VP9)

const missingEncoder = ({ page }: Journey): Promise<string[]> =>
  page.run(async (codec) => {
    if (!('VideoEncoder' in window)) return ['VideoEncoder']
    const { supported } = await VideoEncoder.isConfigSupported({ codec, width: 700, height: 524, bitrate: 1_000_000 })
    return supported ? [] : ['VideoEncoder for VP9']
  }, VP9)

export const streamSteps = {
  watchVideo: { name: 'a live stream plays as video', isShort: true, missing: missingDecoder, run: watchVideo },
  watchStills: {
    name: 'a live stream plays as stills in a browser that cannot decode video, which it says',
    // Browsers that can decode video have just shown it.
    isShort: async (journey) => (await missingDecoder(journey)).length > 0,
    run: watchStills,
  },
  publishVideo: {
    name: 'a member streams the whiteboard as video',
    isShort: false,
    missing: missingEncoder,
    run: publishVideo,
  },
  publishStills: {
    name: 'a member streams stills from a browser that cannot encode video, which it says',
    isShort: false,
    run: publishStills,
  },
} satisfies Record<string, Step>
