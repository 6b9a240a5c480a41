import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { STAFF_LIMITS } from '../../../contract/limits.ts'
import type { StaffAction } from '../../../contract/staff-actions.ts'
import { addSketchCase, decide } from '../../support/worker/cases.ts'
import { addComment } from '../../support/worker/comments.ts'
import { addPost, addTopic } from '../../support/worker/forum.ts'
import { linkIn, Mailbox } from '../../support/worker/mails.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

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
    await fill(staff, 'delete', gloperator - 1)
    const [last, further] = [await addSketch(author), await addSketch(author)]
    await jsonOf(remove(staff, last))
    expect(await errorOf(remove(staff, further))).toEqual([409, 'deletion_limit'])
    expect([await exists(last), await exists(further)]).toEqual([false, true])
  })

  it('sketches, comments, posts and cases share the limit', async () => {
    await fill(staff, 'delete', gloperator)
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

  it('what was deleted a day ago no longer counts', async () => {
    await fill(staff, 'delete', gloperator, Date.now() - DAY_MS)
    expect((await remove(staff, await addSketch(author))).status).toBe(200)
  })

  it('what a member of staff deletes of their own has no limit', async () => {
    await fill(staff, 'delete', gloperator)
    expect((await remove(staff, await addSketch(staff))).status).toBe(200)
  })

  it(`an admin deletes ${admin}`, async () => {
    const boss = await addPerson({ flags: 'a' })
    await fill(boss, 'delete', admin - 1)
    await jsonOf(remove(boss, await addSketch(author)))
    expect(await errorOf(remove(boss, await addSketch(author)))).toEqual([409, 'deletion_limit'])
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
