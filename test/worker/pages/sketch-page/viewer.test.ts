import { describe, expect, it } from 'vitest'
import type { SketchPageReply } from '../../../../contract/http/sketch-page.ts'
import { becomeFan } from '../../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { requestJson } from '../../../support/worker/site.ts'
import { addSketch } from '../../../support/worker/sketches.ts'

const pageOf = (id: number, as: Person | null = null) => requestJson<SketchPageReply>(`/api/v2/sketch/${id}`, { as })

describe('the page of a sketch and its viewer', () => {
  it('the page says whether the viewer is a fan of the artist', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const id = await addSketch(ines)
    expect(await pageOf(id, mira)).toMatchObject({ isFanOf: false })
    await becomeFan(mira, ines)
    expect(await pageOf(id, mira)).toMatchObject({ isFanOf: true })
    expect(await pageOf(id, ines)).toMatchObject({ isFanOf: false })
    expect(await pageOf(id)).toMatchObject({ isFanOf: false })
  })
})
