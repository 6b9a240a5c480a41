import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type ExportReply, exportReply } from '../../contract/http/export.ts'
import type { LocalSite } from '../../dev/settings.ts'
import { originalKey } from '../../worker/lib/files.ts'
import { buildBareWorker, buildWorker } from './lib/build.ts'
import { type Findings, figureOf, mebibytes, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { peakBytes, resetPeak, residentBytes } from './lib/process-facts.ts'
import { preparedSite, signIn, withPlatform } from './lib/state.ts'
import { startWorkerd, type Workerd } from './lib/workerd.ts'

const SIZES: Record<Mode, { sketches: number; bytes: number }> = {
  full: { sketches: 1000, bytes: 4 * 2 ** 20 },
  short: { sketches: 3, bytes: 2 ** 16 },
}
const MEMORY_BAR = 128 * 2 ** 20
const POLL_MS = 250

type Measured = { ms: number; memory: number }

/**
 * Making and downloading the export of many large sketches, compared with streaming their files out of R2 one by one.
 */
export async function measureExport(mode: Mode): Promise<Findings> {
  const { sketches, bytes } = SIZES[mode]
  const localSite = await siteWith(sketches, bytes)
  const cookie = await withPlatform(localSite, (platform) => signIn(platform, 1))
  await removeExports(localSite)
  const workers = [{ name: 'site', script: await buildWorker('worker/index.ts') }, await buildBareWorker('store')]
  await using workerd = await startWorkerd(localSite, workers)
  await fetch(`${workerd.direct.site}/healthz`)
  // The runtime grows once by its compiled code and its stores, which are not the export's.
  await makeExport(workerd, cookie)
  await removeExports(localSite)
  let made: ExportReply | undefined
  const making = await measure(workerd, async () => {
    made = await makeExport(workerd, cookie)
  })
  const parts = made?.parts ?? []
  const sent = await measure(workerd, async () => {
    let total = 0
    for (const { url } of parts) total += await download(`${workerd.direct.site}${url}`, { cookie })
    if (total < sketches * bytes) throw new Error(`the zips have only ${total} bytes`)
  })
  const bare = await measure(workerd, async () => {
    for (let number = 1; number <= sketches; number++)
      await download(`${workerd.direct.store}/${encodeURIComponent(keyOf(number))}`)
  })
  const memory = Math.max(making.memory, sent.memory)
  const what = `export of ${sketches} sketches of ${mebibytes(bytes)}`
  return {
    figures: [
      figureOf({ what: `${what}: made, with the page open`, figure: milliseconds(making.ms) }),
      figureOf({
        what: `${what}: ${parts.length} zips downloaded`,
        figure: milliseconds(sent.ms),
        yardstick: milliseconds(bare.ms),
        ratio: sent.ms / bare.ms,
      }),
      figureOf({
        what: `${what}: memory of workerd above rest`,
        figure: mebibytes(memory),
        yardstick: mebibytes(bare.memory),
        ratio: memory / bare.memory,
        bar: '< 128 MiB',
        ok: memory < MEMORY_BAR,
      }),
    ],
    notes: [
      'export: yardstick: a bare worker that sends the same files one by one; workerd runs the local R2 and D1 too, so its' +
        ' memory is more than that of the isolate; rest is after a first export',
    ],
  }
}

const KEY_PREFIX = originalKey('bench-export-')
const keyOf = (number: number) => KEY_PREFIX + number

/** A member with sketches whose files have random bytes. */
function siteWith(sketches: number, bytes: number): Promise<LocalSite> {
  return preparedSite(`export-${sketches}`, { sketches, bytes, KEY_PREFIX }, async ({ DB, FILES }) => {
    await DB.prepare(
      `INSERT INTO users (nickname, nickname_key, birth_date, created_at) VALUES ('Mira', 'mira', '1990-01-01', 1)`,
    ).run()
    await DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO sketches (user_id, title, description, alt_text, width, height, file_key, image_key, bytes, content_type,
        content_hash, thumbhash, colours, perceptual_hash, created_at)
      SELECT 1, 'Sketch ' || i, '', '', 2000, 2000, ?3 || i, lower(hex(randomblob(20))), ?2, 'image/png',
        lower(hex(randomblob(32))), '', '[]', lower(hex(randomblob(8))), i FROM n`,
    )
      .bind(sketches, bytes, KEY_PREFIX)
      .run()
    for (let number = 1; number <= sketches; number++) await FILES.put(keyOf(number), randomBytes(bytes))
  })
}

const removeExports = (localSite: LocalSite) =>
  withPlatform(localSite, async ({ DB }) => {
    await DB.batch(['exported_files', 'account_exports'].map((table) => DB.prepare(`DELETE FROM ${table}`)))
  })

async function measure({ pid }: Workerd, work: () => Promise<void>): Promise<Measured> {
  const rest = residentBytes(pid)
  resetPeak(pid)
  const started = performance.now()
  await work()
  return { ms: performance.now() - started, memory: peakBytes(pid) - rest }
}

/** Asks for an export and looks at its progress until it is ready, as its page does. */
async function makeExport({ direct }: Workerd, cookie: string): Promise<ExportReply> {
  const origin = direct.site ?? ''
  const headers = { cookie, origin, 'content-type': 'application/json' }
  await fetch(`${origin}/api/v2/user/export`, { method: 'POST', headers, body: '{}' })
  for (;;) {
    const reply = exportReply.parse(await (await fetch(`${origin}/api/v2/user/export`, { headers: { cookie } })).json())
    if (reply.state === 'ready') return reply
    if (reply.state !== 'making') throw new Error(`the export is ${reply.state}`)
    await setTimeout(POLL_MS)
  }
}

/** Reads a reply to its end; returns its length. */
async function download(url: string, headers: Record<string, string> = {}): Promise<number> {
  const reply = await fetch(url, { headers })
  if (!reply.ok || !reply.body) throw new Error(`${url} was answered ${reply.status}`)
  let bytes = 0
  for await (const chunk of reply.body) bytes += chunk.length
  return bytes
}
