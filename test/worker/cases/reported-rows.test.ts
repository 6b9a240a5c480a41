import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { addMembers } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { requestJson } from '../../support/worker/site.ts'

/** Lists of reports, with the kind of their cases and the evidence that they show. */
const LISTS = [
  ['reportedSketches', 'sketch', { title: 'Low tide', imageKey: 'key' }],
  [
    'reportedComments',
    'comment',
    { comment: { id: 1, text: 'rude', createdAt: 0 }, target: { type: 'sketch', id: 1, title: 'Low tide' } },
  ],
  ['reportedUsers', 'profile', { nickname: 'x' }],
  ['reportedStreams', 'stream', { title: 'Ink', state: 'live' }],
  ['reportedMessages', 'message', { subject: 'Hi', posts: [] }],
] as const

/** Adds open reports: each of another thing of another author, by another member. */
async function addReports(kind: string, evidence: object, count: number): Promise<void> {
  const prefix = crypto.randomUUID()
  const authors = (await addMembers(2 * count, prefix)).slice(0, count)
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO cases (kind, target, user_id, nickname, evidence, reports_count, queue_at, created_at)
        SELECT ?2, value, value, ?3, ?4, 1, 1, 1 FROM json_each(?1)`,
    ).bind(JSON.stringify(authors), kind, prefix, JSON.stringify(evidence)),
    env.DB.prepare(
      `INSERT INTO case_reports (case_id, kind, reporter_id, reasons, details, created_at)
        SELECT id, kind, user_id + ?2, '[]', '', 1 FROM cases WHERE nickname = ?1`,
    ).bind(prefix, count),
  ])
}

let staff: Person
beforeAll(async () => {
  staff = await addPerson({ flags: 'm' })
})

describe('rows read by the lists of reports', () => {
  it.each(LISTS)(
    'a page of %s with other things, authors and reporters reads three rows a report, however many there are',
    async (list, kind, evidence) => {
      const path = `/api/v2/gloperate/${list}`
      await addReports(kind, evidence, 2 * GALLERY_PAGE_SIZE)
      const { items, cursor } = await requestJson<{ items: unknown[]; cursor: string }>(path, { as: staff })
      expect(items).toHaveLength(GALLERY_PAGE_SIZE)
      for (const page of [path, `${path}?cursor=${cursor}`]) {
        const rows = await rowsRead(page, { as: staff })
        expect(rows).toBeLessThanOrEqual(3 * GALLERY_PAGE_SIZE + 5)
        await addReports(kind, evidence, 100)
        expect(await rowsRead(page, { as: staff })).toBe(rows)
      }
    },
  )
})
