import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROOT } from '../../dev/settings.ts'
import { measureBytes } from './bytes.ts'
import { measureChat } from './chat.ts'
import { measureCompo } from './compo.ts'
import { measureExport } from './export.ts'
import { measureFuzz } from './fuzz.ts'
import { measureGallery } from './gallery.ts'
import { measureHome } from './home.ts'
import { faultsIn } from './lib/check.ts'
import type { Findings } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { BENCH } from './lib/state.ts'
import { markdownOf, tableOf } from './lib/table.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureReconnect } from './reconnect.ts'
import { measureRepost } from './repost.ts'
import { measureRows } from './rows.ts'
import { measureScroll } from './scroll.ts'
import { measureSearch } from './search.ts'
import { measureStream } from './stream.ts'
import { measureSynthesize } from './synthesize.ts'
import { measureTap } from './tap.ts'
import { measureUpload } from './upload.ts'
import { measureWhiteboard } from './whiteboard.ts'

const MEASUREMENTS: Record<string, (mode: Mode) => Promise<Findings>> = {
  gallery: measureGallery,
  rows: measureRows,
  home: measureHome,
  search: measureSearch,
  scroll: measureScroll,
  bytes: measureBytes,
  upload: measureUpload,
  repost: measureRepost,
  export: measureExport,
  compo: measureCompo,
  fuzz: measureFuzz,
  chat: measureChat,
  reconnect: measureReconnect,
  whiteboard: measureWhiteboard,
  stream: measureStream,
  lighthouse: measureLighthouse,
  tap: measureTap,
  synthesize: measureSynthesize,
}
/** The short mode runs two processes at once. Names of different lanes share no state. */
const LANES = [
  [
    'gallery',
    'rows',
    'home',
    'search',
    'scroll',
    'bytes',
    'lighthouse',
    'tap',
    'upload',
    'repost',
    'export',
    'compo',
    'fuzz',
    'synthesize',
  ],
  ['stream', 'whiteboard', 'chat', 'reconnect'],
]
/** Ends a hanging measurement; not a bar. */
const SHORT_MAX_MS = 300_000

/**
 * `npm run bench [-- name … --markdown]` measures and prints one table; a missed bar is shown and does not fail. `npm
 * run bench -- --short [name … --report FILE]` only checks that each name still measures, and fails when one does not.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    markdown: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})

const names = positionals.length > 0 ? positionals : Object.keys(MEASUREMENTS)
const unknown = names.filter((name) => !Object.hasOwn(MEASUREMENTS, name))
if (unknown.length > 0) {
  console.error(`There is no measurement "${unknown.join('", "')}"; there are ${Object.keys(MEASUREMENTS).join(', ')}.`)
  process.exit(2)
}
process.exit((await (values.short ? checkAll() : measureAll())) ? 0 : 1)

async function measureAll(): Promise<true> {
  const all: Findings = { figures: [], notes: [] }
  for (const name of names) {
    const started = Date.now()
    const [load = 0] = loadavg()
    const found = await MEASUREMENTS[name]?.('full')
    console.error(`${name}: ${secondsSince(started)}`)
    all.figures.push(...(found?.figures ?? []))
    all.notes.push(...(found?.notes ?? []), `${name}: the machine's load before it was ${load.toFixed(1)}`)
  }
  console.log(`\n${(values.markdown ? markdownOf : tableOf)(all.figures)}\n`)
  for (const note of all.notes) console.log(values.markdown ? `- ${note}` : note)
  return true
}

type Check = { name: string; faults: string[] }

/** Checks the given names, or all of them in two lanes. Returns true if each measures. */
async function checkAll(): Promise<boolean> {
  const checks = positionals.length > 0 ? await checkNames() : (await Promise.all(LANES.map(checkLane))).flat()
  if (values.report) await writeReport(values.report, checks)
  return checks.every(({ faults }) => faults.length === 0)
}

/** Runs each name once with tiny sizes and lists its faults. */
async function checkNames(): Promise<Check[]> {
  const checks: Check[] = []
  for (const name of names) {
    const started = Date.now()
    const faults = await faultsOf(name)
    checks.push({ name, faults })
    console.log(`bench ${name}: ${faults.length === 0 ? 'measures' : 'FAILED'}, ${secondsSince(started)}`)
    for (const fault of faults) console.log(`  ${fault}`)
  }
  return checks
}

/** Checks a lane in a process of its own; without a report, all its names fail. */
async function checkLane(lane: string[], index: number): Promise<Check[]> {
  const report = join(ROOT, BENCH, `lane-${index}.json`)
  await rm(report, { force: true })
  const child = spawn(process.execPath, [import.meta.filename, '--short', '--report', report, ...lane], {
    stdio: 'inherit',
    env: { ...process.env, CROQUIS_BENCH_LANE: `lane-${index}` },
  })
  await once(child, 'exit')
  const text = await readFile(report, 'utf8').catch(() => null)
  return text ? JSON.parse(text) : lane.map((name) => ({ name, faults: ['ended without a report'] }))
}

async function writeReport(path: string, checks: Check[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(checks))
}

async function faultsOf(name: string): Promise<string[]> {
  const late = setTimeout(SHORT_MAX_MS, [`took more than ${SHORT_MAX_MS / 1000} s`], { ref: false })
  const found = MEASUREMENTS[name]?.('short').then(faultsIn, (error: Error) => [error.stack ?? String(error)])
  return Promise.race([late, found ?? []])
}

function secondsSince(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(0)} s`
}
