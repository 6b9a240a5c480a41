import { chromium, type Page } from 'playwright'
import { addChat, type ChatMember, chatMember } from '../support/chat/members.ts'
import { memberCookies, startBrowser } from './lib/browser.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { UNLIMITED } from './lib/chat/site.ts'
import { type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { preparedSite } from './lib/state.ts'
import { firstPictureMs, pictureDelays, recordFirstPicture, replaceCameraByClock } from './lib/stream/coded-picture.ts'
import { startWorkerd } from './lib/workerd.ts'

const PLANS = {
  full: { runs: 5, seconds: 8, lateJoiners: 3 },
  short: { runs: 1, seconds: 1, lateJoiners: 1 },
} satisfies Record<Mode, object>
type Plan = (typeof PLANS)[Mode]
/** Publisher, viewer, and late joiners. */
const MEMBERS = 2 + PLANS.full.lateJoiners
const LATENCY_MAX_MS = 500
const FIRST_PICTURE_MAX_MS = 500

type Run = { latencyMs: number; longestDelayMs: number; firstPictureTimes: number[] }

/**
 * Delay of a live picture between two browsers on this machine, by a clock in the picture, and the time until a late
 * joiner sees one.
 */
export async function measureLatency(mode: Mode): Promise<Findings> {
  const plan = PLANS[mode]
  const counts = { members: MEMBERS, channels: [] }
  const localSite = await preparedSite('latency', counts, ({ DB }) => addChat(DB, counts))
  const script = await buildWorker('worker/index.ts')
  await using workerd = await startWorkerd(localSite, [
    { name: 'site', script, page: await buildPage(), settings: UNLIMITED },
  ])
  const runs: Run[] = []
  for (let run = 0; run < plan.runs; run++) runs.push(await watchOnce(workerd.origin, plan))
  const latencyMs = median(runs.map((run) => run.latencyMs))
  const firstMs = median(runs.flatMap(({ firstPictureTimes }) => firstPictureTimes))
  return {
    figures: [
      figureOf({
        what: 'stream: delay from camera to screen, median',
        figure: milliseconds(latencyMs),
        bar: `≤ ${LATENCY_MAX_MS} ms`,
        ok: latencyMs <= LATENCY_MAX_MS,
      }),
      figureOf({
        what: 'stream: a late joiner, from opening the socket to the first picture',
        figure: milliseconds(firstMs),
        bar: `≤ ${FIRST_PICTURE_MAX_MS} ms`,
        ok: firstMs <= FIRST_PICTURE_MAX_MS,
      }),
    ],
    notes: [
      `stream latency: medians of ${plan.runs} runs of ${plan.seconds} s, 1280 × 720 at 30 pictures a second, publisher, viewer and site on` +
        ` the same two cores; longest delay in each run ${runs.map(({ longestDelayMs }) => milliseconds(longestDelayMs)).join(', ')};` +
        ` ${plan.lateJoiners} joined in each, the slowest after ${milliseconds(Math.max(...runs.flatMap(({ firstPictureTimes }) => firstPictureTimes)))}`,
    ],
  }
}

async function watchOnce(origin: string, plan: Plan): Promise<Run> {
  await using chrome = await startBrowser()
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
  const openPage = async (member: ChatMember): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await context.addCookies(memberCookies(member.cookie, origin))
    return context.newPage()
  }
  const artist = await openPage(await chatMember(1))
  await replaceCameraByClock(artist)
  const id = await startStream(artist, origin)
  const viewer = await openPage(await chatMember(2))
  await viewer.goto(`${origin}/stream/${id}`)
  const delays = await pictureDelays(viewer, plan.seconds)
  const firstPictureTimes: number[] = []
  for (let joiner = 0; joiner < plan.lateJoiners; joiner++) {
    const late = await openPage(await chatMember(3 + joiner))
    await recordFirstPicture(late)
    await late.goto(`${origin}/stream/${id}`)
    firstPictureTimes.push(await firstPictureMs(late))
    await late.context().close()
  }
  await artist.getByRole('button', { name: 'Stop' }).click()
  await artist.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await artist.getByRole('heading', { name: 'This stream has ended.' }).waitFor()
  await browser.close()
  return { latencyMs: median(delays), longestDelayMs: Math.max(...delays), firstPictureTimes }
}

async function startStream(artist: Page, origin: string): Promise<number> {
  await artist.goto(`${origin}/stream/sheet`)
  await artist.getByRole('button', { name: 'Camera' }).click()
  await artist.getByLabel('Title').fill('A clock')
  const [started] = await Promise.all([
    artist.waitForResponse('**/api/v2/stream/start'),
    artist.getByRole('button', { name: 'Start the stream' }).click(),
  ])
  const { id }: { id: number } = await started.json()
  await artist.getByRole('button', { name: 'Stop' }).waitFor()
  return id
}
