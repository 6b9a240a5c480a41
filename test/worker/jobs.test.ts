import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { JOBS, runJobs } from '../../worker/jobs.ts'
import { faultyEnv } from '../support/worker/faults.ts'
import { addPerson } from '../support/worker/people.ts'

type Line = { event: string; name: string; outcome: string; ms: number; reason?: string }

afterEach(() => vi.restoreAllMocks())

/** Runs the schedule and returns its log lines. */
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
  it('jobs run in the order of the table, and each logs its outcome and duration', async () => {
    const lines = await linesOfRun(env)
    expect(lines.map(({ name, outcome }) => [name, outcome])).toEqual(names.map((name) => [name, 'done']))
    for (const { ms } of lines) expect(ms).toBeGreaterThanOrEqual(0)
  })

  it('a failed job is logged by name, and the others still run', async () => {
    const failed = new Set<string>()
    // Fails every call to D1 and R2 of a run once, so every job fails at one of them.
    for (let call = 1; ; call++) {
      const faulty = faultyEnv(call, 'refused')
      const lines = await linesOfRun(faulty.env)
      if (faulty.calls() < call) break
      expect(lines.map(({ name }) => name)).toEqual(names)
      const broken = lines.filter(({ outcome }) => outcome === 'failed')
      expect(broken.map(({ reason }) => reason)).toEqual(['Error'])
      for (const { name } of broken) failed.add(name)
    }
    expect([...failed]).toEqual(names)
  })

  it('later jobs do their work after a failed one', async () => {
    const { id } = await addPerson()
    await env.DB.prepare('UPDATE sessions SET expires_at = 1 WHERE user_id = ?').bind(id).run()
    const [first] = await linesOfRun(faultyEnv(1, 'refused').env)
    expect(first?.outcome).toBe('failed')
    expect(await env.DB.prepare('SELECT * FROM sessions WHERE user_id = ?').bind(id).first()).toBeNull()
  })
})
