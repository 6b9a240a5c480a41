import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureBytes } from './bytes.ts'
import { measureChat } from './chat.ts'
import { measureGallery } from './gallery.ts'
import { measureGlass } from './glass.ts'
import { measureHome } from './home.ts'
import type { Findings } from './lib/figure.ts'
import { markdownOf, tableOf } from './lib/table.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureRows } from './rows.ts'
import { measureScroll } from './scroll.ts'
import { measureSearch } from './search.ts'
import { measureUpload } from './upload.ts'
import { measureWhiteboard } from './whiteboard.ts'

const MEASUREMENTS: Record<string, () => Promise<Findings>> = {
  gallery: measureGallery,
  rows: measureRows,
  home: measureHome,
  search: measureSearch,
  scroll: measureScroll,
  bytes: measureBytes,
  upload: measureUpload,
  chat: measureChat,
  whiteboard: measureWhiteboard,
  glass: measureGlass,
  lighthouse: measureLighthouse,
}

/** `npm run bench [-- name … --markdown]`: measures, and prints one table. A bar that is missed is shown, not punished. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { markdown: { type: 'boolean', default: false } },
})

const names = positionals.length > 0 ? positionals : Object.keys(MEASUREMENTS)
const unknown = names.filter((name) => !Object.hasOwn(MEASUREMENTS, name))
if (unknown.length > 0) {
  console.error(`There is no measurement "${unknown.join('", "')}"; there are ${Object.keys(MEASUREMENTS).join(', ')}.`)
  process.exit(2)
}

const all: Findings = { figures: [], notes: [] }
for (const name of names) {
  const started = Date.now()
  const [load = 0] = loadavg()
  const found = await MEASUREMENTS[name]?.()
  console.error(`${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`)
  all.figures.push(...(found?.figures ?? []))
  all.notes.push(...(found?.notes ?? []), `${name}: the machine's load before it was ${load.toFixed(1)}`)
}
console.log(`\n${(values.markdown ? markdownOf : tableOf)(all.figures)}\n`)
for (const note of all.notes) console.log(values.markdown ? `- ${note}` : note)
process.exit(0)
