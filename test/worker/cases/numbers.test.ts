import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { NUMBERS_MONTHS } from '../../../contract/limits.ts'
import { readCaseNumbers } from '../../../worker/features/cases/numbers.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addAppeal, addSketchCase, decide, decideAppeal } from '../../support/worker/cases.ts'
import { addPerson } from '../../support/worker/people.ts'
import { countRowsRead } from '../../support/worker/rows-read.ts'
import { jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const HOUR_MS = 3_600_000
const read = () => readCaseNumbers(openDb(env.DB))

beforeEach(async () => {
  await env.DB.exec('DELETE FROM case_months; DELETE FROM case_delays')
})

describe('the numbers of moderation', () => {
  it('a month counts reports, decisions with and without an act, and appeals by outcome', async () => {
    const staff = await addPerson({ flags: 'm' })
    const [first, second] = [await addAppeal(), await addAppeal()]
    await jsonOf(decideAppeal(staff, first.id, 'upheld'))
    await jsonOf(decideAppeal(staff, second.id, 'overturned'))
    await jsonOf(decide(staff, await addSketchCase(await addSketch(await addPerson()))))
    expect((await read()).months).toMatchObject([
      { reports: 3, decisions: 3, acted: 2, upheld: 1, overturned: 1, medianHours: 1 },
    ])
  })

  it('the median is the step within which half of the cases were decided', async () => {
    const staff = await addPerson({ flags: 'm' })
    for (const hours of [0, 30, 100]) {
      const id = await addSketchCase(await addSketch(await addPerson()))
      await env.DB.prepare('UPDATE cases SET created_at = created_at - ? WHERE id = ?')
        .bind(hours * HOUR_MS, id)
        .run()
      await jsonOf(decide(staff, id))
    }
    expect((await read()).months[0]?.medianHours).toBe(48)
  })

  it('a report that a member changes is counted once', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    for (const _ of [1, 2]) await jsonOf(sendRequest('/api/v2/report', { as: tomo, body: { user: mira.id } }))
    expect((await read()).months).toMatchObject([{ reports: 1, decisions: 0, medianHours: null }])
  })

  it('twelve months are read, however many cases there are', async () => {
    await env.DB.exec(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO case_months (month, reports_count) SELECT 200001 + i / 12 * 100 + i % 12, 5 FROM n`.replaceAll(
        '\n',
        ' ',
      ),
    )
    const { months } = await read()
    expect(months).toHaveLength(NUMBERS_MONTHS)
    expect(months[0]?.month).toBe(200305)
    const rows = await countRowsRead((bindings) => readCaseNumbers(openDb(bindings.DB)))
    expect(rows).toBeLessThanOrEqual(3 * NUMBERS_MONTHS)
  })
})
