import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { latestArtistsReply } from '../../../contract/http/artists.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { requestJson } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'

/** Asks as a member, because visitors share a reply for five seconds. */
const latest = async (as: Person) => {
  const { items } = latestArtistsReply.parse(await requestJson('/api/v2/users/latest', { as }))
  return items.map((artist) => [artist.id, artist.latest.map(({ id }) => id)])
}

beforeEach(async () => {
  await env.DB.exec('DELETE FROM sketches')
})

describe('artists who posted lately', () => {
  it('the latest artist comes first, with at most four of their latest sketches', async () => {
    const [viewer, mira, ines] = [await addPerson(), await addPerson(), await addPerson()]
    const byMira = await addSketches(mira, 6)
    const byInes = await addSketch(ines)
    expect(await latest(viewer)).toEqual([
      [ines.id, [byInes]],
      [mira.id, byMira.slice(0, 4)],
    ])
  })

  it('sketches that this viewer does not see in lists are left out', async () => {
    const [viewer, matureViewer] = [await addPerson(), await addPerson({ showMature: true })]
    const mira = await addPerson()
    const open = await addSketch(mira)
    await addSketch(mira, { unlisted: true })
    const mature = await addSketch(mira, { mature: true })
    expect(await latest(viewer)).toEqual([[mira.id, [open]]])
    expect(await latest(matureViewer)).toEqual([[mira.id, [mature, open]]])
  })

  it('artists of whom this viewer sees no sketch are left out', async () => {
    const [viewer, matureViewer] = [await addPerson(), await addPerson({ showMature: true })]
    const [mira, ines] = [await addPerson(), await addPerson()]
    const open = await addSketch(mira)
    const mature = await addSketch(ines, { mature: true })
    await addSketch(await addPerson(), { unlisted: true })
    expect(await latest(viewer)).toEqual([[mira.id, [open]]])
    expect(await latest(matureViewer)).toEqual([
      [ines.id, [mature]],
      [mira.id, [open]],
    ])
  })

  it('artists who switched mature sketches off see their own', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const older = await addSketch(mira, { mature: true })
    const open = await addSketch(mira)
    await addSketch(ines, { mature: true })
    const byInes = await addSketch(ines)
    const newer = await addSketch(mira, { mature: true })
    expect(await latest(mira)).toEqual([
      [mira.id, [newer, open, older]],
      [ines.id, [byInes]],
    ])
  })

  it('artists who blocked the viewer are left out', async () => {
    const [viewer, mira] = [await addPerson(), await addPerson()]
    await addSketch(mira)
    await block(mira, viewer)
    expect(await latest(viewer)).toEqual([])
  })

  it('at most twelve artists are listed', async () => {
    const viewer = await addPerson()
    for (let n = 0; n < 13; n++) await addSketch(await addPerson())
    expect(await latest(viewer)).toHaveLength(12)
  })

  it('the list reads no more rows when there are more artists', async () => {
    const viewer = await addPerson()
    const fill = async () => {
      for (let n = 0; n < 20; n++) await addSketches(await addPerson(), 5)
      return rowsRead('/api/v2/users/latest', { as: viewer })
    }
    const few = await fill()
    expect(await fill()).toBeLessThanOrEqual(few + 5)
    expect(few).toBeLessThan(450)
  })

  it('the list reads no more rows when the viewer has more mature sketches', async () => {
    const [few, many] = [await addPerson({ showMature: false }), await addPerson({ showMature: false })]
    await addSketches(few, 5, { mature: true })
    await addSketches(many, 300, { mature: true })
    for (let n = 0; n < 12; n++) await addSketches(await addPerson(), 10)
    for (const viewer of [few, many]) await addSketch(viewer, { mature: true })
    const rows = await rowsRead('/api/v2/users/latest', { as: few })
    expect(await rowsRead('/api/v2/users/latest', { as: many })).toBeLessThanOrEqual(rows)
  })
})
