import { parseArgs } from 'node:util'
import { ensureChromium, ensureFirefox, ensureWebKit } from '../install-programs.ts'
import type { BrowserName, Driver } from './drivers/driver.ts'
import { startPuppeteer } from './drivers/puppeteer.ts'
import { startWebKit } from './drivers/webkit.ts'
import { printResult, type StepResult, writeReport } from './report.ts'
import { type Site, startSite } from './site.ts'
import { walk } from './walk.ts'

/**
 * `npm run test:browsers [-- firefox webkit chromium]` walks the journey in browsers, by default in Firefox and WebKit.
 * They walk at the same time. `--short` takes the steps of `npm test` only; `--report FILE` writes the results.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, report: { type: 'string' } },
})
type Browser = { packages: string; ensure: () => string | null; start: (path: string) => Promise<Driver> }
const BROWSERS: Record<BrowserName, Browser> = {
  firefox: { packages: 'firefox-esr', ensure: ensureFirefox, start: (path) => startPuppeteer('firefox', path) },
  webkit: { packages: 'webkit2gtk-driver and xvfb', ensure: ensureWebKit, start: startWebKit },
  chromium: {
    packages: 'chromium-headless-shell',
    ensure: ensureChromium,
    start: (path) => startPuppeteer('chromium', path),
  },
}
const isName = (name: string): name is BrowserName => Object.hasOwn(BROWSERS, name)
const unknown = positionals.filter((name) => !isName(name))
if (unknown.length > 0) {
  console.error(`There is no browser "${unknown.join('", "')}"; there are ${Object.keys(BROWSERS).join(', ')}.`)
  process.exit(2)
}
const names = positionals.length > 0 ? positionals.filter(isName) : (['firefox', 'webkit'] as const)

const results: StepResult[] = []
const companionPath = ensureInstalled('chromium')
const paths = names.map((name) => ({ name, path: ensureInstalled(name) }))
if (companionPath && paths.some(({ path }) => path)) {
  const site = await startSite()
  try {
    const walks = paths.map(({ name, path }) => (path ? walkIn(name, path, companionPath, site) : []))
    results.push(...(await Promise.all(walks)).flat())
  } finally {
    await site.stop()
  }
}
if (values.report) await writeReport(values.report, results)
process.exit(results.every(({ fault }) => fault === null) ? 0 : 1)

/** Path of a browser, installed if possible. Null, and a failed step, if not. */
function ensureInstalled(name: BrowserName): string | null {
  const { ensure, packages } = BROWSERS[name]
  const path = ensure()
  if (path) return path
  const fault = `${name} is not installed. Debian has it as ${packages}; as root, this installs it through apt.`
  const result = { browser: name, step: 'the browser is installed', ms: 0, missing: [], fault }
  printResult(result)
  results.push(result)
  return null
}

async function walkIn(name: BrowserName, path: string, companionPath: string, site: Site): Promise<StepResult[]> {
  const [companion, driver] = await Promise.all([BROWSERS.chromium.start(companionPath), BROWSERS[name].start(path)])
  console.log(`${name.padEnd(8)} ${driver.version}`)
  try {
    return await walk(driver, companion, site.origin, values.short)
  } finally {
    await driver.close()
    await companion.close()
  }
}
