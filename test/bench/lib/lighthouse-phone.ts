import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { type Browser, memberCookies, startBrowser } from './browser.ts'

/**
 * Lighthouse slows a fast desktop down by four, to a phone of the middle class. A slower machine is slowed down less,
 * as its guide says: by the ratio of its index to that of the middle of the class of fast desktops.
 */
const SLOWDOWN_MAX = 4
const DESKTOP_INDEX = 1750

/** Times in milliseconds, the layout shift, a score from 0 to 1, and the index of the machine. */
export type Visit = { lcp: number; fcp: number; tbt: number; cls: number; score: number; index: number }
type Opened = { address: string; session?: string; slowdown: number }

/** Makes a visit with an empty cache, as a member with a session; returns Lighthouse's message if it failed. */
export async function visitOnPhone({ address, session, slowdown }: Opened): Promise<Visit | string> {
  await using browser = await startBrowser()
  if (session) await openSession(browser, address, session)
  const throttling = { cpuSlowdownMultiplier: slowdown }
  const settings = { port: browser.port, onlyCategories: ['performance'], logLevel: 'error' as const, throttling }
  const result = (await lighthouse(address, settings))?.lhr
  if (!result || result.runtimeError) return result?.runtimeError?.message ?? 'no result'
  const numberOf = (audit: string) => result.audits[audit]?.numericValue ?? Number.NaN
  return {
    lcp: numberOf('largest-contentful-paint'),
    fcp: numberOf('first-contentful-paint'),
    tbt: numberOf('total-blocking-time'),
    cls: numberOf('cumulative-layout-shift'),
    score: result.categories.performance?.score ?? Number.NaN,
    index: result.environment.benchmarkIndex,
  }
}

/** Index of the machine, and the factor by which its processor is slowed down to that of a phone. */
export async function measurePhone(origin: string): Promise<{ index: number; slowdown: number }> {
  const visited = await visitOnPhone({ address: origin, slowdown: SLOWDOWN_MAX })
  if (typeof visited === 'string') throw new Error(`Lighthouse: ${visited}`)
  return { index: visited.index, slowdown: slowdownOf(visited.index) }
}

/** Factor by which a machine with this index is slowed down to a phone. */
export const slowdownOf = (index: number): number =>
  Math.min(SLOWDOWN_MAX, Math.max(1, (SLOWDOWN_MAX * index) / DESKTOP_INDEX))

async function openSession({ port }: Browser, url: string, session: string): Promise<void> {
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  await connection.contexts()[0]?.addCookies(memberCookies(session, url))
  await connection.close()
}
