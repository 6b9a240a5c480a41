import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** `npm test`: every check and every test, one after the other, and a last line that counts them. */
const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, 'test-results')
const env = {
  ...process.env,
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
  WRANGLER_SEND_METRICS: 'false',
}

let passed = 0
let failed = 0

function run(command: string, ...args: string[]): boolean {
  console.log(`\n> ${[command, ...args].join(' ')}`)
  return spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

/** A check counts as one. */
function check(command: string, ...args: string[]): void {
  if (run(command, ...args)) passed++
  else failed++
}

/** A test run counts its tests; one that ended without a report, or failed outside its tests, counts as failed. */
function tests(report: string, count: (report: unknown) => [number, number], command: string, ...args: string[]): void {
  const path = join(RESULTS, report)
  rmSync(path, { force: true })
  const ok = run(command, ...args)
  const [passes, failures] = readReport(path, count)
  passed += passes
  failed += !ok && failures === 0 ? 1 : failures
  if (passes === 0 && failures === 0 && ok) failed++
}

function readReport(path: string, count: (report: unknown) => [number, number]): [number, number] {
  try {
    return count(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return [0, 0]
  }
}

type VitestReport = { numPassedTests: number; numFailedTests: number }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } }

/**
 * On Debian, as root, the headless shell, which runs the tests in half the time; else a Chromium from PATH; else what
 * Playwright installs; else all of Debian's.
 */
function ensureChromium(): void {
  const has = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
  const debian = process.getuid?.() === 0 && has('apt-get')
  const install = (name: string) =>
    run('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', name) ||
    (run('apt-get', 'update', '--quiet') &&
      run('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', name))
  if (has('chromium-headless-shell') || (debian && install('chromium-headless-shell'))) return
  if (['chromium', 'chromium-browser', 'google-chrome'].some(has)) return
  if (!run('playwright', 'install', '--with-deps', 'chromium') && debian) install('chromium')
}

check('tsc', '-b')
check('biome', 'check', '--error-on-warnings', '.')
check('knip')
check('vite', 'build', '--mode', 'demo', '--logLevel', 'warn')
const vitest = ({ numPassedTests, numFailedTests }: VitestReport): [number, number] => [numPassedTests, numFailedTests]
const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json']
tests('vitest.json', (report) => vitest(report as VitestReport), 'vitest', 'run', ...reporters)
ensureChromium()
const playwright = ({ stats }: PlaywrightReport): [number, number] => [stats.expected + stats.flaky, stats.unexpected]
tests('e2e.json', (report) => playwright(report as PlaywrightReport), 'playwright', 'test')

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
