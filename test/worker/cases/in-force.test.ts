import { beforeEach, describe, expect, it } from 'vitest'
import type { EditBody } from '../../../contract/http/edit-sketch.ts'
import type { SketchPageReply } from '../../../contract/http/sketch-page.ts'
import { addSketchCase, decide, grantAppeal, undoDecision } from '../../support/worker/cases.ts'
import { addChallenge, enterChallenge, removeEntry } from '../../support/worker/challenges.ts'
import { addCompo, addEntry, enterCompo } from '../../support/worker/compos.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { editBodyOf } from '../role-table.ts'

const WHY = { rule: 'mature', reason: 'A nude.' } as const

const edit = (as: Person, id: number, fields: EditBody) =>
  sendRequest(`/sketch/${id}/edit?format=json`, { as, body: editBodyOf(fields) })
const takeMarkAway = (as: Person, sketchId: number) =>
  jsonOf(
    sendRequest('/gloperate/mark', { as, body: { sketchId, mark: 'mature', on: false, reason: 'It is no nude.' } }),
  )
const REFUSED = [403, 'decided_by_staff']

let staff: Person
let ines: Person
let sketch: number
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  ines = await addPerson()
  sketch = await addSketch(ines)
})

describe('a sketch that staff marked as mature', () => {
  let caseId: number
  beforeEach(async () => {
    caseId = await addSketchCase(sketch)
    await jsonOf(decide(staff, caseId, { action: 'mature', ...WHY }))
  })

  it('the artist cannot remove the mark, but can edit everything else', async () => {
    expect(await errorOf(edit(ines, sketch, { mature: false }))).toEqual(REFUSED)
    await jsonOf(edit(ines, sketch, { mature: true, title: 'Ebb' }))
    const page = await requestJson<SketchPageReply>(`/api/v2/sketch/${sketch}`, { as: ines })
    expect(page).toMatchObject({ title: 'Ebb', mature: true })
  })

  it('the artist can set and remove the mark again after other staff removed it', async () => {
    await takeMarkAway(await addPerson({ flags: 'm' }), sketch)
    for (const mature of [true, false]) expect((await edit(ines, sketch, { mature })).status).toBe(200)
  })

  it('the artist can set and remove the mark again after an undo', async () => {
    await jsonOf(undoDecision(staff, caseId))
    for (const mature of [true, false]) expect((await edit(ines, sketch, { mature })).status).toBe(200)
  })

  it('the artist can set and remove the mark again after a granted appeal', async () => {
    await grantAppeal(ines, caseId)
    for (const mature of [true, false]) expect((await edit(ines, sketch, { mature })).status).toBe(200)
  })
})

describe('a mark that the artist set', () => {
  it.each(['mature', 'madeWithAi'] as const)('%s: staff do not take it away', async (mark) => {
    await jsonOf(edit(ines, sketch, { [mark]: true }))
    const body = { sketchId: sketch, mark, on: false, reason: 'It is none.' }
    expect(await errorOf(sendRequest('/gloperate/mark', { as: staff, body }))).toEqual([403, 'set_by_artist'])
    const page = await requestJson<SketchPageReply>(`/api/v2/sketch/${sketch}`, { as: ines })
    expect(page).toMatchObject({ [mark]: true })
  })

  it('staff do not take it away after they decided the same', async () => {
    const caseId = await addSketchCase(sketch)
    await jsonOf(edit(ines, sketch, { mature: true }))
    await jsonOf(decide(staff, caseId, { action: 'mature', ...WHY }))
    const body = { sketchId: sketch, mark: 'mature', on: false, reason: 'It is no nude.' }
    expect(await errorOf(sendRequest('/gloperate/mark', { as: staff, body }))).toEqual([403, 'set_by_artist'])
  })

  it('the page says that the artist set it after staff decided the same', async () => {
    const caseId = await addSketchCase(sketch)
    await jsonOf(edit(ines, sketch, { madeWithAi: true }))
    await jsonOf(decide(staff, caseId, { action: 'ai', ...WHY }))
    const page = await requestJson<SketchPageReply>(`/api/v2/sketch/${sketch}`, { as: staff })
    expect(page).toMatchObject({ madeWithAi: true, aiByStaff: false, marksByStaff: [] })
  })
})

it('an artist takes away the mark as mature that they set themselves', async () => {
  for (const mature of [true, false]) expect((await edit(ines, sketch, { mature })).status).toBe(200)
})

describe('a sketch that staff took out of a challenge', () => {
  let challenge: number
  beforeEach(async () => {
    challenge = await addChallenge(await addPerson())
    await jsonOf(enterChallenge(ines, challenge, sketch))
  })

  it.each(['by a case', 'on its page'])('%s: the artist cannot enter the sketch there again', async (how) => {
    await jsonOf(
      how === 'by a case'
        ? decide(staff, await addSketchCase(sketch), { action: 'leave_challenge', ...WHY })
        : removeEntry(staff, sketch, 'Not the theme.'),
    )
    expect(await errorOf(enterChallenge(ines, challenge, sketch))).toEqual(REFUSED)
    expect((await enterChallenge(ines, await addChallenge(await addPerson()), sketch)).status).toBe(200)
  })

  it('a granted appeal restores the entry, and the artist can remove it and enter again', async () => {
    const caseId = await addSketchCase(sketch)
    await jsonOf(decide(staff, caseId, { action: 'leave_challenge', ...WHY }))
    await grantAppeal(ines, caseId)
    await jsonOf(removeEntry(ines, sketch))
    expect((await enterChallenge(ines, challenge, sketch)).status).toBe(200)
  })

  it('an artist who removed the sketch can enter it again', async () => {
    await jsonOf(removeEntry(ines, sketch))
    expect((await enterChallenge(ines, challenge, sketch)).status).toBe(200)
  })
})

describe('a sketch that staff took out of a compo', () => {
  let key: string
  let entry: number
  beforeEach(async () => {
    key = await addCompo()
    entry = await addEntry(key, ines)
  })
  const remove = (as: Person, reason: string) =>
    sendRequest('/api/compoRemoveSketch', { as, body: { which: entry, reason } })

  it.each(['by a case', 'on its page'])('%s: the artist cannot enter the sketch there again', async (how) => {
    await jsonOf(
      how === 'by a case'
        ? decide(staff, await addSketchCase(entry), { action: 'leave_compo', ...WHY })
        : remove(staff, 'Not the theme.'),
    )
    expect(await errorOf(enterCompo(ines, key, entry))).toEqual(REFUSED)
    expect((await enterCompo(ines, await addCompo(), entry)).status).toBe(200)
  })

  it('after an undo the artist can remove the sketch and enter it again', async () => {
    const caseId = await addSketchCase(entry)
    await jsonOf(decide(staff, caseId, { action: 'leave_compo', ...WHY }))
    await jsonOf(undoDecision(staff, caseId))
    await jsonOf(remove(ines, ''))
    expect((await enterCompo(ines, key, entry)).status).toBe(200)
  })

  it('the artist can accept a later invite of staff', async () => {
    await jsonOf(remove(staff, 'Not the theme.'))
    await jsonOf(sendRequest('/admin/compoInvite', { as: staff, body: { sketchId: entry, compo: key } }))
    const accepted = sendRequest('/admin/inviteAccepted', { as: ines, body: { sketchId: entry } })
    expect((await accepted).status).toBe(200)
  })
})
