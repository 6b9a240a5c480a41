import { uploadReply } from '../../contract/http/uploads.ts'
import type { LocalSite } from '../../dev/settings.ts'
import { bigPicture, uniqueCopy } from './lib/big-picture.ts'
import { buildBareWorker, buildWorker } from './lib/build.ts'
import { type Findings, figureOf, mebibytes, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { peakBytes, resetPeak, residentBytes } from './lib/process-facts.ts'
import { preparedSite, removeSite, signIn, withPlatform } from './lib/state.ts'
import { startWorkerd, type Workerd } from './lib/workerd.ts'

const RUNS: Record<Mode, number> = { full: 5, short: 1 }

type Send = (workerd: Workerd, file: Buffer<ArrayBuffer>) => Promise<void>
type Memory = { rest: number; peak: number }

/** The largest picture sent through the site, compared with streaming it into R2 by a bare worker. */
export async function measureUpload(mode: Mode): Promise<Findings> {
  const runs = RUNS[mode]
  const localSite = await freshSite()
  const cookie = await withPlatform(localSite, async (platform) => {
    const member = await platform.DB.prepare('SELECT min(id) AS id FROM users').first<number>('id')
    return signIn(platform, member ?? 0)
  })
  const workers = [{ name: 'site', script: await buildWorker('worker/index.ts') }, await buildBareWorker('store')]
  const sends = [toSite(cookie), toStore]
  const picture = await bigPicture()
  const memories: Memory[] = []
  for (const send of sends) {
    // A workerd for each, because memory is not returned.
    await using workerd = await startWorkerd(localSite, workers)
    memories.push(await memoryOf(workerd, send, picture, runs))
  }
  await using workerd = await startWorkerd(localSite, workers)
  const [siteMs = Number.NaN, storeMs = Number.NaN] = await timesOf(workerd, sends, picture, runs)
  const [site, store] = memories
  if (!site || !store) throw new Error('memory was not measured')
  const aboveRest = [site.peak - site.rest, store.peak - store.rest] as const
  return {
    figures: [
      figureOf({
        what: 'upload of 16 MiB: time',
        figure: milliseconds(siteMs),
        yardstick: milliseconds(storeMs),
        ratio: siteMs / storeMs,
      }),
      figureOf({
        what: 'upload of 16 MiB: memory of workerd above rest',
        figure: mebibytes(aboveRest[0]),
        yardstick: mebibytes(aboveRest[1]),
        ratio: aboveRest[0] / aboveRest[1],
      }),
      figureOf({
        what: 'upload of 16 MiB: peak memory of workerd',
        figure: mebibytes(site.peak),
        yardstick: mebibytes(store.peak),
        ratio: site.peak / store.peak,
      }),
    ],
    notes: [
      `upload: a PNG of noise that decodes, yardstick: a bare worker that streams it into R2, each ${runs} times; workerd` +
        ` used ${mebibytes(site.rest)} at rest; it runs the local R2 and D1 too, so this is not the isolate's 128 MiB;` +
        ' pictures are decoded outside it, as in production',
    ],
  }
}

/** Uploads of earlier runs are removed. */
async function freshSite(): Promise<LocalSite> {
  await removeSite('upload')
  return preparedSite('upload', {}, async ({ DB }) => {
    await DB.prepare(
      `INSERT INTO users (nickname, nickname_key, birth_date, created_at) VALUES ('Mira', 'mira', '1990-01-01', 1)`,
    ).run()
  })
}

/** Memory at rest, with both workers started, and the peak during uploads. */
async function memoryOf(workerd: Workerd, send: Send, picture: Buffer, runs: number): Promise<Memory> {
  await fetch(`${workerd.direct.site}/healthz`)
  const rest = residentBytes(workerd.pid)
  resetPeak(workerd.pid)
  for (let run = 0; run < runs; run++) await send(workerd, uniqueCopy(picture))
  return { rest, peak: peakBytes(workerd.pid) }
}

async function timesOf(workerd: Workerd, sends: readonly Send[], picture: Buffer, runs: number): Promise<number[]> {
  const times = sends.map((): number[] => [])
  for (const send of sends) await send(workerd, uniqueCopy(picture))
  for (let run = 0; run < runs; run++) {
    for (const [index, send] of sends.entries()) {
      const file = uniqueCopy(picture)
      const started = performance.now()
      await send(workerd, file)
      times[index]?.push(performance.now() - started)
    }
  }
  return times.map(median)
}

function toSite(cookie: string): Send {
  return async ({ direct }, body) => {
    const headers = { cookie, origin: direct.site ?? '', 'content-type': 'application/octet-stream' }
    const reply = await fetch(`${direct.site}/api/v2/upload/file?name=big.png`, { method: 'PUT', headers, body })
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`the upload was answered ${reply.status}: ${text}`)
    if (uploadReply.parse(JSON.parse(text)).known) throw new Error('the site knew the file')
  }
}

const toStore: Send = async ({ direct }, body) => {
  const reply = await fetch(`${direct.store}/`, { method: 'PUT', body })
  if ((await reply.text()) !== 'stored') throw new Error(`the bare worker answered ${reply.status}`)
}
