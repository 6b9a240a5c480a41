import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { RULES } from '../../../contract/rules.ts'
import {
  addDecidedCase,
  caseOf,
  decide,
  decisionOf,
  noticesOf,
  readCase,
  undoDecision,
} from '../../support/worker/cases.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate } from '../../support/worker/staff.ts'

const HIDDEN = { action: 'violation', violation: 'copyright', rule: 'credit', reason: 'A photo of a print.' }

let staff: Person
let ines: Person
let tomo: Person
let noor: Person
let id: number
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  ;[ines, tomo, noor] = [await addPerson(), await addPerson(), await addPerson()]
  const sketch = await addSketch(ines)
  for (const as of [tomo, noor])
    await jsonOf(sendRequest(`/sketch/${sketch}/report`, { as, body: { details: 'Seen elsewhere.', copyright: true } }))
  id = (await caseOf('sketch', sketch)).id
})

it('staff who act as a member do not see the outcome of the member’s reports', async () => {
  await jsonOf(decide(staff, id, HIDDEN))
  await impersonate(staff, tomo)
  for (const path of [
    '/api/v2/notices?category=moderation',
    '/api/v2/notices',
    '/activity/1?format=json&filter=replies',
  ]) {
    const list = await requestJson<NotificationList>(path, { as: staff })
    expect([path, list.items, list.unread.moderation]).toEqual([path, [], 0])
  }
  expect(await errorOf(sendRequest(`/api/v2/decision?case=${id}`, { as: staff }))).toEqual([403, 'impersonating'])
})

it('staff do not see notes of colleagues about them', async () => {
  const colleague = await addPerson({ flags: 'm' })
  const caseId = await addDecidedCase(colleague, staff)
  await env.DB.prepare("UPDATE case_decisions SET note = 'Again?' WHERE case_id = ?").bind(caseId).run()
  expect((await readCase(staff, caseId)).decision?.note).toBe('Again?')
  expect((await readCase(colleague, caseId)).decision?.note).toBe('')
})

describe('the notices of a decision', () => {
  it('every reporter learns only that staff acted', async () => {
    await jsonOf(decide(staff, id, HIDDEN))
    for (const reporter of [tomo, noor]) {
      const notices = await noticesOf(reporter)
      expect(notices).toMatchObject([{ actor: null, sketch: null, read: false }])
      expect(notices[0]?.staff).toEqual({
        ...{ of: 'case', id, kind: 'sketch', acted: true },
        ...{ title: '', action: null, reason: '', undone: false, outcome: null },
      })
      expect(await decisionOf(reporter, id)).toMatchObject({ isAuthor: false, acted: true, action: null, reason: '' })
    }
  })

  it('the author learns the act, the rule and the reason', async () => {
    await jsonOf(decide(staff, id, HIDDEN))
    const reason = `${RULES.credit}\nA photo of a print.`
    expect((await noticesOf(ines))[0]?.staff).toMatchObject({ acted: null, action: 'violation', reason })
    expect(await decisionOf(ines, id)).toMatchObject({ isAuthor: true, action: 'violation', reason, mayAppeal: true })
  })

  it('after a decision without an act reporters read that none was needed, and the author gets no notice', async () => {
    await jsonOf(decide(staff, id))
    expect((await noticesOf(tomo))[0]?.staff).toMatchObject({ acted: false })
    expect(await noticesOf(ines)).toEqual([])
    expect(await errorOf(sendRequest(`/api/v2/decision?case=${id}`, { as: ines }))).toEqual([404, 'not_found'])
  })

  it('notices do not name the staff who decided', async () => {
    await jsonOf(decide(staff, id, HIDDEN))
    for (const as of [ines, tomo]) {
      const read = JSON.stringify([await noticesOf(as), await decisionOf(as, id)])
      expect(read).not.toContain(staff.nickname)
    }
  })

  it('a block between author and deciding staff does not hide the notice', async () => {
    await block(ines, staff)
    await jsonOf(decide(staff, id, HIDDEN))
    expect(await noticesOf(ines)).toHaveLength(1)
  })

  it('an undo corrects the notices of the decision and marks them as unread', async () => {
    await jsonOf(decide(staff, id, HIDDEN))
    for (const as of [ines, tomo]) await jsonOf(sendRequest('/api/v2/notices/read', { as, body: { all: true } }))
    await jsonOf(undoDecision(staff, id, 'A life drawing.'))
    for (const as of [ines, tomo]) expect(await noticesOf(as)).toMatchObject([{ read: false, staff: { undone: true } }])
    expect(await decisionOf(ines, id)).toMatchObject({ undone: true, mayAppeal: false })
  })

  it('the notices of a decision count as unread and cannot be switched off', async () => {
    const setting = { category: 'moderation', on: false }
    expect(await errorOf(sendRequest('/api/v2/notices/settings', { as: tomo, body: setting }))).toEqual([
      400,
      'bad_request',
    ])
    await jsonOf(decide(staff, id, HIDDEN))
    expect((await requestJson<NotificationList>('/api/v2/notices', { as: tomo })).unread.moderation).toBe(1)
  })

  it('other members cannot read a decision, and nobody one that is still open', async () => {
    const read = (as: Person) => errorOf(sendRequest(`/api/v2/decision?case=${id}`, { as }))
    expect(await read(tomo)).toEqual([404, 'not_found'])
    await jsonOf(decide(staff, id, HIDDEN))
    expect(await read(await addPerson())).toEqual([404, 'not_found'])
  })

  it('an id that is no number is refused', async () => {
    expect(await errorOf(sendRequest('/api/v2/decision?case=x', { as: tomo }))).toEqual([400, 'bad_request'])
  })
})
