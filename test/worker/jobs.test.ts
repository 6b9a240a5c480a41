import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { JOBS, runJobs } from '../../worker/jobs.ts'
import { faultyEnv } from '../support/worker/faults.ts'
import { addPerson } from '../support/worker/people.ts'
import { storeEnv } from '../support/worker/store.ts'

type Line = { event: string; name: string; outcome: string; ms: number; reason?: string }

afterEach(() => vi.restoreAllMocks())

/** Runs the schedule and returns its log lines. At night it also asks the provider of payments. */
async function linesOfRun(bindings: Cloudflare.Env): Promise<Line[]> {
  const lines: Line[] = []
  for (const level of ['log', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)))
  await runJobs(bindings, Date.now())
  vi.restoreAllMocks()
  return lines.filter(({ event }) => event === 'job')
}

const names = JOBS.map(({ name }) => name)

describe('scheduled jobs', () => {
  it('jobs run in the order of their list', async () => {
    expect((await linesOfRun(storeEnv())).map(({ name }) => name)).toEqual(names)
  })

  it('each job logs its outcome and duration', async () => {
    for (const { outcome, ms } of await linesOfRun(storeEnv())) {
      expect(outcome).toBe('done')
      expect(ms).toBeGreaterThanOrEqual(0)
    }
  })

  describe('with each of their calls to D1 and R2 failing once', () => {
    const runs: Line[][] = []
    beforeAll(async () => {
      for (let call = 1; ; call++) {
        const faulty = faultyEnv(call, 'refused', storeEnv())
        const lines = await linesOfRun(faulty.env)
        if (faulty.calls() < call) break
        runs.push(lines)
      }
    })

    it('a failed job is logged by name', () => {
      const failed = runs.map((lines) => lines.filter(({ outcome }) => outcome === 'failed'))
      for (const lines of failed) expect(lines.map(({ reason }) => reason)).toEqual(['Error'])
      expect([...new Set(failed.flat().map(({ name }) => name))]).toEqual(names)
    })

    it('the other jobs still run', () => {
      for (const lines of runs) expect(lines.map(({ name }) => name)).toEqual(names)
    })
  })

  it('later jobs do their work after a failed one', async () => {
    const { id } = await addPerson()
    await env.DB.prepare('UPDATE sessions SET expires_at = 1 WHERE user_id = ?').bind(id).run()
    const [first] = await linesOfRun(faultyEnv(1, 'refused', storeEnv()).env)
    expect(first?.outcome).toBe('failed')
    expect(await env.DB.prepare('SELECT * FROM sessions WHERE user_id = ?').bind(id).first()).toBeNull()
  })
})
