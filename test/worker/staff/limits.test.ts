import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { STAFF_LIMITS } from '../../../contract/limits.ts'
import type { StaffAction } from '../../../contract/staff-actions.ts'
import { addDecisions, addProfileCase, addSketchCase, decide, undoDecision } from '../../support/worker/cases.ts'
import { addComment } from '../../support/worker/comments.ts'
import { addPost, addTopic } from '../../support/worker/forum.ts'
import { linkIn, Mailbox } from '../../support/worker/mails.ts'
import { countRoomActs } from '../../support/worker/owner-acts.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { addStream } from '../../support/worker/stream-calls.ts'

const DAY_MS = 86_400_000
const WHY = { reason: 'Not their own.' }

/** Writes acts of a member of staff to the staff log. */
const fill = ({ id }: Person, action: StaffAction, count: number, at = Date.now()) =>
  env.DB.prepare(
    `INSERT INTO audit_log (staff_id, action, target_type, target_id, created_at)
      SELECT ?, ?, 'sketch', 1, ? FROM json_each(?)`,
  )
    .bind(id, action, at, JSON.stringify(Array.from({ length: count }, () => 1)))
    .run()

const remove = (as: Person, sketch: number) =>
  sendRequest(`/api/v2/sketch/${sketch}`, { as, body: { action: 'delete', ...WHY } })
const exists = async (sketch: number) =>
  (await env.DB.prepare('SELECT 1 FROM sketches WHERE id = ? AND violation IS NULL').bind(sketch).first()) !== null

let staff: Person
let author: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  author = await addPerson()
})

describe('the things of others that staff delete in a day', () => {
  const { gloperator, admin } = STAFF_LIMITS.deletionsPerDay

  it(`a gloperator deletes ${gloperator}`, async () => {
    await addDecisions(staff, 'delete', gloperator - 1)
    const [last, further] = [await addSketch(author), await addSketch(author)]
    await jsonOf(remove(staff, last))
    expect(await errorOf(remove(staff, further))).toEqual([409, 'deletion_limit'])
    expect([await exists(last), await exists(further)]).toEqual([false, true])
  })

  it('sketches, comments, posts and cases share the limit', async () => {
    await addDecisions(staff, 'delete', gloperator)
    const sketch = await addSketch(author)
    const { id: comment } = await addComment(author, sketch)
    const { id: post } = await addPost(author, await addTopic(author))
    const calls = [
      sendRequest('/comment', { as: staff, body: { action: 'delete', commentId: comment, ...WHY } }),
      sendRequest('/api/v2/gloperate/deleteComment', { as: staff, body: { id: comment, ...WHY } }),
      sendRequest('/api/v2/forum/post/delete', { as: staff, body: { id: post, ...WHY } }),
      decide(staff, await addSketchCase(sketch), { action: 'delete', rule: 'kindness', ...WHY }),
    ]
    for (const call of calls) expect(await errorOf(call)).toEqual([409, 'deletion_limit'])
    expect(await staffLogOf(author)).toEqual([])
  })

  it.each(['clear_lines', 'end_stream', 'cancel_stream'] as const)(
    'the act %s counts as a deletion',
    async (action) => {
      await addDecisions(staff, action, gloperator)
      expect(await errorOf(remove(staff, await addSketch(author)))).toEqual([409, 'deletion_limit'])
    },
  )

  it('a stream is not ended above the limit', async () => {
    await addDecisions(staff, 'delete', gloperator)
    const id = await addStream(author)
    const end = sendRequest('/api/v2/stream/end', { as: staff, body: { id, ...WHY } })
    expect(await errorOf(end)).toEqual([409, 'deletion_limit'])
  })

  it('lines that staff clear in rooms count as deletions', async () => {
    await countRoomActs(staff, { clears: gloperator })
    expect(await errorOf(remove(staff, await addSketch(author)))).toEqual([409, 'deletion_limit'])
  })

  it('what was deleted a day ago no longer counts', async () => {
    await addDecisions(staff, 'delete', gloperator, Date.now() - DAY_MS)
    expect((await remove(staff, await addSketch(author))).status).toBe(200)
  })

  it('what a member of staff deletes of their own has no limit', async () => {
    await addDecisions(staff, 'delete', gloperator)
    expect((await remove(staff, await addSketch(staff))).status).toBe(200)
  })

  it(`an admin deletes ${admin}`, async () => {
    const boss = await addPerson({ flags: 'a' })
    await addDecisions(boss, 'delete', admin - 1)
    await jsonOf(remove(boss, await addSketch(author)))
    expect(await errorOf(remove(boss, await addSketch(author)))).toEqual([409, 'deletion_limit'])
  })
})

describe('the acts of staff on things and members of a day', () => {
  const { gloperator, admin } = STAFF_LIMITS.actsPerDay
  const REFUSED = [409, 'staff_act_limit']

  const hide = async (as: Person) =>
    sendRequest('/gloperate/violation', {
      ...{ as, body: { sketchId: await addSketch(author), violation: 'notsketch', ...WHY } },
    })
  const warn = (as: Person, { id }: Person) =>
    sendRequest('/api/v2/gloperate/ban', { as, body: { uid: id, duration: 0, ...WHY } })

  it(`a gloperator hides ${gloperator} sketches`, async () => {
    await addDecisions(staff, 'violation', gloperator - 1)
    await jsonOf(hide(staff))
    expect(await errorOf(hide(staff))).toEqual(REFUSED)
  })

  it(`an admin hides ${admin} sketches`, async () => {
    const boss = await addPerson({ flags: 'a' })
    await addDecisions(boss, 'violation', admin - 1)
    await jsonOf(hide(boss))
    expect(await errorOf(hide(boss))).toEqual(REFUSED)
  })

  it('a gloperator who has one act left today hides one of several sketches at the same time', async () => {
    await addDecisions(staff, 'violation', gloperator - 1)
    const replies = await Promise.all([hide(staff), hide(staff), hide(staff)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('acts on pages, decisions on cases, warnings and bans share the limit', async () => {
    const sketch = await addSketch(author)
    const caseId = await addSketchCase(sketch)
    await fill(staff, 'warn', 1)
    await addDecisions(staff, 'violation', gloperator - 1)
    const calls = [
      sendRequest('/gloperate/mark', { as: staff, body: { sketchId: sketch, mark: 'mature', on: true, ...WHY } }),
      decide(staff, caseId, { action: 'mature', rule: 'mature' }),
      decide(staff, caseId, { action: 'warn', rule: 'mature' }),
      warn(staff, author),
    ]
    for (const call of calls) expect(await errorOf(call)).toEqual(REFUSED)
    expect(await staffLogOf(author)).toMatchObject([])
  })

  it('a warning by a decision counts once', async () => {
    await addDecisions(staff, 'violation', gloperator - 2)
    const [first, second] = [await addPerson(), await addPerson()]
    await jsonOf(decide(staff, await addProfileCase(first), { action: 'warn', rule: 'kindness' }))
    await jsonOf(warn(staff, second))
    expect(await errorOf(warn(staff, await addPerson()))).toEqual(REFUSED)
  })

  it('an undone decision still counts', async () => {
    const caseId = await addSketchCase(await addSketch(author))
    await addDecisions(staff, 'violation', gloperator - 1)
    await jsonOf(decide(staff, caseId, { action: 'mature', rule: 'mature' }))
    await jsonOf(undoDecision(staff, caseId))
    expect(await errorOf(hide(staff))).toEqual(REFUSED)
  })

  it('a case is closed without an act also above the limit', async () => {
    await addDecisions(staff, 'violation', gloperator)
    await jsonOf(decide(staff, await addSketchCase(await addSketch(author))))
  })

  it('a case that is decided already says so also above the limit', async () => {
    const caseId = await addSketchCase(await addSketch(author))
    await jsonOf(decide(await addPerson({ flags: 'm' }), caseId))
    await addDecisions(staff, 'violation', gloperator)
    expect(await errorOf(decide(staff, caseId, { action: 'mature', rule: 'mature' }))).toEqual([409, 'decided_already'])
  })
})

describe('the accounts that staff merge', () => {
  const merge = (as: Person, source: Person, target: Person, body: object = WHY, bindings = env) =>
    sendRequestWith(bindings, '/admin/mergeTo', {
      ...{ as, body: { userId: source.id, targetUserId: target.id, ...body } },
    })

  it.each(Object.entries({ m: STAFF_LIMITS.mergesPerDay.gloperator, a: STAFF_LIMITS.mergesPerDay.admin }))(
    'staff with the flag %s merge %d in a day',
    async (flags, limit) => {
      const as = await addPerson({ flags })
      await fill(as, 'merge', limit - 1)
      await jsonOf(merge(as, author, await addPerson()))
      const further = await addPerson()
      expect(await errorOf(merge(as, further, await addPerson()))).toEqual([409, 'merge_limit'])
      expect(await staffLogOf(further)).toEqual([])
      const { results } = await env.DB.prepare('SELECT 1 FROM merges WHERE user_id = ?').bind(further.id).all()
      expect(results).toEqual([])
    },
  )

  it('a merge needs a reason', async () => {
    expect(await errorOf(merge(staff, author, await addPerson(), {}))).toEqual([400, 'bad_request'])
  })

  it('the confirmed address of a merged account is told, and that of the target is not', async () => {
    const [mailbox, target] = [new Mailbox(), await addPerson()]
    const email = (id: number) => `merged-${id}@people.test`
    for (const { id } of [author, target])
      await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind(email(id), id).run()
    await jsonOf(merge(staff, author, target, WHY, mailbox.env))
    await jsonOf(merge(staff, author, target, WHY, mailbox.env))
    expect(mailbox.subjectsTo(email(author.id))).toEqual(['Your account was merged into another one'])
    expect(mailbox.subjectsTo(email(target.id))).toEqual([])
    expect(mailbox.sent[0]?.text).toContain(target.nickname)
    expect(linkIn(mailbox.sent[0])).toBe(`/user/${target.id}`)
  })
})
