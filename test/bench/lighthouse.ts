import lighthouse from 'lighthouse'
import { startBrowser } from './lib/browser.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { communitySite } from './lib/community-site.ts'
import { type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import { startWorkerd } from './lib/workerd.ts'

const RUNS: Record<Mode, number> = { full: 5, short: 1 }
/** Maximum number of visits per wanted one; some fail on a busy machine. */
const TRIES_MAX = 3
const LCP_MAX_MS = 1500

type Visit = { lcp: number; fcp: number; tbt: number; cls: number; score: number; benchmark: number }

/** A visitor's first page in Lighthouse's mobile setting, on the seeded site and the production build. */
export async function measureLighthouse(mode: Mode): Promise<Findings> {
  const runs = RUNS[mode]
  const page = await buildPage()
  const localSite = await communitySite(mode)
  await using workerd = await startWorkerd(localSite, [
    { name: 'site', script: await buildWorker('worker/index.ts'), page },
  ])
  // The first visit resizes pictures for the phone.
  if (mode === 'full') await visit(workerd.origin)
  const visits: Visit[] = []
  for (let tries = 0; visits.length < runs; tries++) {
    const found = await visit(workerd.origin)
    if (typeof found !== 'string') visits.push(found)
    else if (tries >= TRIES_MAX * runs) throw new Error(`Lighthouse: ${found}`)
  }
  const of = (name: keyof Visit) => median(visits.map((visit) => visit[name]))
  const what = 'first page on a phone'
  const spread = visits.map(({ lcp }) => lcp.toFixed(0)).join(', ')
  return {
    figures: [
      figureOf({
        what: `${what}: largest contentful paint`,
        figure: milliseconds(of('lcp')),
        yardstick: milliseconds(LCP_MAX_MS),
        ratio: of('lcp') / LCP_MAX_MS,
        bar: `< ${milliseconds(LCP_MAX_MS)}`,
        ok: of('lcp') < LCP_MAX_MS,
      }),
      figureOf({ what: `${what}: layout shift`, figure: of('cls').toFixed(4), bar: '0', ok: of('cls') === 0 }),
      figureOf({ what: `${what}: first contentful paint`, figure: milliseconds(of('fcp')) }),
      figureOf({ what: `${what}: total blocking time`, figure: milliseconds(of('tbt')) }),
      figureOf({ what: `${what}: performance score`, figure: (of('score') * 100).toFixed(0) }),
    ],
    notes: [
      `phone: Lighthouse, mobile, simulated slow 4G, medians of ${runs}; largest paint was ${spread} ms; this machine's` +
        ` BenchmarkIndex ${of('benchmark').toFixed(0)}; the local server speaks HTTP/1.1, the deployed one HTTP/2 or 3`,
    ],
  }
}

/** Makes a visit with an empty cache; returns Lighthouse's message if it failed. */
export async function visit(address: string): Promise<Visit | string> {
  await using browser = await startBrowser()
  const settings = { port: browser.port, onlyCategories: ['performance'], logLevel: 'error' as const }
  const result = (await lighthouse(address, settings))?.lhr
  if (!result || result.runtimeError) return result?.runtimeError?.message ?? 'no result'
  const numberOf = (audit: string) => result.audits[audit]?.numericValue ?? Number.NaN
  return {
    lcp: numberOf('largest-contentful-paint'),
    fcp: numberOf('first-contentful-paint'),
    tbt: numberOf('total-blocking-time'),
    cls: numberOf('cumulative-layout-shift'),
    score: result.categories.performance?.score ?? Number.NaN,
    benchmark: result.environment.benchmarkIndex,
  }
}
