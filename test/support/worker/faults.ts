import { env } from 'cloudflare:workers'
import { bound, watchedDb } from './watched-db.ts'

/**
 * `refused`: the call was not executed. `lost`: it was executed but its reply was lost. R2 reads the whole body
 * before it refuses.
 */
export type Fault = 'refused' | 'lost'

const FILE_CALLS = new Set<PropertyKey>(['put', 'get', 'head', 'list', 'delete'])

/**
 * An environment in which the n-th call to D1 or R2 (counted together from 1) fails. `calls` returns the number of
 * calls.
 */
export function faultyEnv(n: number, fault: Fault): { env: Cloudflare.Env; calls: () => number } {
  let calls = 0
  const trip = async (run: () => Promise<unknown>, sent?: unknown) => {
    calls++
    if (calls !== n) return run()
    if (fault === 'lost') await run()
    else if (sent instanceof ReadableStream) await sent.pipeTo(new WritableStream())
    throw new Error('injected fault')
  }
  const files = new Proxy(env.FILES, {
    get(target, name) {
      const method = bound(target, name)
      if (typeof method !== 'function' || !FILE_CALLS.has(name)) return method
      return (...given: unknown[]) => trip(() => method(...given), given[1])
    },
  })
  const db = watchedDb(env.DB, (run) => trip(run))
  return { env: { ...env, DB: db, FILES: files }, calls: () => calls }
}

/** Repeats `act`, each time with the next D1 or R2 call failing, followed by `check`, until no call fails. */
export async function withEveryFault(
  fault: Fault,
  act: (env: Cloudflare.Env) => Promise<Response>,
  check: (reply: Response, n: number) => Promise<void>,
): Promise<number> {
  for (let n = 1; n < 50; n++) {
    const faulty = faultyEnv(n, fault)
    const reply = await act(faulty.env)
    if (faulty.calls() < n) {
      if (reply.status !== 200) throw new Error(`status ${reply.status} without a fault: ${await reply.text()}`)
      return n - 1
    }
    await check(reply, n)
  }
  throw new Error('the number of calls has no end')
}
