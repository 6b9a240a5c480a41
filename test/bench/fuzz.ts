import { seed } from '../../dev/seed/seed.ts'
import { buildPage, buildWorker } from './lib/build.ts'
import { type Findings, figureOf, median, milliseconds } from './lib/figure.ts'
import { type Call, type Knowledge, learn, makeCall } from './lib/fuzz/calls.ts'
import { ROUTES_PATH, type Route } from './lib/fuzz/route.ts'
import { contractFields, randomOf } from './lib/fuzz/values.ts'
import type { Mode } from './lib/mode.ts'
import { preparedSite, removeSite, signIn } from './lib/state.ts'
import { startWorkerd } from './lib/workerd.ts'

const PLANS = {
  full: { calls: 100_000, sketches: 60 },
  short: { calls: 300, sketches: 20 },
} satisfies Record<Mode, object>
/** The same calls in every run, as far as the site answers the same. */
const SEED = 20261127
/** Calls log out, delete accounts and ban members, so callers are replaced. */
const CALLS_PER_CALLER = 400
const MEMBERS = 12
const REPLY_MAX_MS = 5000
/** Codes of services that a local site has not. */
const EXPECTED = /"code":"(sign_in_unavailable|not_configured)"/
const INTERNALS = /SQLITE_|D1_ERROR|drizzle|ZodError|\bat [\w.]+ \(|node_modules|worker\/[a-z]/
const FAULTS_SHOWN = 20

/** Calls of all routes with values that learn from the refusals: no reply may be a failure of the site. */
export async function measureFuzz(mode: Mode): Promise<Findings> {
  const { calls, sketches } = PLANS[mode]
  await removeSite('fuzz')
  const localSite = await preparedSite('fuzz', { sketches }, async (platform, site) => {
    await seed(platform, site, { sketches }, () => undefined)
  })
  const script = await buildWorker('test/bench/workers/fuzzed-site.ts')
  await using workerd = await startWorkerd(localSite, [{ name: 'site', script, page: await buildPage() }])
  const { origin } = workerd
  const routes = (await (await fetch(origin + ROUTES_PATH)).json()) as Route[]
  const DB = await workerd.databaseOf('site')
  const [fields, random] = [await contractFields(), randomOf(SEED)]
  const knowledge = new Map<Route, Knowledge>()
  const [statuses, faults, times] = [new Map<number, number>(), new Map<string, string>(), [] as number[]]
  const accepted = new Set<Route>()
  let cookie = ''
  // The site closes a connection after a body that it did not read, perhaps under the next call.
  let isClosing = false
  for (let index = 0; index < calls; index++) {
    if (index % CALLS_PER_CALLER === 0) cookie = await nextCaller()
    const route = random.oneOf(routes)
    const known = knowledge.get(route) ?? { query: {}, json: {} }
    knowledge.set(route, known)
    const parts = { fields, known, random, cookie, origin }
    const call = makeCall(route, parts)
    const reply = await send(call)
    times.push(reply.ms)
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    if (reply.status < 400) accepted.add(route)
    const fault = faultOf(reply)
    if (fault)
      faults.set(`${route.method} ${route.path}: ${fault}`, `${JSON.stringify(call)} → ${reply.text.slice(0, 200)}`)
    learn(known, call, reply, parts)
  }
  return {
    figures: [
      figureOf({
        what: `${calls.toLocaleString('en')} hostile calls of ${routes.length} routes: replies that are failures of the site`,
        figure: String(faults.size),
        yardstick: `${accepted.size} routes accepted a call`,
        bar: '0',
        ok: faults.size === 0,
      }),
      figureOf({
        what: '… slowest reply',
        figure: milliseconds(Math.max(...times)),
        yardstick: `${milliseconds(median(times))} (median)`,
        ratio: Math.max(...times) / median(times),
      }),
    ],
    notes: [
      `fuzz: replies by status: ${[...statuses]
        .sort(([a], [b]) => a - b)
        .map((pair) => pair.join(' × '))
        .join(', ')}`,
      ...[...faults].slice(0, FAULTS_SHOWN).map((fault) => `fuzz: ${fault.join(' ')}`),
    ],
  }

  /** A visitor, or one of the first members, among whom are staff. */
  async function nextCaller(): Promise<string> {
    return random.chance(0.2) ? '' : await signIn({ DB }, 1 + random.below(MEMBERS))
  }

  async function send({ path, init }: Call) {
    const started = performance.now()
    const sent = () => fetch(origin + path, { ...init, redirect: 'manual' })
    const reply = await sent().catch((error) => {
      if (!isClosing) throw error
      return sent()
    })
    isClosing = reply.status >= 400 && init.body !== undefined
    const text = await reply.text()
    return {
      status: reply.status,
      text,
      type: reply.headers.get('content-type') ?? '',
      ms: performance.now() - started,
    }
  }
}

type Reply = { status: number; text: string; type: string; ms: number }

function faultOf({ status, text, type, ms }: Reply): string | null {
  if (status >= 500 && !EXPECTED.test(text)) return `status ${status}`
  if (status >= 400 && type.startsWith('application/json') && !/^\{"error":\{"code":"\w+"/.test(text))
    return 'no error code'
  if (status >= 400 && INTERNALS.test(text)) return 'tells internals'
  return ms > REPLY_MAX_MS ? 'slow' : null
}
