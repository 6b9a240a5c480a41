import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { JOBS, runJobs } from '../../worker/jobs.ts'
import { addChallenge } from '../support/worker/challenges.ts'
import { addCompo, readCompo } from '../support/worker/compos.ts'
import { faultyEnv } from '../support/worker/faults.ts'
import { runNamed } from '../support/worker/jobs.ts'
import { addPerson } from '../support/worker/people.ts'
import { addSketch } from '../support/worker/sketches.ts'
import { storeEnv } from '../support/worker/store.ts'
import { watchedDb } from '../support/worker/watched-db.ts'

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

  /** Jobs with several items. Each adds one, and counts those of the ids that are not done. */
  const jobsOfItems = [
    {
      job: 'settle streaks',
      add: async () => {
        const { id } = await addPerson()
        await env.DB.prepare('INSERT INTO streak_days VALUES (?, 1, 1, 0, 0)').bind(id).run()
        return id
      },
      left: 'streak_days WHERE user_id',
    },
    {
      job: 'remind of compos',
      add: async () => (await readCompo(await addCompo({ state: 'voting' }))).compoId,
      left: 'compos WHERE reminder IS NULL AND id',
    },
    {
      job: 'finish feeds',
      add: async () => {
        const artist = await addPerson()
        const id = await addSketch(artist)
        await env.DB.prepare('INSERT OR IGNORE INTO fan_outs (sketch_id, artist_id) VALUES (?, ?)')
          .bind(id, artist.id)
          .run()
        return id
      },
      left: 'fan_outs WHERE sketch_id',
    },
    {
      job: 'finish notifying groups of challenges',
      add: async () => addChallenge(await addPerson(), { notifiedUpTo: 0 }),
      left: 'challenges WHERE notified_up_to IS NOT NULL AND id',
    },
  ]
  it.each(jobsOfItems)('an item that fails does not stop the others: $job', async ({ job, add, left }) => {
    const ids = JSON.stringify([await add(), await add()])
    let failed = false
    const broken = watchedDb(env.DB, async (run, statement) => {
      if (failed || statement) return run()
      failed = true
      throw new Error('cut off')
    })
    await expect(runNamed([job], { ...env, DB: broken }, Date.now())).rejects.toThrow('cut off')
    const rest = env.DB.prepare(`SELECT count(*) AS n FROM ${left} IN (SELECT value FROM json_each(?))`).bind(ids)
    expect(await rest.first('n')).toBe(1)
    await runNamed([job], env, Date.now())
    expect(await rest.first('n')).toBe(0)
  })
})
