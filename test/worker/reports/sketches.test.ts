import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ReportedSketches } from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE, REPORT_DETAILS_MAX } from '../../../contract/limits.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { ask, askJson, refusal } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const report = (as: Person | null, id: number, body: object) => ask(`/sketch/${id}/report`, { as, body })
const REVIEW = '/api/v2/gloperate/reportedSketches'

async function reviewed(staff: Person): Promise<ReportedSketches['items']> {
  const items: ReportedSketches['items'] = []
  for (let cursor = ''; ; ) {
    const page = await askJson<ReportedSketches>(`${REVIEW}?cursor=${cursor}`, { as: staff })
    items.push(...page.items)
    if (page.done) return items
    cursor = page.cursor
  }
}

describe('a report of a sketch [1 §3]', () => {
  it('reaches staff with its flags and words', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    expect((await report(mira, sketch, { details: 'Seen elsewhere.', copyright: true, mature: true })).status).toBe(200)
    const items = await reviewed(staff)
    expect(items.filter(({ sketchId }) => sketchId === sketch)).toMatchObject([
      {
        title: 'Low tide',
        userId: ines.id,
        reporterId: mira.id,
        reporter: mira.nickname,
        nickname: ines.nickname,
        details: 'Seen elsewhere.',
        copyright: true,
        mature: true,
        inappropriate: false,
        notsketch: false,
      },
    ])
  })

  it('is one that is open for a member and sketch, said anew when it is sent again', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    await Promise.all(Array.from({ length: 5 }, () => report(mira, sketch, { details: '', notsketch: true })))
    await report(mira, sketch, { details: 'A photo.', notsketch: true })
    const open = async () => (await reviewed(staff)).filter(({ sketchId }) => sketchId === sketch)
    expect(await open()).toMatchObject([{ details: 'A photo.' }])
    await env.DB.prepare('UPDATE sketch_reports SET closed_at = 1 WHERE sketch_id = ?').bind(sketch).run()
    expect(await open()).toEqual([])
    await report(mira, sketch, { details: 'Again.', notsketch: true })
    expect(await open()).toMatchObject([{ details: 'Again.' }])
  })

  it('says something, is not about oneself, and needs a login and a sketch one may see', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    const said = { details: 'No.' }
    expect(await refusal(report(null, sketch, said))).toEqual([401, 'not_logged_in'])
    expect(await refusal(report(ines, sketch, said))).toEqual([403, 'own_sketch'])
    expect(await refusal(report(mira, 999_999, said))).toEqual([404, 'not_found'])
    expect(await refusal(report(mira, await addSketch(ines, { violation: 'copyright' }), said))).toEqual([
      404,
      'not_found',
    ])
    for (const body of [{ details: ' ' }, { copyright: true }, { details: 'x'.repeat(REPORT_DETAILS_MAX + 1) }]) {
      expect(await refusal(report(mira, sketch, body))).toEqual([400, 'bad_request'])
    }
  })

  it('goes with its sketch, and the review reads no more the more there are', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    const crowd = async () => {
      for (let count = 0; count < GALLERY_PAGE_SIZE + 2; count++) {
        await report(await addPerson(), sketch, { details: '', inappropriate: true })
      }
    }
    await crowd()
    const cost = await rowsRead(REVIEW, { as: staff })
    await crowd()
    expect(await rowsRead(REVIEW, { as: staff })).toBe(cost)
    expect(cost).toBeLessThanOrEqual(4 * GALLERY_PAGE_SIZE + 5)
    await ask(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } })
    expect((await reviewed(staff)).filter(({ sketchId }) => sketchId === sketch)).toEqual([])
  })
})
