import { env } from 'cloudflare:workers'
import { JOBS } from '../../../worker/jobs.ts'
import { openDb } from '../../../worker/lib/database.ts'

const STREAM_JOBS = [
  'finish notifying fans of streams',
  'check silent streams',
  'remove missed announcements',
  'remove undecided replays',
  'delete files of removed replays',
  'sweep stream folders',
]

/** Runs scheduled jobs one after the other and throws their errors. */
export async function runNamed(names: readonly string[], bindings: Cloudflare.Env, now: number): Promise<void> {
  for (const name of names) {
    const job = JOBS.find((candidate) => candidate.name === name)
    if (!job) throw new Error(`there is no job "${name}"`)
    await job.run({ env: bindings, db: openDb(bindings.DB), now })
  }
}

/** Runs all jobs of streams, in a changed environment if one is given. */
export const runStreamJobs = (bindings: Partial<Cloudflare.Env> = {}) =>
  runNamed(STREAM_JOBS, { ...env, ...bindings }, Date.now())

/** Runs the jobs that write feeds and ranked lists. */
export const runListJobs = (now = Date.now()) => runNamed(['finish feeds', 'rank sketches'], env, now)
