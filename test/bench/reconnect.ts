import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildWorker } from './lib/build.ts'
import { chatSite, UNLIMITED } from './lib/chat/site.ts'
import { GENERATOR_CORE, killOnExit, onCore, SERVER_CORE } from './lib/children.ts'
import { type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import type { Mode } from './lib/mode.ts'
import type { ReturnPlan, ReturnResult } from './lib/reconnect/return-members.ts'
import { startWorkerd, type Workerd } from './lib/workerd.ts'

const PLANS = {
  full: { members: 500, turns: 5 },
  short: { members: 20, turns: 1 },
} satisfies Record<Mode, object>
const RETURN_MAX_MS = 10_000

/** The return of 500 pages with a socket each after the runtime was killed, by the page's own delays. */
export async function measureReconnect(mode: Mode): Promise<Findings> {
  const { members, turns } = PLANS[mode]
  const { localSite, nextChannel } = await chatSite()
  const site = { name: 'site', script: await buildWorker('worker/index.ts'), settings: UNLIMITED }
  await using workerd = await startWorkerd(localSite, [site], SERVER_CORE)
  const results: ReturnResult[] = []
  for (let turn = 0; turn < turns; turn++)
    results.push(
      await returnAfterCrash(workerd, { origin: workerd.direct.site ?? '', channel: nextChannel(), members }),
    )
  const middle = (of: (result: ReturnResult) => number) => median(results.map(of))
  const entryMs = middle((result) => result.entryMs)
  const lastMs = middle(({ returnTimes }) => Math.max(...returnTimes))
  const back = Math.min(...results.map(({ returnTimes }) => returnTimes.length))
  const busiest = middle(({ busiestAttempts }) => busiestAttempts)
  const slowestMs = Math.max(...results.flatMap(({ returnTimes }) => returnTimes))
  return {
    figures: [
      figureOf({
        what: '500 pages after the runtime was killed: all are back, half in a room, half in their channel',
        figure: milliseconds(lastMs),
        yardstick: `${milliseconds(entryMs)} (first entry, 20 at once)`,
        ratio: lastMs / entryMs,
        bar: `≤ ${RETURN_MAX_MS / 1000} s`,
        ok: back === members && slowestMs <= RETURN_MAX_MS,
      }),
      figureOf({
        what: '… half of them are back',
        figure: milliseconds(middle(({ returnTimes }) => median(returnTimes))),
        yardstick: `${milliseconds(entryMs / 2)} (half of the first entry)`,
      }),
      figureOf({
        what: '… most attempts within 100 ms',
        figure: String(busiest),
        yardstick: `${members} (all at once)`,
        ratio: busiest / members,
      }),
    ],
    notes: [
      `reconnect: medians of ${turns} turns; the bar is for the slowest page of all turns, which took` +
        ` ${milliseconds(slowestMs)}; at least ${back} of ${members} pages were back; ${middle(({ attempts }) => attempts)} attempts`,
    ],
  }
}

async function returnAfterCrash(workerd: Workerd, plan: ReturnPlan): Promise<ReturnResult> {
  const script = join(import.meta.dirname, 'lib/reconnect/return-members.ts')
  const [command = '', ...args] = await onCore(GENERATOR_CORE, [process.execPath, script, JSON.stringify(plan)])
  const generator = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const unregister = killOnExit(generator.pid)
  const lines = createInterface({ input: generator.stdout })[Symbol.asyncIterator]()
  await lines.next()
  await workerd.crash()
  generator.stdin.write('cut\n')
  const { value } = await lines.next()
  await once(generator, 'close')
  unregister()
  return JSON.parse(value ?? '') as ReturnResult
}
