import { env } from 'cloudflare:workers'
import { bound, watchedDb } from './watched-db.ts'

/**
 * `refused`: the call was not executed. `lost`: it was executed but its reply was lost. R2 reads the whole body
 * before it refuses.
 */
export type Fault = 'refused' | 'lost'

const FILE_CALLS = new Set<PropertyKey>(['put', 'get', 'head', 'list', 'delete'])

/**
 * An environment in which the n-th call to D1, R2 or the mail service (counted together from 1) fails. `calls` returns
 * the number of calls.
 */
export function faultyEnv(n: number, fault: Fault, whole = env): { env: Cloudflare.Env; calls: () => number } {
  let calls = 0
  return { env: envWithFaults(fault, () => ++calls === n, whole), calls: () => calls }
}

/**
 * An environment in which each call to D1 or R2 fails the first time that it is made. Calls differ by their statements,
 * or by their method of R2. `failures` returns how many have failed.
 */
export function envWithFirstFaults(fault: Fault): { env: Cloudflare.Env; failures: () => number } {
  const failed = new Set<string>()
  const fails = (call: string) => !failed.has(call) && Boolean(failed.add(call))
  return { env: envWithFaults(fault, fails), failures: () => failed.size }
}

function envWithFaults(fault: Fault, fails: (call: string) => boolean, whole = env): Cloudflare.Env {
  const trip = async (run: () => Promise<unknown>, call: string, sent?: unknown) => {
    if (!fails(call)) return run()
    if (fault === 'lost') await run()
    else if (sent instanceof ReadableStream) await sent.pipeTo(new WritableStream())
    throw new Error('injected fault')
  }
  const send = (mail: EmailMessage) => trip(() => whole.EMAIL.send(mail), 'send')
  const files = new Proxy(whole.FILES, {
    get(target, name) {
      const method = bound(target, name)
      if (typeof method !== 'function' || !FILE_CALLS.has(name)) return method
      return (...given: unknown[]) => trip(() => method(...given), String(name), given[1])
    },
  })
  return {
    ...whole,
    DB: watchedDb(whole.DB, (run, _, query) => trip(run, query)),
    FILES: files,
    EMAIL: { send } as SendEmail,
  }
}

/**
 * Repeats `act`, each time with the next call to D1, R2 or the mail service failing, followed by `check`, until no call
 * fails.
 */
export async function withEveryFault(
  fault: Fault,
  act: (env: Cloudflare.Env) => Promise<Response>,
  check: (reply: Response, n: number) => Promise<void>,
  whole = env,
): Promise<number> {
  for (let n = 1; n < 50; n++) {
    const faulty = faultyEnv(n, fault, whole)
    const reply = await act(faulty.env)
    if (faulty.calls() < n) {
      if (reply.status !== 200) throw new Error(`status ${reply.status} without a fault: ${await reply.text()}`)
      return n - 1
    }
    await check(reply, n)
  }
  throw new Error('the number of calls has no end')
}

/** Repeats `act` with each of its calls failing once, until it runs without a fault; returns the number of faults. */
export async function untilNoFaults(fault: Fault, act: (env: Cloudflare.Env) => Promise<unknown>): Promise<number> {
  const { env: faulty, failures } = envWithFirstFaults(fault)
  for (let run = 0; run < 500; run++) {
    const before = failures()
    await act(faulty).catch(() => undefined)
    if (failures() === before) return before
  }
  throw new Error('the number of calls has no end')
}
