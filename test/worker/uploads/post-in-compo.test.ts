import { describe, expect, it } from 'vitest'
import type { CompoList } from '../../../contract/http/compos.ts'
import { addChallenge } from '../../support/worker/challenges.ts'
import { addCompo, addEntry, moveCompo, readCompo } from '../../support/worker/compos.ts'
import { addGroup } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson } from '../../support/worker/site.ts'
import { addPicture, addUpload, postUpload } from '../../support/worker/uploads.ts'

type Reply = { sketchId: number; compoFailure?: string }

/** Posts a new upload. */
async function postIn(artist: Person, compoKey: string): Promise<Reply> {
  return jsonOf<Reply>(postUpload(artist, (await addUpload(artist)).id, { compoKey }))
}

const entriesOf = async (key: string) => (await readCompo(key)).entries

describe('posting an upload in a compo [1 §6]', () => {
  it('the new sketch is an entry', async () => {
    const [mira, compoKey] = [await addPerson(), await addCompo()]
    const sketch = await addPicture(mira, { compoKey })
    expect(sketch).toMatchObject({ compoKey, compoTitle: 'On the way home', compoState: 'open' })
    expect((await readCompo(compoKey, mira)).own.map(({ id }) => id)).toEqual([sketch.id])
  })

  it('a sketch can enter a challenge and a compo in one call', async () => {
    const [mira, compoKey] = [await addPerson(), await addCompo()]
    const challengeId = await addChallenge(mira)
    expect(await addPicture(mira, { compoKey, challengeId })).toMatchObject({ compoKey, challengeId })
  })

  it('a repeated request enters the sketch once', async () => {
    const [mira, compoKey] = [await addPerson(), await addCompo()]
    const { id } = await addUpload(mira)
    const replies = []
    for (let call = 0; call < 2; call++) replies.push(await jsonOf<Reply>(postUpload(mira, id, { compoKey })))
    expect(replies[1]).toEqual(replies[0])
    expect(await entriesOf(compoKey)).toBe(1)
  })

  it.each(['voting', 'closed'] as const)('a compo that is %s meanwhile takes no entry', async (state) => {
    const [mira, compoKey] = [await addPerson(), await addCompo()]
    await moveCompo(compoKey, state)
    const reply = await postIn(mira, compoKey)
    expect(reply.compoFailure).toBe('compo_not_open')
    expect(await requestJson(`/api/v2/sketch/${reply.sketchId}`)).toMatchObject({ compoKey: null })
  })

  it('an artist at the limit of a compo posts the sketch without entering it', async () => {
    const [mira, compoKey] = [await addPerson(), await addCompo()]
    await addEntry(compoKey, mira)
    const reply = await postIn(mira, compoKey)
    expect(reply.compoFailure).toBe('compo_entry_limit')
    expect(await requestJson(`/api/v2/sketch/${reply.sketchId}`)).toMatchObject({ userId: mira.id })
  })

  it('only members of its group enter a compo of a group, and the reply says so to others', async () => {
    const [owner, outsider] = [await addPerson(), await addPerson()]
    const compoKey = await addCompo({ groupSlug: await addGroup(owner) })
    expect((await postIn(outsider, compoKey)).compoFailure).toBe('not_in_group')
    expect((await postIn(owner, compoKey)).compoFailure).toBeUndefined()
    await moveCompo(compoKey, 'voting')
    expect((await postIn(outsider, compoKey)).compoFailure).toBe('compo_not_open')
  })

  it('a sketch is posted although its compo does not exist', async () => {
    expect(await postIn(await addPerson(), 'nowhere')).toEqual({
      sketchId: expect.any(Number),
      compoFailure: 'not_found',
    })
  })

  it('an unlisted sketch enters no compo', async () => {
    const [mira, compoKey] = [await addPerson(), await addCompo()]
    const { id } = await addUpload(mira)
    expect(await errorOf(postUpload(mira, id, { compoKey, unlisted: true }))).toEqual([403, 'forbidden'])
  })
})

describe('the compos that a list offers for entering', () => {
  const canEnter = async (key: string, as: Person | null) =>
    (await requestJson<CompoList>('/api/v2/compo', { as })).items.find(({ id }) => id === key)?.canEnter

  it('a member may enter an open compo, and a visitor may not', async () => {
    const [mira, key] = [await addPerson(), await addCompo()]
    expect([await canEnter(key, mira), await canEnter(key, null)]).toEqual([true, false])
  })

  it.each(['voting', 'closed'] as const)('nobody may enter a compo that is %s', async (state) => {
    expect(await canEnter(await addCompo({ state }), await addPerson())).toBe(false)
  })

  it('a compo of a group is offered to its members only', async () => {
    const [owner, outsider] = [await addPerson(), await addPerson()]
    const key = await addCompo({ groupSlug: await addGroup(owner) })
    expect([await canEnter(key, owner), await canEnter(key, outsider)]).toEqual([true, false])
  })

  it('an artist at the limit of entries may not enter', async () => {
    const [mira, key] = [await addPerson(), await addCompo({ entriesPerMember: 2 })]
    await addEntry(key, mira)
    expect(await canEnter(key, mira)).toBe(true)
    await addEntry(key, mira)
    expect(await canEnter(key, mira)).toBe(false)
  })
})
