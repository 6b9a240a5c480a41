import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EditProfileReply, OwnProfile } from '../../../contract/http/edit-profile.ts'
import type { PeopleReply } from '../../../contract/http/users.ts'
import { EMOTICONS_MAX } from '../../../contract/limits.ts'
import { profileFormOf } from '../../support/profile-form.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { editBodyOf } from '../role-table.ts'

let mira: Person
beforeEach(async () => {
  mira = await addPerson()
})

const make = (as: Person, sketch: number) => sendRequest('/api/v2/user/setEmoticon', { as, body: { sketch } })
const makeId = async (as: Person, sketch: number) => (await jsonOf<{ emoticonId: number }>(make(as, sketch))).emoticonId

const readForm = async (as: Person) => {
  const form = await requestJson<EditProfileReply>('/editProfile?format=json', {
    as,
    headers: { accept: 'application/json' },
  })
  return form as OwnProfile
}
const choose = (as: Person, emoticonId: number | null) =>
  jsonOf(sendRequest('/editProfile', { as, body: profileFormOf(as.nickname, { emoticonId }) }))

const imageOf = async (sketch: number) =>
  `/image/${await env.DB.prepare('SELECT image_key FROM sketches WHERE id = ?').bind(sketch).first('image_key')}`
const setPrivacy = (as: Person, sketch: number, privacy: 'public' | 'unlisted') =>
  jsonOf(sendRequest(`/sketch/${sketch}/edit?format=json`, { as, body: editBodyOf({ privacy }) }))

/** The picture that the member's `(me)` draws in chat. */
const drawnOf = async ({ id }: Person) => {
  const { items } = await requestJson<PeopleReply>(`/api/v2/users/people?users=${id}`)
  return items[0]?.emoticon
}

describe('making an emoticon of a sketch [2 §2 Edit profile]', () => {
  it('(me) draws the sketch of which the emoticon was last made', async () => {
    const [first, second] = [await addSketch(mira), await addSketch(mira)]
    expect(await drawnOf(mira)).toBeUndefined()
    for (const sketch of [first, second, first]) {
      await jsonOf(make(mira, sketch))
      expect(await drawnOf(mira)).toBe(await imageOf(sketch))
    }
  })

  it('only an own sketch that everyone sees in lists can be an emoticon', async () => {
    for (const fields of [{ mature: true }, { unlisted: true }, { violation: 'copyright' as const }])
      expect(await errorOf(make(mira, await addSketch(mira, fields)))).toEqual([409, 'unsuitable_picture'])
    expect(await errorOf(make(mira, await addSketch(await addPerson())))).toEqual([403, 'forbidden'])
    expect(await errorOf(make(mira, 999_999))).toEqual([404, 'not_found'])
    expect([await drawnOf(mira), (await readForm(mira)).recentEmoticons]).toEqual([undefined, []])
  })

  it('a sketch that was refused leaves the emoticon as it is', async () => {
    const shown = await addSketch(mira)
    await jsonOf(make(mira, shown))
    await make(mira, await addSketch(mira, { mature: true }))
    expect(await drawnOf(mira)).toBe(await imageOf(shown))
  })
})

describe('recent emoticons [2 §3]', () => {
  it('the form has the recent emoticons and the chosen one', async () => {
    const sketch = await addSketch(mira, { title: 'Low tide' })
    const id = await makeId(mira, sketch)
    const { recentEmoticons, userInfo } = await readForm(mira)
    expect(recentEmoticons).toEqual([{ id, title: 'Low tide', image: await imageOf(sketch) }])
    expect(userInfo.emoticonId).toBe(id)
  })

  it('the last twelve are kept, each sketch once, the last made first', async () => {
    const ids: number[] = []
    const sketches: number[] = []
    for (let count = 0; count <= EMOTICONS_MAX; count++) {
      const sketch = await addSketch(mira)
      sketches.push(sketch)
      ids.push(await makeId(mira, sketch))
    }
    expect((await readForm(mira)).recentEmoticons.map(({ id }) => id)).toEqual(ids.slice(1).reverse())
    expect(await makeId(mira, sketches[1] ?? 0)).toBe(ids[1])
    expect((await readForm(mira)).recentEmoticons.map(({ id }) => id)).toEqual([ids[1], ...ids.slice(2).reverse()])
  })

  it('a member can choose another recent emoticon, or none', async () => {
    const [first, second] = [await addSketch(mira), await addSketch(mira)]
    const id = await makeId(mira, first)
    await makeId(mira, second)
    await choose(mira, id)
    expect(await drawnOf(mira)).toBe(await imageOf(first))
    await choose(mira, null)
    expect(await drawnOf(mira)).toBeUndefined()
    expect((await readForm(mira)).recentEmoticons).toHaveLength(2)
  })

  it('an emoticon of another member is saved as none', async () => {
    const tomo = await addPerson()
    await choose(mira, await makeId(tomo, await addSketch(tomo)))
    expect([await drawnOf(mira), (await readForm(mira)).userInfo.emoticonId]).toEqual([undefined, null])
  })
})

describe('a sketch that not everyone sees any more', () => {
  it.each([
    ['a deleted sketch', 'DELETE FROM sketches WHERE id = ?'],
    ['an unlisted sketch', 'UPDATE sketches SET unlisted = 1 WHERE id = ?'],
    ['a mature sketch', 'UPDATE sketches SET mature = 1 WHERE id = ?'],
    ['a sketch in violation', "UPDATE sketches SET violation = 'inappropriate' WHERE id = ?"],
  ])('%s is no emoticon', async (_, change) => {
    const sketch = await addSketch(mira)
    const id = await makeId(mira, sketch)
    await env.DB.prepare(change).bind(sketch).run()
    const { recentEmoticons, userInfo } = await readForm(mira)
    expect([await drawnOf(mira), recentEmoticons, userInfo.emoticonId]).toEqual([undefined, [], null])
    await choose(mira, id)
    expect(await drawnOf(mira)).toBeUndefined()
  })

  it('the emoticon has the address that the sketch has after an edit', async () => {
    const sketch = await addSketch(mira)
    await jsonOf(make(mira, sketch))
    const before = await imageOf(sketch)
    await setPrivacy(mira, sketch, 'unlisted')
    await setPrivacy(mira, sketch, 'public')
    expect(await drawnOf(mira)).toBe(await imageOf(sketch))
    expect(await drawnOf(mira)).not.toBe(before)
  })
})

describe('the cost of emoticons', () => {
  it('the rows read for members with emoticons do not grow with their sketches', async () => {
    const tomo = await addPerson()
    await jsonOf(make(mira, await addSketch(mira)))
    await jsonOf(make(tomo, await addSketch(tomo)))
    for (let count = 0; count < 20; count++) await addSketch(tomo)
    const rowsOf = ({ id }: Person) => rowsRead(`/api/v2/users/people?users=${id}`)
    expect(await rowsOf(tomo)).toBe(await rowsOf(mira))
  })
})
