import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { measureBytes } from './bytes.ts'
import { measureChat } from './chat.ts'
import { measureGallery } from './gallery.ts'
import { measureHome } from './home.ts'
import { faultsIn } from './lib/check.ts'
import type { Findings } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { markdownOf, tableOf } from './lib/table.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureRows } from './rows.ts'
import { measureScroll } from './scroll.ts'
import { measureSearch } from './search.ts'
import { measureStream } from './stream.ts'
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
  chat: measureChat,
  whiteboard: measureWhiteboard,
  stream: measureStream,
  lighthouse: measureLighthouse,
}
/** Ends a measurement that hangs; it is no bar. */
const SHORT_MAX_MS = 300_000

/**
 * `npm run bench [-- name … --markdown]` measures and prints one table; a missed bar is shown and does not fail.
 * `npm run bench -- --short [name … --report FILE]` only checks that each name still measures, and fails when one does not.
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

/** Runs each name once with tiny sizes; the report lists the faults of each. Returns whether there are none. */
async function checkAll(): Promise<boolean> {
  const report: { name: string; faults: string[] }[] = []
  for (const name of names) {
    const started = Date.now()
    const faults = await faultsOf(name)
    report.push({ name, faults })
    console.log(`bench ${name}: ${faults.length === 0 ? 'measures' : 'FAILED'}, ${secondsSince(started)}`)
    for (const fault of faults) console.log(`  ${fault}`)
  }
  if (values.report) {
    await mkdir(dirname(values.report), { recursive: true })
    await writeFile(values.report, JSON.stringify(report))
  }
  return report.every(({ faults }) => faults.length === 0)
}

async function faultsOf(name: string): Promise<string[]> {
  const late = setTimeout(SHORT_MAX_MS, [`took more than ${SHORT_MAX_MS / 1000} s`], { ref: false })
  const found = MEASUREMENTS[name]?.('short').then(faultsIn, (error: Error) => [error.stack ?? String(error)])
  return Promise.race([late, found ?? []])
}

function secondsSince(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(0)} s`
}
