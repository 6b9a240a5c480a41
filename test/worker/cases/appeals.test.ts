import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MemberDecision } from '../../../contract/http/appeals.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { APPEAL_TEXT_MAX } from '../../../contract/limits.ts'
import { addBan, banNoticeOf } from '../../support/worker/bans.ts'
import {
  addAppeal,
  addCommentCase,
  addDecidedCase,
  addProfileCase,
  addSketchCase,
  appeal,
  decide,
  decideAppeal,
  decisionOf,
  listAppeals,
  readCase,
  undoDecision,
} from '../../support/worker/cases.ts'
import { addComment } from '../../support/worker/comments.ts'
import { withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

const latestDecision = (as: Person) => requestJson<MemberDecision>('/api/v2/decision', { as })
const isMature = async (caseId: number) =>
  env.DB.prepare('SELECT mature FROM sketches WHERE id = (SELECT target FROM cases WHERE id = ?)')
    .bind(caseId)
    .first<number>('mature')
const countAppeals = () => env.DB.prepare('SELECT count(*) AS n FROM appeals').first('n')

let staff: Person
let other: Person
beforeEach(async () => {
  await env.DB.exec('DELETE FROM appeals')
  staff = await addPerson({ flags: 'm' })
  other = await addPerson({ flags: 'm' })
})

describe('an appeal', () => {
  it('the author appeals once against a decision', async () => {
    const ines = await addPerson()
    const id = await addDecidedCase(ines)
    await jsonOf(appeal(ines, { case: id }, 'It is a life drawing.'))
    expect(await errorOf(appeal(ines, { case: id }))).toEqual([409, 'appealed_already'])
    expect(await decisionOf(ines, id)).toMatchObject({
      mayAppeal: false,
      appeal: { text: 'It is a life drawing.', outcome: null, answer: '' },
    })
  })

  it('only one of several simultaneous appeals counts', async () => {
    const ines = await addPerson()
    const id = await addDecidedCase(ines)
    const replies = await Promise.all([1, 2, 3].map(() => appeal(ines, { case: id })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await countAppeals()).toBe(1)
  })

  it('an appeal has at least one and at most 500 characters', async () => {
    const ines = await addPerson()
    const id = await addDecidedCase(ines)
    for (const text of ['', '   ', 'a'.repeat(APPEAL_TEXT_MAX + 1)])
      expect(await errorOf(appeal(ines, { case: id }, text))).toEqual([400, 'bad_request'])
    const long = env.DB.prepare(
      'INSERT INTO appeals (user_id, case_id, text, decider_id, created_at) VALUES (?, ?, ?, ?, 0)',
    ).bind(ines.id, id, 'a'.repeat(APPEAL_TEXT_MAX + 1), staff.id)
    await expect(long.run()).rejects.toThrow(/appeals_text/)
    await jsonOf(appeal(ines, { case: id }, 'a'.repeat(APPEAL_TEXT_MAX)))
  })

  it('only the author can appeal, and only against an act that is in force', async () => {
    const ines = await addPerson()
    const [decided, dismissed] = [await addDecidedCase(ines), await addSketchCase(await addSketch(ines))]
    expect(await errorOf(appeal(await addPerson(), { case: decided }))).toEqual([404, 'not_found'])
    await jsonOf(decide(staff, dismissed))
    expect(await errorOf(appeal(ines, { case: dismissed }))).toEqual([404, 'not_found'])
    await jsonOf(undoDecision(staff, decided))
    expect(await errorOf(appeal(ines, { case: decided }))).toEqual([404, 'not_found'])
    expect(await errorOf(appeal(ines))).toEqual([404, 'not_found'])
  })

  it.each([0, 24, -1])('a member with a ban of %i hours outside of cases appeals from the notice', async (duration) => {
    const ines = await addBan(await addPerson(), duration, 'Be kind.')
    const found = await latestDecision(ines)
    expect(found).toMatchObject({ of: 'ban', action: duration === 0 ? 'warn' : 'ban', reason: 'Be kind.' })
    await jsonOf(appeal(ines))
    expect(await errorOf(appeal(ines))).toEqual([409, 'appealed_already'])
    expect(await errorOf(appeal(await addPerson(), { ban: found.id }))).toEqual([404, 'not_found'])
  })

  it('an appeal from the notice of a ban by a decision on a case is against that decision', async () => {
    const ines = await addPerson()
    const id = await addProfileCase(ines)
    await jsonOf(decide(staff, id, { action: 'ban', duration: 24, rule: 'kindness', reason: 'Be kind.' }))
    expect(await latestDecision(ines)).toMatchObject({ of: 'case', id, action: 'ban' })
    await jsonOf(appeal(ines))
    expect(await errorOf(appeal(ines, { case: id }))).toEqual([409, 'appealed_already'])
  })
})

describe('the decision on an appeal', () => {
  it('overturning undoes the decision, with the reason on the staff log', async () => {
    const { id, caseId, author } = await addAppeal(staff)
    expect(await isMature(caseId)).toBe(1)
    await jsonOf(decideAppeal(other, id, 'overturned', 'A life drawing.'))
    expect(await isMature(caseId)).toBe(0)
    expect((await readCase(staff, caseId)).decision?.undone).toMatchObject({ nickname: other.nickname })
    const log = (await staffLogOf(author)).filter(({ staff_id }) => staff_id === other.id)
    expect(log.map(({ action }) => action).sort()).toEqual(['appeal_overturn', 'edit'])
    expect(log.every(({ reason }) => reason === 'A life drawing.')).toBe(true)
  })

  it('upholding changes only the appeal', async () => {
    const { id, caseId, author } = await addAppeal(staff)
    await jsonOf(decideAppeal(other, id, 'upheld', 'It is bare skin.'))
    expect(await isMature(caseId)).toBe(1)
    expect((await staffLogOf(author)).at(-1)).toMatchObject({ action: 'appeal_uphold', reason: 'It is bare skin.' })
    expect(await listAppeals(staff)).toMatchObject({ items: [] })
    expect(await listAppeals(staff, '?filter=closed')).toMatchObject({
      items: [{ id, outcome: 'upheld', answer: 'It is bare skin.' }],
    })
  })

  it.each(['upheld', 'overturned'] as const)('the member is told that it was %s', async (outcome) => {
    const { id, caseId, author } = await addAppeal(staff)
    await jsonOf(decideAppeal(other, id, outcome, 'Looked at again.'))
    const { items } = await requestJson<NotificationList>('/api/v2/notices?category=moderation', { as: author })
    expect(items[0]).toMatchObject({
      actor: null,
      staff: { of: 'case', id: caseId, outcome, reason: 'Looked at again.' },
    })
    expect((await decisionOf(author, caseId)).appeal).toMatchObject({ outcome, answer: 'Looked at again.' })
    expect(JSON.stringify(items)).not.toContain(other.nickname)
  })

  it('the member of staff who made the decision cannot decide the appeal', async () => {
    const { id, caseId } = await addAppeal(staff)
    for (const outcome of ['upheld', 'overturned'] as const)
      expect(await errorOf(decideAppeal(staff, id, outcome))).toEqual([403, 'own_decision'])
    expect(await isMature(caseId)).toBe(1)
  })

  it('the list of appeals names the reported things', async () => {
    const { caseId } = await addAppeal(staff)
    const { kind, title } = await readCase(staff, caseId)
    expect(title).not.toBe('')
    expect((await listAppeals(staff)).items).toMatchObject([{ caseId, kind, title }])
  })

  it('staff cannot decide their own appeal', async () => {
    const gloperator = await addPerson({ flags: 'm' })
    const caseId = await addDecidedCase(gloperator)
    await jsonOf(appeal(gloperator, { case: caseId }))
    const { items } = await listAppeals(staff)
    expect(await errorOf(decideAppeal(gloperator, items[0]?.id ?? 0))).toEqual([403, 'forbidden'])
  })

  it('only one of two simultaneous decisions on an appeal takes effect', async () => {
    const { id, caseId, author } = await addAppeal()
    const replies = await Promise.all([decideAppeal(staff, id, 'upheld'), decideAppeal(other, id, 'overturned')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const { outcome } = (await listAppeals(staff, '?filter=closed')).items[0] ?? {}
    expect(await isMature(caseId)).toBe(outcome === 'upheld' ? 1 : 0)
    expect((await staffLogOf(author)).filter(({ action }) => action.startsWith('appeal_'))).toHaveLength(1)
    expect(await errorOf(decideAppeal(other, id))).toEqual([409, 'decided_already'])
  })

  it('a ban is lifted, and a deleted comment stays deleted', async () => {
    const banned = await addBan(await addPerson(), 24)
    await jsonOf(appeal(banned))
    const [ofBan] = (await listAppeals(staff)).items
    expect(ofBan).toMatchObject({ caseId: null, kind: null, title: '' })
    await jsonOf(decideAppeal(staff, ofBan?.id ?? 0, 'overturned', 'Someone else wrote it.'))
    expect(await banNoticeOf(banned)).toBeNull()
    expect((await staffLogOf(banned)).slice(-2)).toMatchObject([{ action: 'lift_ban' }, { action: 'appeal_overturn' }])
    const ines = await addPerson()
    const caseId = await addCommentCase((await addComment(ines, await addSketch(ines))).id)
    await jsonOf(decide(staff, caseId, { action: 'delete', rule: 'kindness' }))
    await jsonOf(appeal(ines, { case: caseId }))
    const [ofCase] = (await listAppeals(other)).items
    await jsonOf(decideAppeal(other, ofCase?.id ?? 0))
    expect((await decisionOf(ines, caseId)).appeal).toMatchObject({ outcome: 'overturned' })
  })

  it('overturning a decision lifts its ban', async () => {
    const ines = await addPerson()
    const caseId = await addProfileCase(ines)
    await jsonOf(decide(staff, caseId, { action: 'ban', duration: 168, rule: 'kindness', reason: 'Be kind.' }))
    await jsonOf(appeal(ines))
    const [item] = (await listAppeals(other)).items
    await jsonOf(decideAppeal(other, item?.id ?? 0))
    expect(await banNoticeOf(ines)).toBeNull()
  })

  it('an appeal about a thing that was deleted meanwhile stays in the queue and can be decided', async () => {
    const { id, caseId, author } = await addAppeal()
    const { target } = await readCase(staff, caseId)
    await jsonOf(sendRequest(`/api/v2/sketch/${target}`, { as: author, body: { action: 'delete' } }))
    expect((await listAppeals(staff)).items).toMatchObject([{ id }])
    await jsonOf(decideAppeal(staff, id))
    expect((await listAppeals(staff)).items).toEqual([])
  })

  it('an undo by staff grants the open appeal', async () => {
    const { caseId, author } = await addAppeal(staff)
    await jsonOf(undoDecision(staff, caseId))
    expect((await decisionOf(author, caseId)).appeal).toMatchObject({ outcome: 'overturned' })
    expect((await listAppeals(staff)).items).toEqual([])
  })

  it('the decision on an appeal needs an outcome, a reason and an open appeal', async () => {
    const { id } = await addAppeal()
    const send = (body: object) => errorOf(sendRequest('/api/v2/gloperate/appeal/decide', { as: staff, body }))
    expect(await send({ id, outcome: 'upheld', reason: ' ' })).toEqual([400, 'bad_request'])
    expect(await send({ id, outcome: 'maybe', reason: 'True.' })).toEqual([400, 'bad_request'])
    expect(await send({ id: 999_999, outcome: 'upheld', reason: 'True.' })).toEqual([404, 'not_found'])
  })
})

describe('a fault while an appeal is decided', () => {
  it.each(['refused', 'lost'] as const)('answer and undo happen together when a call is %s', async (fault) => {
    let { id, caseId } = await addAppeal()
    const send = (bindings: typeof env) => {
      const body = { id, outcome: 'overturned', reason: 'True.' }
      return sendRequestWith(bindings, '/api/v2/gloperate/appeal/decide', { as: staff, body })
    }
    await withEveryFault(fault, send, async () => {
      const { outcome } = (await readCase(other, caseId)).appeal ?? {}
      expect(await isMature(caseId)).toBe(outcome === 'overturned' ? 0 : 1)
      ;({ id, caseId } = await addAppeal())
    })
  })
})

describe('the list of appeals', () => {
  it('the list names the decision, its rule and reason, and the member', async () => {
    const { id, caseId, author } = await addAppeal(staff)
    expect((await listAppeals(other)).items).toMatchObject([
      {
        ...{ id, caseId, action: 'mature', duration: null, deciderId: staff.id, outcome: null },
        member: { id: author.id, nickname: author.nickname },
      },
    ])
    expect((await readCase(other, caseId)).appeal).toMatchObject({ id })
  })

  it('a bad cursor or filter is refused', async () => {
    const read = (query: string) => errorOf(sendRequest(`/api/v2/gloperate/appeals?${query}`, { as: staff }))
    expect(await read('cursor=x')).toEqual([400, 'bad_cursor'])
    expect(await read('filter=all')).toEqual([400, 'bad_request'])
  })
})
