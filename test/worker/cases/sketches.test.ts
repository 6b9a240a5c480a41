import { describe, expect, it } from 'vitest'
import type { ReportedSketches } from '../../../contract/http/reports.ts'
import { GALLERY_PAGE_SIZE, REPORT_DETAILS_MAX } from '../../../contract/limits.ts'
import { closeCase } from '../../support/worker/cases.ts'
import { addCompo, addEntry } from '../../support/worker/compos.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
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
  it('a report may say that AI was not declared', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const [reported, other] = [await addSketch(ines), await addSketch(ines)]
    expect((await report(mira, reported, { details: '', undeclaredAi: true })).status).toBe(200)
    await report(mira, other, { details: '', notsketch: true })
    const items = await reviewed(staff)
    expect(items.find(({ sketchId }) => sketchId === reported)).toMatchObject({ undeclaredAi: true, notsketch: false })
    expect(items.find(({ sketchId }) => sketchId === other)).toMatchObject({ undeclaredAi: false, notsketch: true })
  })

  it('a report may say that a sketch does not fit its compo', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const entry = await addEntry(await addCompo(), await addPerson())
    expect((await report(mira, entry, { details: '', compodq: true })).status).toBe(200)
    const items = await reviewed(staff)
    expect(items.find(({ sketchId }) => sketchId === entry)).toMatchObject({ compodq: true, challengedq: false })
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

  const openReports = async (staff: Person, sketch: number) =>
    (await reviewed(staff)).filter(({ sketchId }) => sketchId === sketch)

  it('another report of a member replaces the words of their open one', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(await addPerson())
    await Promise.all(Array.from({ length: 5 }, () => report(mira, sketch, { details: '', notsketch: true })))
    await report(mira, sketch, { details: 'A photo.', notsketch: true })
    expect(await openReports(staff, sketch)).toMatchObject([{ details: 'A photo.' }])
  })

  it('a member can report a sketch again after the first report was closed', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(await addPerson())
    await report(mira, sketch, { details: 'A photo.', notsketch: true })
    await closeCase('sketch', sketch)
    expect(await openReports(staff, sketch)).toEqual([])
    await report(mira, sketch, { details: 'Again.', notsketch: true })
    expect(await openReports(staff, sketch)).toMatchObject([{ details: 'Again.' }])
  })

  it('a report needs a login', async () => {
    const reply = report(null, await addSketch(await addPerson()), { details: 'No.' })
    expect(await errorOf(reply)).toEqual([401, 'not_logged_in'])
  })

  it('an artist cannot report their own sketch', async () => {
    const ines = await addPerson()
    expect(await errorOf(report(ines, await addSketch(ines), { details: 'No.' }))).toEqual([403, 'forbidden'])
  })

  it('a report needs a sketch that the member may see', async () => {
    const hidden = await addSketch(await addPerson(), { violation: 'copyright' })
    for (const sketch of [999_999, hidden])
      expect(await errorOf(report(await addPerson(), sketch, { details: 'No.' }))).toEqual([404, 'not_found'])
  })

  it(`a report needs words of at most ${REPORT_DETAILS_MAX} characters or a reason`, async () => {
    const sketch = await addSketch(await addPerson())
    for (const body of [{ details: ' ' }, { copyright: true }, { details: 'x'.repeat(REPORT_DETAILS_MAX + 1) }]) {
      expect(await errorOf(report(await addPerson(), sketch, body))).toEqual([400, 'bad_request'])
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

  it('a report stays after its sketch is deleted', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    await report(await addPerson(), sketch, { details: '', inappropriate: true })
    expect(await openReports(staff, sketch)).toHaveLength(1)
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } }))
    expect(await openReports(staff, sketch)).toMatchObject([{ title: 'Low tide', nickname: ines.nickname }])
  })
})
