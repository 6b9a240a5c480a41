import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureChromium, ensureCompiler } from './install-programs.ts'

/** `npm test`: runs the checks in parallel, then all tests, and prints a last line that counts them. */
const ROOT = join(import.meta.dirname, '..')
const RESULTS = join(ROOT, 'test-results')
/** Characters of a failure message that the summary repeats. */
const REASON_MAX = 2000
const MEMORY_FOLDER = '/dev/shm'
/** Bytes that the files of tests and browsers may need there. */
const MEMORY_NEEDED = 4e9

/** A folder for files that no test needs later: in memory where that is large enough, because a disk is slower. */
function temporaryFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize > MEMORY_NEEDED ? MEMORY_FOLDER : tmpdir()
}

const env = {
  ...process.env,
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
  TMPDIR: temporaryFolder(),
  WRANGLER_SEND_METRICS: 'false',
  // The pages are built once, as a check; the browser tests need not build them again.
  CROQUIS_BUILT: 'yes',
}

let passed = 0
/** Failures with their messages, for the summary at the end. */
const failed: string[] = []

/** Runs a command that counts as one test. Its output is printed at the end, so that several can run at once. */
async function check(...command: string[]): Promise<void> {
  const [name = '', ...args] = command
  const running = spawn(name, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(running, 'close')
  const said = await Promise.all([text(running.stdout), text(running.stderr)])
  const [status] = await ended
  console.log(`\n> ${command.join(' ')}\n${said.join('')}`)
  if (status === 0) passed++
  else failed.push(command.join(' '))
}

type Counted = { passed: number; failed: string[] }

/** Runs tests and counts them. A run that ended without a report, or failed outside its tests, counts as failed. */
async function tests(
  report: string,
  count: (report: unknown) => Counted,
  command: string,
  ...args: string[]
): Promise<void> {
  const path = join(RESULTS, report)
  rmSync(path, { force: true })
  console.log(`\n> ${[command, ...args].join(' ')}`)
  const [status] = await once(spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' }), 'close')
  const counted = readReport(path, count)
  passed += counted.passed
  failed.push(...counted.failed)
  const wrong = status !== 0 && counted.failed.length === 0
  if (wrong || counted.passed + counted.failed.length === 0) failed.push([command, ...args].join(' '))
}

function readReport(path: string, count: (report: unknown) => Counted): Counted {
  try {
    return count(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { passed: 0, failed: [] }
  }
}

type VitestResult = { status: string; fullName: string; failureMessages?: string[]; meta?: { measured?: string } }
type VitestReport = { testResults: { assertionResults: VitestResult[] }[] }

function countVitest({ testResults }: VitestReport): Counted {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  for (const { meta } of results) if (meta?.measured) console.log(`measured: ${meta.measured}`)
  // A skipped test proves nothing, so it has not passed.
  const failed = results.filter(({ status }) => status !== 'passed')
  return { passed: results.length - failed.length, failed: failed.map(failureText) }
}

function failureText({ fullName, failureMessages = [] }: VitestResult): string {
  return [fullName, ...failureMessages.map((message) => message.slice(0, REASON_MAX))].join('\n')
}

type BenchReport = { name: string; faults: string[] }[]

/** Counts each measurement of the bench as a test, which passes when it still measures. */
function countBench(report: BenchReport): Counted {
  const broken = report.filter(({ faults }) => faults.length > 0)
  return {
    passed: report.length - broken.length,
    failed: broken.map(({ name, faults }) => [`bench ${name}`, ...faults].join('\n')),
  }
}

type Suite = { suites?: Suite[]; specs: { title: string; file: string; tests: { status: string }[] }[] }

function countPlaywright({ suites }: { suites: Suite[] }): Counted {
  const specsIn = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)]
  const specs = suites.flatMap(specsIn)
  // A skipped test proves nothing, and a test that needs a second try is broken.
  const broken = specs.filter(({ tests }) => tests.length === 0 || tests.some(({ status }) => status !== 'expected'))
  return { passed: specs.length - broken.length, failed: broken.map(({ file, title }) => `${file}: ${title}`) }
}

type BrowsersReport = { browser: string; step: string; missing: string[]; fault: string | null }[]

/** Counts steps in other browsers. A step that needs an API which the browser lacks is named above, and not counted. */
function countBrowsers(report: BrowsersReport): Counted {
  const failed = report.filter(({ fault }) => fault !== null)
  return {
    passed: report.filter(({ missing, fault }) => fault === null && missing.length === 0).length,
    failed: failed.map(({ browser, step, fault }) => `${browser}: ${step}\n${fault?.slice(0, REASON_MAX)}`),
  }
}

await Promise.all([
  check('tsc', '-b'),
  check('biome', 'check', '--error-on-warnings', '.'),
  check('knip'),
  check('node', 'dev/check-words.ts'),
  check('node', 'dev/check-lock.ts'),
  check('vite', 'build', '--mode', 'demo', '--logLevel', 'warn'),
])
ensureChromium()
ensureCompiler()
const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json']
await tests('vitest.json', (report) => countVitest(report as VitestReport), 'vitest', 'run', ...reporters)
const bench = ['test/bench/main.ts', '--short', '--report', 'test-results/bench.json']
const browsers = ['test/browsers/main.ts', '--short', '--report', 'test-results/browsers.json']
// Neither needs the whole processor, nor measures it.
await Promise.all([
  tests('bench.json', (report) => countBench(report as BenchReport), process.execPath, ...bench),
  tests('browsers.json', (report) => countBrowsers(report as BrowsersReport), process.execPath, ...browsers),
])
await tests('e2e.json', (report) => countPlaywright(report as { suites: Suite[] }), 'playwright', 'test')

for (const name of failed) console.log(`\nfailed: ${name}`)
console.log(`\n${passed} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
