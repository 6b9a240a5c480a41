import { parseArgs } from 'node:util'
import { ensureChromium, ensureFirefox, ensureWebKit } from '../install-browsers.ts'
import type { BrowserName, Driver } from './drivers/driver.ts'
import { startPuppeteer } from './drivers/puppeteer.ts'
import { startWebKit } from './drivers/webkit.ts'
import { type StepResult, writeReport } from './report.ts'
import { startSite } from './site.ts'
import { walk } from './walk.ts'

/**
 * `npm run test:browsers [-- firefox webkit chromium]` walks the journey in browsers, by default in Firefox and WebKit.
 * `--short` takes the steps of `npm test` only; `--report FILE` writes the results.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, report: { type: 'string' } },
})
type Browser = { ensure: () => string | null; start: (path: string) => Promise<Driver> }
const BROWSERS: Record<BrowserName, Browser> = {
  firefox: { ensure: ensureFirefox, start: (path) => startPuppeteer('firefox', path) },
  webkit: { ensure: ensureWebKit, start: startWebKit },
  chromium: { ensure: ensureChromium, start: (path) => startPuppeteer('chromium', path) },
}
const isName = (name: string): name is BrowserName => Object.hasOwn(BROWSERS, name)
const unknown = positionals.filter((name) => !isName(name))
if (unknown.length > 0) {
  console.error(`There is no browser "${unknown.join('", "')}"; there are ${Object.keys(BROWSERS).join(', ')}.`)
  process.exit(2)
}
const names = positionals.length > 0 ? positionals.filter(isName) : (['firefox', 'webkit'] as const)

const companionPath = ensureChromium()
if (!companionPath) throw new Error('Chromium is needed as well, and could not be installed')
const paths = names.map((name) => ({ name, path: BROWSERS[name].ensure() }))
const site = await startSite()
const results: StepResult[] = []
try {
  for (const { name, path } of paths)
    if (path) results.push(...(await walkIn(name, path)))
    else console.log(`\n${name} is skipped: it is not installed, and only root on Debian can install it here`)
} finally {
  await site.stop()
}
if (values.report) await writeReport(values.report, results)
process.exit(results.every(({ fault }) => fault === null) ? 0 : 1)

async function walkIn(name: BrowserName, path: string): Promise<StepResult[]> {
  const companion = await BROWSERS.chromium.start(companionPath ?? '')
  const driver = await BROWSERS[name].start(path)
  console.log(`\n${name} ${driver.version}`)
  try {
    return await walk(driver, companion, site.origin, values.short)
  } finally {
    await driver.close()
    await companion.close()
  }
}
