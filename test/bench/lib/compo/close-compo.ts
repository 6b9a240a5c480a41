import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type AnsweredSet, SetPacker } from '../../../../worker/domain/compos/answered-sets.ts'
import { finishFit } from '../../../../worker/domain/compos/fit.ts'
import { rankEntries } from '../../../../worker/domain/compos/result.ts'
import { cpuSeconds, peakBytes, resetPeak, residentBytes } from '../process-facts.ts'

/** `path` has a page of answered sets in each line. `method` is our result, or shares of picks as yardstick. */
export type ClosingPlan = { path: string; entries: number; sets: number; method: 'fit' | 'shares' }

/** `memory` is above rest. `iterations` is 0 for shares. */
export type Closing = { ms: number; cpuSeconds: number; memory: number; iterations: number }

/** Closes a compo in a process of its own: `close-compo.ts PLAN`. */
const plan = JSON.parse(process.argv[2] ?? '') as ClosingPlan
const { pid } = process
const rest = residentBytes(pid)
resetPeak(pid)
const [startedMs, startedCpu] = [performance.now(), cpuSeconds(pid)]
const iterations = await (plan.method === 'fit' ? closeByFit() : closeByShares())
const closing: Closing = {
  ms: performance.now() - startedMs,
  cpuSeconds: cpuSeconds(pid) - startedCpu,
  memory: peakBytes(pid) - rest,
  iterations,
}
console.log(JSON.stringify(closing))

async function* readPages(): AsyncGenerator<AnsweredSet[]> {
  for await (const line of createInterface({ input: createReadStream(plan.path) })) yield JSON.parse(line)
}

async function closeByFit(): Promise<number> {
  const ids = Array.from({ length: plan.entries }, (_, index) => index + 1)
  const packer = new SetPacker(ids, plan.sets)
  for await (const page of readPages()) for (const set of page) packer.add(set)
  const sets = packer.pack()
  const fit = finishFit(sets)
  const [winner] = rankEntries(sets, fit)
  if (winner?.place !== 1) throw new Error('there is no result')
  return fit.iterations
}

async function closeByShares(): Promise<number> {
  const counts = Array.from({ length: plan.entries }, (_, index) => ({ id: index + 1, seen: 0, picks: 0 }))
  for await (const page of readPages()) {
    for (const { entries, pick } of page) {
      for (const id of entries) {
        const entry = counts[id - 1]
        if (!entry) continue
        entry.seen++
        if (id === pick) entry.picks++
      }
    }
  }
  counts.sort((a, b) => b.picks / b.seen - a.picks / a.seen)
  return 0
}
