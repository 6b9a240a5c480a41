import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ReportedSketches } from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE, REPORT_DETAILS_MAX } from '../../../contract/limits.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const report = (as: Person | null, id: number, body: object) => sendRequest(`/sketch/${id}/report`, { as, body })
const REVIEW = '/api/v2/gloperate/reportedSketches'

async function reviewed(staff: Person): Promise<ReportedSketches['items']> {
  const items: ReportedSketches['items'] = []
  for (let cursor = ''; ; ) {
    const page = await requestJson<ReportedSketches>(`${REVIEW}?cursor=${cursor}`, { as: staff })
    items.push(...page.items)
    if (page.done) return items
    cursor = page.cursor
  }
}

describe('reports of sketches [1 §3]', () => {
  it('a report says that AI was not declared, and staff read that', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const [reported, other] = [await addSketch(ines), await addSketch(ines)]
    expect((await report(mira, reported, { details: '', undeclaredAi: true })).status).toBe(200)
    await report(mira, other, { details: '', notsketch: true })
    const items = await reviewed(staff)
    expect(items.find(({ sketchId }) => sketchId === reported)).toMatchObject({ undeclaredAi: true, notsketch: false })
    expect(items.find(({ sketchId }) => sketchId === other)).toMatchObject({ undeclaredAi: false, notsketch: true })
  })

  it('a report reaches staff with its flags and words', async () => {
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

  it('a member has one open report per sketch, and another one replaces its words', async () => {
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

  it('a report needs a login, some content and a visible sketch of another artist', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    const details = { details: 'No.' }
    expect(await errorOf(report(null, sketch, details))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(report(ines, sketch, details))).toEqual([403, 'own_sketch'])
    expect(await errorOf(report(mira, 999_999, details))).toEqual([404, 'not_found'])
    expect(await errorOf(report(mira, await addSketch(ines, { violation: 'copyright' }), details))).toEqual([
      404,
      'not_found',
    ])
    for (const body of [{ details: ' ' }, { copyright: true }, { details: 'x'.repeat(REPORT_DETAILS_MAX + 1) }]) {
      expect(await errorOf(report(mira, sketch, body))).toEqual([400, 'bad_request'])
    }
  })

  it('the list for staff reads no more rows when there are more reports', async () => {
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
  })

  it('reports are deleted with their sketch', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    await report(await addPerson(), sketch, { details: '', inappropriate: true })
    const open = async () => (await reviewed(staff)).filter(({ sketchId }) => sketchId === sketch)
    expect(await open()).toHaveLength(1)
    await sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } })
    expect(await open()).toEqual([])
  })
})
