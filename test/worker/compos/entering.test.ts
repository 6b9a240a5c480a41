import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { CompoList } from '../../../contract/http/compos.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import {
  addCompo,
  addEntries,
  addEntry,
  closeCompo,
  enterCompo,
  moveCompo,
  readCompo,
  readEntries,
} from '../../support/worker/compos.ts'
import { addGroup, joinGroup } from '../../support/worker/groups.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

const remove = (as: Parameters<typeof enterCompo>[0], which: number, reason = '') =>
  sendRequest('/api/compoRemoveSketch', { as, body: { which, reason } })

describe('entering a compo', () => {
  it('a member enters their own sketch while the compo is open [1 §4]', async () => {
    const [ines, key] = [await addPerson(), await addCompo()]
    const sketchId = await addSketch(ines)
    expect((await enterCompo(ines, key, sketchId)).status).toBe(200)
    expect(await readCompo(key, ines)).toMatchObject({ state: 'open', entries: 1, own: [{ id: sketchId, place: -1 }] })
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
    expect(await errorOf(enterCompo(mira, key, await addSketch(mira)))).toEqual([409, 'compo_not_open'])
    expect(await readCompo(key, mira)).toMatchObject({ canEnter: false, group: { id: groupSlug } })
  })

  it('a missing compo is not found', async () => {
    const ines = await addPerson()
    expect(await errorOf(enterCompo(ines, 'nowhere', await addSketch(ines)))).toEqual([404, 'not_found'])
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
      expect(await errorOf(remove(ines, await addEntry(key, ines)))).toEqual([409, 'compo_not_open'])
    },
  )

  it('staff remove an entry during the voting, with a reason on the log', async () => {
    const [ines, staff, key] = [await addPerson(), await addPerson({ flags: 'm' }), await addCompo({ state: 'voting' })]
    expect((await remove(staff, await addEntry(key, ines), 'Not the theme.')).status).toBe(200)
    expect(await staffLogOf(ines)).toMatchObject([{ action: 'compo_entry_remove', reason: 'Not the theme.' }])
  })

  it('a sketch without an entry is not found', async () => {
    const ines = await addPerson()
    expect(await errorOf(remove(ines, await addSketch(ines)))).toEqual([404, 'not_found'])
  })
})

describe('lists of compos and entries', () => {
  it('compos are listed latest first, with their states', async () => {
    const [closed, open] = [await addCompo({ state: 'closed' }), await addCompo()]
    const { items } = await requestJson<CompoList>('/api/v2/compo')
    const shown = items.filter(({ id }) => id === closed || id === open)
    expect(shown).toMatchObject([
      { id: open, state: 'open' },
      { id: closed, state: 'closed' },
    ])
  })

  it('a compo that has not begun is seen by staff only', async () => {
    const [key, staff] = [await addCompo(), await addPerson({ flags: 'm' })]
    await env.DB.prepare('UPDATE compos SET starts_at = ends_at - 1 WHERE key = ?').bind(key).run()
    expect(await errorOf(sendRequest(`/api/v2/compo/info?name=${key}`))).toEqual([404, 'not_found'])
    expect(await readCompo(key, staff)).toMatchObject({ id: key, canEnter: false })
  })

  it('names are hidden until the result', async () => {
    const key = await addCompo()
    const [{ artist } = await Promise.reject(new Error('no entry'))] = await addEntries(key, 3)
    expect((await readEntries(key)).items.map((entry) => entry.artist)).toEqual([null, null, null])
    await moveCompo(key, 'voting')
    expect((await readEntries(key)).items.map((entry) => entry.artist)).toEqual([null, null, null])
    await closeCompo(key)
    expect((await readEntries(key)).items.map((entry) => entry.artist?.id)).toContain(artist.id)
  })

  it('the sketch page names the compo, its state and the place [1 §3]', async () => {
    const key = await addCompo()
    const [{ sketchId } = await Promise.reject(new Error('no entry'))] = await addEntries(key, 1)
    const page = () => requestJson<ShownSketch>(`/api/v2/sketch/${sketchId}`)
    expect(await page()).toMatchObject({ compoKey: key, compoState: 'open', compoPlace: -1 })
    await closeCompo(key)
    expect(await page()).toMatchObject({ compoKey: key, compoState: 'closed', compoPlace: 1 })
  })

  it('entries of a full page continue after its cursor', async () => {
    const key = await addCompo()
    const ids = (await addEntries(key, 27)).map(({ sketchId }) => sketchId).reverse()
    const first = await readEntries(key)
    const rest = await readEntries(key, null, `&cursor=${first.cursor}`)
    expect([...first.items, ...rest.items].map(({ sketch }) => sketch?.id)).toEqual(ids)
    expect(rest.done).toBe(true)
    const secondPage = await requestJson<typeof rest>(`/compo/${key}/2?format=json`)
    expect(secondPage.items).toEqual(rest.items)
  })

  it.each(['voting', 'open'] as const)('a mature entry is left out while the compo is %s', async (state) => {
    const [key, ines, adult] = [await addCompo({ state }), await addPerson(), await addPerson({ showMature: true })]
    const sketchId = await addEntry(key, ines, { mature: true })
    expect((await readEntries(key)).items).toEqual([])
    expect((await readCompo(key)).entries).toBe(0)
    for (const viewer of [ines, adult])
      expect((await readEntries(key, viewer)).items.map(({ sketch }) => sketch?.id)).toEqual([sketchId])
  })

  it('a mature entry keeps its place in the result, without its picture', async () => {
    const key = await addCompo()
    await addEntry(key, await addPerson(), { mature: true })
    await closeCompo(key)
    expect((await readEntries(key)).items).toMatchObject([{ sketch: null, missing: 'mature', artist: null, place: 1 }])
  })
})

describe('opening and editing a compo', () => {
  const fields = {
    title: 'Windows',
    description: 'Any window.',
    thumbnail: null,
    startDate: '20260101000000',
    endDate: '29990101000000',
    endVotingDate: '29990108000000',
    entriesPerMember: 1,
    group: null,
  }
  const save = (as: Parameters<typeof enterCompo>[0], body: object) => sendRequest('/api/v2/compo/edit', { as, body })

  it('staff open a compo', async () => {
    const staff = await addPerson({ flags: 'm' })
    expect((await save(staff, { ...fields, key: 'windows' })).status).toBe(200)
    expect(await readCompo('windows')).toMatchObject({ title: 'Windows', state: 'open', description: 'Any window.' })
  })

  it('an address is used once', async () => {
    const [staff, key] = [await addPerson({ flags: 'm' }), await addCompo()]
    expect(await errorOf(save(staff, { ...fields, key }))).toEqual([409, 'compo_key_taken'])
  })

  it.each([
    ['end before the start', { endDate: '20250101000000' }],
    ['voting that ends first', { endVotingDate: '20260601000000' }],
    ['a day that does not exist', { endDate: '29991399000000' }],
  ])('%s is refused', async (_, wrong) => {
    const staff = await addPerson({ flags: 'm' })
    expect(await errorOf(save(staff, { ...fields, key: 'wrong', ...wrong }))).toEqual([400, 'bad_dates'])
  })

  it('the thumbnail must be listed for everyone', async () => {
    const [staff, ines] = [await addPerson({ flags: 'm' }), await addPerson()]
    const thumbnail = await addSketch(ines, { mature: true })
    expect(await errorOf(save(staff, { ...fields, key: 'wrong', thumbnail }))).toEqual([404, 'not_found'])
  })

  it('staff edit a compo until its result', async () => {
    const [staff, key] = [await addPerson({ flags: 'm' }), await addCompo()]
    const { compoId } = await readCompo(key)
    expect((await save(staff, { ...fields, key, compoId, reason: 'A typo.' })).status).toBe(200)
    expect(await readCompo(key)).toMatchObject({ title: 'Windows' })
    const log = await env.DB.prepare(
      `SELECT reason, changes FROM audit_log WHERE target_type = 'compo' AND target_id = ?`,
    )
      .bind(compoId)
      .first()
    expect(log).toMatchObject({
      reason: 'A typo.',
      changes: expect.stringContaining('"title":["On the way home","Windows"]'),
    })
    await closeCompo(key)
    expect(await errorOf(save(staff, { ...fields, key, compoId }))).toEqual([409, 'compo_not_open'])
  })

  it('a refused edit is not on the staff log', async () => {
    const [staff, ines, key] = [await addPerson({ flags: 'm' }), await addPerson(), await addCompo()]
    const { compoId } = await readCompo(key)
    const thumbnail = await addSketch(ines, { unlisted: true })
    expect(await errorOf(save(staff, { ...fields, key, compoId, thumbnail }))).toEqual([404, 'not_found'])
    await closeCompo(key)
    expect(await errorOf(save(staff, { ...fields, key, compoId }))).toEqual([409, 'compo_not_open'])
    const edits = await env.DB.prepare(
      `SELECT count(*) AS n FROM audit_log WHERE action = 'compo_edit' AND target_id = ?`,
    )
      .bind(compoId)
      .first<number>('n')
    expect(edits).toBe(0)
  })

  it('owners of a group open and edit compos of their group only', async () => {
    const [owner, mira] = [await addPerson(), await addPerson()]
    const group = await addGroup(owner)
    expect((await save(owner, { ...fields, key: 'of-a-group', group })).status).toBe(200)
    const { compoId } = await readCompo('of-a-group')
    expect((await save(owner, { ...fields, key: 'of-a-group', compoId, group })).status).toBe(200)
    expect(await errorOf(save(mira, { ...fields, key: 'another', group }))).toEqual([403, 'forbidden'])
    const other = await readCompo(await addCompo())
    expect(await errorOf(save(owner, { ...fields, key: other.id, compoId: other.compoId, group }))).toEqual([
      403,
      'forbidden',
    ])
  })
})
