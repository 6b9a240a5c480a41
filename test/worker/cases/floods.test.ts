import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { REPORTS_PER_DAY_MAX } from '../../../contract/limits.ts'
import { caseOf } from '../../support/worker/cases.ts'
import { addChannel } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const HOUR_MS = 3_600_000
const report = (as: Person, id: number, body: object = { details: '', notsketch: true }) =>
  sendRequest(`/sketch/${id}/report`, { as, body })

describe('many reports', () => {
  it('many reports hide nothing, count once for each member and move the case forward by a limited time', async () => {
    const sketch = await addSketch(await addPerson())
    await jsonOf(report(await addPerson(), sketch))
    const first = await caseOf('sketch', sketch)
    for (let count = 0; count < 15; count++) {
      const mira = await addPerson()
      await jsonOf(report(mira, sketch))
      await jsonOf(report(mira, sketch, { details: 'Again.' }))
    }
    const last = await caseOf('sketch', sketch)
    expect([last.id, last.reports]).toEqual([first.id, 16])
    expect(first.queueAt - last.queueAt).toBe(9 * 6 * HOUR_MS)
    expect((await sendRequest(`/api/v2/sketch/${sketch}`, { as: null })).status).toBe(200)
  })

  it('simultaneous reports make one case', async () => {
    const sketch = await addSketch(await addPerson())
    const crowd = await Promise.all(Array.from({ length: 6 }, () => addPerson()))
    await Promise.all(crowd.map((as) => jsonOf(report(as, sketch))))
    expect(await caseOf('sketch', sketch)).toMatchObject({ reports: 6 })
  })

  it(`a member makes at most ${REPORTS_PER_DAY_MAX} reports a day`, async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const { meta } = await env.DB.prepare(
      `INSERT INTO cases (kind, target, evidence, reports_count, queue_at, created_at)
        SELECT 'profile', 'old' || value, '{}', 1, 0, 0 FROM json_each(?)`,
    )
      .bind(JSON.stringify(Array.from({ length: REPORTS_PER_DAY_MAX - 1 }, (_, index) => index)))
      .run()
    await env.DB.prepare(
      `INSERT INTO case_reports (case_id, kind, reporter_id, reasons, details, created_at)
        SELECT id, 'profile', ?, '[]', '', ? FROM cases WHERE target LIKE 'old%'`,
    )
      .bind(mira.id, Date.now())
      .run()
    expect(meta.changes).toBe(REPORTS_PER_DAY_MAX - 1)
    const sketches = [await addSketch(ines), await addSketch(ines)] as const
    await jsonOf(report(mira, sketches[0]))
    expect(await errorOf(report(mira, sketches[1]))).toEqual([409, 'report_limit'])
    // Neither the board nor a room is read for a report that is refused.
    const mark = { flush: 1, client: 1, shiftIndex: 0, x: 1, y: 1 }
    for (const body of [{ mark }, { channel: await addChannel(), line: 1 }])
      expect(await errorOf(sendRequest('/api/v2/report', { as: mira, body }))).toEqual([409, 'report_limit'])
    await env.DB.prepare('UPDATE case_reports SET created_at = created_at - ?')
      .bind(24 * HOUR_MS)
      .run()
    await jsonOf(report(mira, sketches[1]))
  })
})
