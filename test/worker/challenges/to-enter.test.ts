import { describe, expect, it } from 'vitest'
import type { SketchList } from '../../../contract/http/sketches.ts'
import { addChallenge, enterChallenge } from '../../support/worker/challenges.ts'
import { addCompo, enterCompo } from '../../support/worker/compos.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const listOf = (as: Person, enteredIn: string, cursor = '') =>
  requestJson<SketchList>(`/api/v2/user/sketchesToEnter?in=${enteredIn}${cursor && `&cursor=${cursor}`}`, { as })

const idsOf = async (as: Person, enteredIn: string) => (await listOf(as, enteredIn)).items.map(({ id }) => id)

describe('the sketches that a member can enter [1 §4]', () => {
  it('sketches of any other challenge are left out of the choice for a challenge', async () => {
    const mira = await addPerson()
    const [entered, free] = [await addSketch(mira), await addSketch(mira)]
    await jsonOf(enterChallenge(mira, await addChallenge(mira), entered))
    expect(await idsOf(mira, 'challenge')).toEqual([free])
    expect(await idsOf(mira, 'compo')).toEqual([free, entered])
  })

  it('sketches of any other compo are left out of the choice for a compo', async () => {
    const mira = await addPerson()
    const [entered, free] = [await addSketch(mira), await addSketch(mira)]
    await jsonOf(enterCompo(mira, await addCompo(), entered))
    expect(await idsOf(mira, 'compo')).toEqual([free])
    expect(await idsOf(mira, 'challenge')).toEqual([free, entered])
  })

  it('unlisted sketches and those of others are left out', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    await addSketch(ines)
    await addSketch(mira, { unlisted: true })
    const listed = await addSketch(mira)
    expect(await idsOf(mira, 'challenge')).toEqual([listed])
  })

  it('sketches behind a page of entered ones can be reached', async () => {
    const mira = await addPerson()
    const first = await addSketch(mira)
    for (let count = 0; count < 25; count++)
      await jsonOf(enterChallenge(mira, await addChallenge(mira), await addSketch(mira)))
    const latest = await listOf(mira, 'challenge')
    expect([latest.items, latest.done]).toEqual([[], false])
    const rest = await listOf(mira, 'challenge', latest.cursor)
    expect([rest.items.map(({ id }) => id), rest.done]).toEqual([[first], true])
  })

  it('the choice needs a login and a known kind', async () => {
    expect(await errorOf(sendRequest('/api/v2/user/sketchesToEnter?in=challenge'))).toEqual([401, 'not_logged_in'])
    const unknown = sendRequest('/api/v2/user/sketchesToEnter?in=album', { as: await addPerson() })
    expect(await errorOf(unknown)).toEqual([400, 'bad_request'])
  })
})
