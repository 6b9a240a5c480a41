import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { addCompo, addEntry, enterCompo, readCompo, readEntries } from '../../support/worker/compos.ts'
import { addGroup, joinGroup } from '../../support/worker/groups.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

const remove = (as: Parameters<typeof enterCompo>[0], which: number, reason = '') =>
  sendRequest('/api/compoRemoveSketch', { as, body: { which, reason } })

describe('entering a compo', () => {
  it('a member enters their own sketch while the compo is open [1 §4]', async () => {
    const [ines, key] = [await addPerson(), await addCompo()]
    const sketchId = await addSketch(ines)
    expect((await enterCompo(ines, key, sketchId)).status).toBe(200)
    expect(await readCompo(key, ines)).toMatchObject({
      state: 'open',
      entries: 1,
      own: [{ id: sketchId, place: -1, thumbnail: { sketchId } }],
    })
  })

  it('a compo that has no page yet is not found, like one that does not exist', async () => {
    const [ines, key] = [await addPerson(), await addCompo()]
    const tomorrow = Date.now() + 86_400_000
    await env.DB.prepare('UPDATE compos SET starts_at = ?2, ends_at = ?2 + 1, voting_ends_at = ?2 + 2 WHERE key = ?1')
      .bind(key, tomorrow)
      .run()
    const sketchId = await addSketch(ines)
    for (const name of [key, 'no-such-compo'])
      expect(await errorOf(enterCompo(ines, name, sketchId))).toEqual([404, 'not_found'])
  })

  it('entering twice is one entry', async () => {
    const [ines, key] = [await addPerson(), await addCompo()]
    const sketchId = await addSketch(ines)
    for (let time = 0; time < 2; time++) expect((await enterCompo(ines, key, sketchId)).status).toBe(200)
    expect((await readEntries(key)).items).toHaveLength(1)
  })

  it.each(['voting', 'closed'] as const)('nobody enters a compo that is %s', async (state) => {
    const [ines, key] = [await addPerson(), await addCompo({ state })]
    expect(await errorOf(enterCompo(ines, key, await addSketch(ines)))).toEqual([409, 'compo_not_open'])
  })

  it('a compo takes as many sketches of a member as it allows', async () => {
    const [ines, key] = [await addPerson(), await addCompo({ entriesPerMember: 2 })]
    for (let number = 0; number < 2; number++) await enterCompo(ines, key, await addSketch(ines))
    expect(await errorOf(enterCompo(ines, key, await addSketch(ines)))).toEqual([409, 'compo_entry_limit'])
    expect(await readCompo(key, ines)).toMatchObject({ entries: 2, canEnter: false })
  })

  it('parallel calls exceed no limit', async () => {
    const [ines, key] = [await addPerson(), await addCompo()]
    const sketches = await Promise.all(Array.from({ length: 6 }, () => addSketch(ines)))
    const replies = await Promise.all(sketches.map((id) => enterCompo(ines, key, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await readCompo(key)).entries).toBe(1)
  })

  it('a sketch is in one compo only', async () => {
    const [ines, first, second] = [await addPerson(), await addCompo(), await addCompo()]
    const sketchId = await addSketch(ines)
    await enterCompo(ines, first, sketchId)
    expect(await errorOf(enterCompo(ines, second, sketchId))).toEqual([409, 'in_another_compo'])
  })

  it.each([
    ['unlisted', { unlisted: true }],
    ['hidden for a violation', { violation: 'copyright' }],
  ] as const)('a sketch that is %s cannot be entered', async (_, fields) => {
    const [ines, key] = [await addPerson(), await addCompo()]
    expect(await errorOf(enterCompo(ines, key, await addSketch(ines, fields)))).toEqual([403, 'forbidden'])
  })

  it('a member cannot enter the sketch of another member', async () => {
    const [ines, mira, key] = [await addPerson(), await addPerson(), await addCompo()]
    expect(await errorOf(enterCompo(mira, key, await addSketch(ines)))).toEqual([403, 'forbidden'])
  })

  it('only members of its group enter a compo of a group', async () => {
    const [ines, mira, owner] = [await addPerson(), await addPerson(), await addPerson()]
    const groupSlug = await addGroup(owner)
    await joinGroup(ines, groupSlug)
    const key = await addCompo({ groupSlug })
    expect((await enterCompo(ines, key, await addSketch(ines))).status).toBe(200)
    expect(await errorOf(enterCompo(mira, key, await addSketch(mira)))).toEqual([403, 'not_in_group'])
    expect(await readCompo(key, mira)).toMatchObject({ canEnter: false, group: { id: groupSlug } })
  })

  it('a missing compo is not found', async () => {
    const ines = await addPerson()
    expect(await errorOf(enterCompo(ines, 'nowhere', await addSketch(ines)))).toEqual([404, 'not_found'])
  })

  it('a missing sketch is not found, and a visitor enters nothing', async () => {
    const [ines, key] = [await addPerson(), await addCompo()]
    expect(await errorOf(enterCompo(ines, key, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(enterCompo(null, key, await addSketch(ines)))).toEqual([401, 'not_logged_in'])
  })

  it.each([
    {},
    { sketchId: null },
    { sketchId: 0 },
    { sketchId: -1 },
    { sketchId: 1.5 },
    { sketchId: '1' },
    { sketchId: [1] },
    { sketchId: 1, compoId: 0 },
    { sketchId: 1, key: 'way-home' },
    [],
  ])('the malformed entry %j is refused', async (body) => {
    const [ines, key] = [await addPerson(), await addCompo()]
    expect(await errorOf(sendRequest(`/compo/${key}`, { as: ines, body }))).toEqual([400, 'bad_request'])
  })

  it('a malformed key is refused', async () => {
    const ines = await addPerson()
    expect(await errorOf(enterCompo(ines, 'No%20Key', await addSketch(ines)))).toEqual([400, 'bad_request'])
  })
})

it('an entry may name the number of the compo, which must be that of the key [1 §7]', async () => {
  const [ines, key, other] = [await addPerson(), await addCompo(), await addCompo()]
  const [{ compoId }, { compoId: otherId }] = [await readCompo(key), await readCompo(other)]
  const sketchId = await addSketch(ines)
  const enter = (named: number) => sendRequest(`/compo/${key}`, { as: ines, body: { compoId: named, sketchId } })
  expect(await errorOf(enter(otherId))).toEqual([404, 'not_found'])
  expect(await readCompo(key)).toMatchObject({ entries: 0 })
  expect((await enter(compoId)).status).toBe(200)
  expect(await readCompo(key)).toMatchObject({ entries: 1 })
})

describe('removing an entry', () => {
  it('an artist removes their entry while the compo is open [1 §4]', async () => {
    const [ines, key] = [await addPerson(), await addCompo()]
    const sketchId = await addEntry(key, ines)
    expect((await remove(ines, sketchId)).status).toBe(200)
    expect(await readCompo(key, ines)).toMatchObject({ entries: 0, canEnter: true })
  })

  it.each(['voting', 'closed'] as const)(
    'an artist cannot remove their entry from a compo that is %s',
    async (state) => {
      const [ines, key] = [await addPerson(), await addCompo({ state })]
      expect(await errorOf(remove(ines, await addEntry(key, ines)))).toEqual([409, 'compo_entries_final'])
    },
  )

  it('staff remove an entry during the voting, with a reason on the log', async () => {
    const [ines, staff, key] = [await addPerson(), await addPerson({ flags: 'm' }), await addCompo({ state: 'voting' })]
    const entry = await addEntry(key, ines)
    expect(await errorOf(remove(staff, entry))).toEqual([400, 'bad_request'])
    expect((await remove(staff, entry, 'Not the theme.')).status).toBe(200)
    expect(await staffLogOf(ines)).toMatchObject([{ action: 'compo_entry_remove', reason: 'Not the theme.' }])
    const { items } = await requestJson<NotificationList>('/api/v2/notices?category=moderation', { as: ines })
    expect(items).toMatchObject([{ staff: { action: 'leave_compo', reason: 'Not the theme.' } }])
  })

  it('an artist who removes their own entry has no notice of it', async () => {
    const [ines, key] = [await addPerson(), await addCompo()]
    await jsonOf(remove(ines, await addEntry(key, ines)))
    const { items } = await requestJson<NotificationList>('/api/v2/notices?category=compos', { as: ines })
    expect(items).toEqual([])
  })

  it('a member cannot remove the entry of another member, and a visitor none', async () => {
    const [ines, mira, key] = [await addPerson(), await addPerson(), await addCompo()]
    const sketchId = await addEntry(key, ines)
    expect(await errorOf(remove(mira, sketchId, 'Not the theme.'))).toEqual([403, 'forbidden'])
    expect(await errorOf(remove(null, sketchId))).toEqual([401, 'not_logged_in'])
    expect((await readCompo(key)).entries).toBe(1)
  })

  it.each([
    {},
    { which: null },
    { which: 0 },
    { which: -1 },
    { which: 1.5 },
    { which: '1' },
    { which: 1, reason: 1 },
    { which: 1, reason: 'x'.repeat(STAFF_REASON_MAX + 1) },
    { which: 1, compo: 'way-home' },
  ])('the malformed removal %j is refused', async (body) => {
    expect(await errorOf(sendRequest('/api/compoRemoveSketch', { as: await addPerson(), body }))).toEqual([
      400,
      'bad_request',
    ])
  })

  it('a sketch without an entry is not found', async () => {
    const ines = await addPerson()
    expect(await errorOf(remove(ines, await addSketch(ines)))).toEqual([404, 'not_found'])
  })
})
