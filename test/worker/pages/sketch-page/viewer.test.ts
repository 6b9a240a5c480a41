import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { SketchPageReply } from '../../../../contract/http/sketch-page.ts'
import { profileFormOf } from '../../../support/profile-form.ts'
import { becomeFan } from '../../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequest } from '../../../support/worker/site.ts'
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

describe('the device of a sketch', () => {
  const choose = (as: Person, showDevice: boolean) =>
    jsonOf(sendRequest('/editProfile', { as, body: profileFormOf(as.nickname, { showDevice }) }))

  const addSketchFromDevice = async (artist: Person) => {
    const id = await addSketch(artist)
    await env.DB.prepare("UPDATE sketches SET device = 'iPad' WHERE id = ?").bind(id).run()
    return id
  }

  it('the device is shown to nobody until its artist chooses to show it', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addSketchFromDevice(ines)
    await choose(mira, true)
    for (const as of [null, mira, ines, staff]) expect(await pageOf(id, as)).toMatchObject({ device: null })
  })

  it('a device that its artist chooses to show is shown to everyone', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const id = await addSketchFromDevice(ines)
    await choose(ines, true)
    for (const as of [null, mira, ines, staff]) expect(await pageOf(id, as)).toMatchObject({ device: 'iPad' })
  })

  it('a device is shown until its artist chooses to hide it', async () => {
    const ines = await addPerson()
    const id = await addSketchFromDevice(ines)
    await choose(ines, true)
    await choose(ines, false)
    expect(await pageOf(id)).toMatchObject({ device: null })
  })
})
