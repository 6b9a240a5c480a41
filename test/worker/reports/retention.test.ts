import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { EVIDENCE_RETENTION_DAYS } from '../../../contract/limits.ts'
import { addComment } from '../../support/worker/comments.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson } from '../../support/worker/people.ts'
import { sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const DAY_MS = 86_400_000
const TABLES = ['user_reports', 'comment_reports', 'comment_reporters']

const countAll = async () => {
  const counts = await Promise.all(
    TABLES.map((name) => env.DB.prepare(`SELECT count(*) AS n FROM ${name}`).first<number>('n')),
  )
  return counts.map(Number)
}
const removeAfter = (days: number) => runNamed(['remove old reports'], env, Date.now() + days * DAY_MS)

describe('the term of evidence', () => {
  it('reports and their copies are deleted after their term, and not before', async () => {
    const [mira, noor] = [await addPerson(), await addPerson()]
    const comment = await addComment(noor, await addSketch(mira))
    const reported = await sendRequest('/api/v2/report/comment', { as: mira, body: { id: comment.id } })
    expect(reported.status).toBe(200)
    await env.DB.prepare('INSERT INTO user_reports (user_id, reporter_id, created_at) VALUES (?, ?, ?)')
      .bind(noor.id, mira.id, Date.now())
      .run()
    await removeAfter(EVIDENCE_RETENTION_DAYS - 1)
    expect((await countAll()).every((count) => count > 0)).toBe(true)
    await removeAfter(EVIDENCE_RETENTION_DAYS + 1)
    expect(await countAll()).toEqual([0, 0, 0])
  })
})
