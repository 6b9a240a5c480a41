import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STAFF_LIMITS } from '../../../contract/limits.ts'
import { profileInfoOf } from '../../support/profile-form.ts'
import { addBan, banNoticeOf } from '../../support/worker/bans.ts'
import {
  addAppeal,
  addDecidedCase,
  addDecisions,
  addSketchCase,
  decide,
  decideAppeal,
  undoDecision,
} from '../../support/worker/cases.ts'
import { addTopic, moderate } from '../../support/worker/forum.ts'
import { addGroup, postToGroups, requestGroup } from '../../support/worker/groups.ts'
import { countOtherActs, countRoomActs } from '../../support/worker/owner-acts.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, type RequestOptions, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate, sessionOf, staffLogOf } from '../../support/worker/staff.ts'
import { addReplay } from '../../support/worker/stream-calls.ts'
import { jsonWrites, makeRoleWorld, type RoleWorld } from '../role-table.ts'
import type { Role, Sample } from '../roles.ts'

const { gloperator, admin } = STAFF_LIMITS.otherActsPerDay
const REFUSED = [409, 'other_act_limit']
const WHY = { reason: 'Asked for it.' }

let staff: Person
let author: Person
beforeEach(async () => {
  staff = await addPerson({ flags: 'm' })
  author = await addPerson()
})

const edit = (as: Person, id: number, title: string) =>
  sendRequest(`/sketch/${id}/edit`, { as, body: { title, ...WHY } })
const alias = (as: Person) =>
  sendRequest('/api/v2/tags/alias', {
    as,
    body: { alias: `al-${crypto.randomUUID().slice(0, 8)}`, tag: 'other-acts', ...WHY },
  })
const fan = (as: Person, { id }: Person) => sendRequest('/api/fan', { as, body: { user: id } })
const titleOf = (id: number) => env.DB.prepare('SELECT title FROM sketches WHERE id = ?').bind(id).first('title')

describe('the acts of staff in a day that no other limit counts', () => {
  it(`a gloperator edits ${gloperator} sketches of others`, async () => {
    const id = await addSketch(author)
    await countOtherActs(staff, gloperator - 1)
    await jsonOf(edit(staff, id, 'Last'))
    expect(await errorOf(edit(staff, id, 'Further'))).toEqual(REFUSED)
    expect(await titleOf(id)).toBe('Last')
  })

  it(`an admin makes ${admin} changes`, async () => {
    const boss = await addPerson({ flags: 'a' })
    await countOtherActs(boss, admin - 1)
    await jsonOf(alias(boss))
    expect(await errorOf(alias(boss))).toEqual(REFUSED)
  })

  it('a gloperator who has one change left today makes one of several at the same time', async () => {
    await countOtherActs(staff, gloperator - 1)
    const replies = await Promise.all([alias(staff), alias(staff), alias(staff)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('edits, aliases, profiles and impersonations share the limit', async () => {
    const id = await addSketch(author)
    await countOtherActs(staff, gloperator - 1)
    await jsonOf(alias(staff))
    const profile = { ...profileInfoOf(`Renamed ${author.id}`), ...WHY }
    const calls = [
      edit(staff, id, 'Further'),
      sendRequest(`/user/${author.id}/edit`, { as: staff, body: profile }),
      sendRequest('/admin/impersonate', { as: staff, body: { userId: author.id, ...WHY } }),
    ]
    for (const call of calls) expect(await errorOf(call)).toEqual(REFUSED)
    expect(await staffLogOf(author)).toEqual([])
  })

  it('edits of own sketches have no limit', async () => {
    const id = await addSketch(staff)
    await countOtherActs(staff, gloperator)
    await jsonOf(edit(staff, id, 'Own'))
  })

  it('decisions do not count', async () => {
    await addDecisions(staff, 'violation', STAFF_LIMITS.actsPerDay.gloperator)
    await jsonOf(alias(staff))
  })

  it('the acts of group admins in groups that they do not run count, and those in their own do not', async () => {
    const helper = await addPerson({ flags: 'g' })
    const [foreign, own] = [await addGroup(author), await addGroup(helper)]
    await countOtherActs(helper, gloperator)
    const act = (groupId: string) => ({ action: 'edit', groupId, description: 'Rivers', rules: '', ...WHY }) as const
    expect(await errorOf(postToGroups(helper, act(foreign)))).toEqual(REFUSED)
    await jsonOf(postToGroups(helper, act(own)))
  })

  it('sketches that group admins add to groups that they do not run count', async () => {
    const helper = await addPerson({ flags: 'g' })
    const [groupId, sketchId] = [await addGroup(author), await addSketch(author)]
    await countOtherActs(helper, gloperator)
    expect(await errorOf(postToGroups(helper, { action: 'add', groupId, sketchId, message: '' }))).toEqual(REFUSED)
  })

  it('decisions of group admins on requests count', async () => {
    const helper = await addPerson({ flags: 'g' })
    const requestId = await requestGroup(author)
    await countOtherActs(helper, gloperator)
    const reject = postToGroups(helper, { action: 'requestDelete', requestId, message: 'There is one.' })
    expect(await errorOf(reject)).toEqual(REFUSED)
  })
})

describe('what staff take back and dismiss in a day', () => {
  const violation = (as: Person, sketchId: number, value: string | null) =>
    sendRequest('/gloperate/violation', { as, body: { sketchId, violation: value, ...WHY } })
  const violationOf = (id: number) => env.DB.prepare('SELECT violation FROM sketches WHERE id = ?').bind(id).first()
  const lift = (as: Person, { id }: Person) =>
    sendRequest('/api/v2/gloperate/liftBan', { as, body: { uid: id, ...WHY } })
  let colleague: Person
  beforeEach(async () => {
    colleague = await addPerson({ flags: 'm' })
  })

  it(`a gloperator undoes ${gloperator} decisions of other staff`, async () => {
    const [last, further] = [await addDecidedCase(author, colleague), await addDecidedCase(author, colleague)]
    await countOtherActs(staff, gloperator - 1)
    await jsonOf(undoDecision(staff, last))
    expect(await errorOf(undoDecision(staff, further))).toEqual(REFUSED)
    const { results } = await env.DB.prepare(
      'SELECT case_id FROM case_decisions WHERE case_id IN (?, ?) AND undone_at IS NULL',
    )
      .bind(last, further)
      .all()
    expect(results).toEqual([{ case_id: further }])
  })

  it('own decisions are undone on the desk above the limit', async () => {
    const id = await addDecidedCase(author, staff)
    await countOtherActs(staff, gloperator)
    await jsonOf(undoDecision(staff, id))
  })

  it('a decision of other staff that cannot be undone does not count', async () => {
    const id = await addDecidedCase(author, colleague)
    await jsonOf(undoDecision(colleague, id))
    await countOtherActs(staff, gloperator)
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'cannot_undo'])
  })

  it('appeals are granted above the limit', async () => {
    const { id } = await addAppeal(colleague)
    await countOtherActs(staff, gloperator)
    await jsonOf(decideAppeal(staff, id))
  })

  it.each(['with', 'without'])('a violation %s a decision is cleared within the limit', async (kind) => {
    const [last, further] = [await addSketch(author), await addSketch(author)]
    for (const id of [last, further])
      if (kind === 'with') await jsonOf(violation(colleague, id, 'copyright'))
      else await env.DB.prepare(`UPDATE sketches SET violation = 'copyright' WHERE id = ?`).bind(id).run()
    await countOtherActs(staff, gloperator - 1)
    await jsonOf(violation(staff, last, null))
    expect(await errorOf(violation(staff, further, null))).toEqual(REFUSED)
    expect(await violationOf(last)).toEqual({ violation: null })
    expect(await violationOf(further)).toEqual({ violation: 'copyright' })
  })

  it('a topic is restored within the limit', async () => {
    const topic = await addTopic(author)
    await jsonOf(moderate(topic, { action: 'remove' }))
    await countOtherActs(staff, gloperator)
    const restore = { topic, action: 'restore', ...WHY }
    expect(await errorOf(sendRequest('/api/v2/forum/moderate', { as: staff, body: restore }))).toEqual(REFUSED)
  })

  it('a replay is shown again within the limit', async () => {
    const id = await addReplay(author)
    const hide = (as: Person, hidden: boolean) =>
      sendRequest('/api/v2/stream/hideReplay', { as, body: { id, hidden, ...WHY } })
    await jsonOf(hide(colleague, true))
    await countOtherActs(staff, gloperator)
    expect(await errorOf(hide(staff, false))).toEqual(REFUSED)
  })

  it('bans are lifted within the limit', async () => {
    const [last, further] = [await addBan(author, 24), await addBan(await addPerson(), 24)]
    await countOtherActs(staff, gloperator - 1)
    await jsonOf(lift(staff, last))
    expect(await errorOf(lift(staff, further))).toEqual(REFUSED)
    expect(await banNoticeOf(last)).toBeNull()
    expect(await banNoticeOf(further)).not.toBeNull()
  })

  it('cases are closed without an act within the limit', async () => {
    const [last, further] = [await addSketch(author), await addSketch(author)]
    const [lastCase, furtherCase] = [await addSketchCase(last), await addSketchCase(further)]
    await countOtherActs(staff, gloperator - 1)
    await jsonOf(decide(staff, lastCase))
    expect(await errorOf(decide(staff, furtherCase))).toEqual(REFUSED)
    await jsonOf(decide(staff, furtherCase, { action: 'mature', rule: 'mature' }))
  })
})

describe('what staff write in a day while they act as a member', () => {
  it('writes above the limit are refused before they are carried out', async () => {
    const [first, second] = [await addPerson(), await addPerson()]
    await impersonate(staff, author)
    await countOtherActs(staff, gloperator - 2)
    await jsonOf(fan(staff, first))
    expect(await errorOf(fan(staff, second))).toEqual(REFUSED)
    const { results } = await env.DB.prepare('SELECT user_id FROM fans WHERE fan_id = ?').bind(author.id).all()
    expect(results).toEqual([{ user_id: first.id }])
    expect((await staffLogOf(author)).map(({ action }) => action)).toEqual(['impersonate', 'impersonated_write'])
  })

  it('the acts of staff do not count for the member', async () => {
    const boss = await addPerson({ flags: 'a' })
    await countOtherActs(staff, gloperator)
    await impersonate(boss, staff)
    await jsonOf(fan(boss, author))
  })

  it.each(['/admin/impersonate/stop', '/logout'])('%s is possible above the limit', async (path) => {
    await impersonate(staff, author)
    await countOtherActs(staff, gloperator)
    await jsonOf(sendRequest(path, { as: staff, body: {} }))
    expect((await sessionOf(staff)).user?.id).not.toBe(author.id)
  })
})

/** Calls of staff that succeed above all limits of a day, with the reason. */
const UNLIMITED: Record<string, string> = {
  'POST /api/v2/gloperate/case/claim': 'A claim expires after half an hour and changes nothing.',
  'POST /api/v2/gloperate/case/release': 'A claim changes nothing.',
  'POST /api/v2/gloperate/appeal/decide': 'A member asked for it, once for each decision.',
  'POST /api/v2/gloperate/confirmBan': 'Another member of staff made the ban, which was counted.',
  'POST /api/v2/whiteboard/restore': 'It takes back the last roll-back, once, which was counted.',
  'POST /api/v2/gloperate/challenge/move': 'It changes the order of a list only.',
  'POST /api/v2/stats': 'A read.',
  ...Object.fromEntries(
    ['groupActivity', 'groupStats', 'features', 'groupFeatures'].map((name) => [
      `POST /api/v2/assist/${name}`,
      'A read.',
    ]),
  ),
}
const LIMITS = ['staff_act_limit', 'deletion_limit', 'room_act_limit', 'merge_limit', 'other_act_limit']

/** A gloperator and group admin, or an admin, who reached all limits of the day. */
async function addTired(flags: 'a' | 'gm'): Promise<Person> {
  const limitOf = (name: keyof typeof STAFF_LIMITS) => STAFF_LIMITS[name][flags === 'a' ? 'admin' : 'gloperator']
  const tired = await addPerson({ flags })
  await countOtherActs(tired, limitOf('otherActsPerDay'))
  await countRoomActs(tired, { acts: limitOf('roomActsPerDay') })
  await addDecisions(tired, 'delete', limitOf('actsPerDay'))
  await env.DB.prepare(
    `INSERT INTO audit_log (staff_id, action, target_type, target_id, created_at)
      SELECT ?, 'merge', 'user', 1, ? FROM json_each(?)`,
  )
    .bind(tired.id, Date.now(), JSON.stringify(Array(limitOf('mergesPerDay')).fill(0)))
    .run()
  return tired
}

/** Calls a route as staff: with a reason, which most bodies take, or else without. */
async function callAs(as: Person, { path, call }: Sample<RoleWorld>, world: RoleWorld): Promise<Response> {
  const sample: RequestOptions = call?.(world) ?? {}
  const body = { ...(sample.body as object), ...WHY }
  const reply = await sendRequest(path(world), { ...sample, as, body })
  return reply.status === 400 ? sendRequest(path(world), { ...sample, as }) : reply
}

describe('every write of staff', () => {
  let world: RoleWorld
  let tired: { gloperator: Person; admin: Person }
  beforeAll(async () => {
    world = await makeRoleWorld()
    tired = { gloperator: await addTired('gm'), admin: await addTired('a') }
  })

  const onlyStaff = jsonWrites.filter(([, { caller }]) => ['staff', 'admin', 'groupAdmin'].includes(caller))
  const onThingsOfOthers = jsonWrites.filter(([, { caller }]) => caller === 'owner')

  it.each(onlyStaff)(
    'has a limit of a day, or a reason to have none: %s',
    async (route, entry: Role & Sample<RoleWorld>) => {
      const as = tired[entry.caller === 'admin' ? 'admin' : 'gloperator']
      const reply = await callAs(as, entry, world)
      if (route in UNLIMITED) expect(reply.status).toBe(entry.status ?? 200)
      else expect(LIMITS).toContain((await errorOf(Promise.resolve(reply)))[1])
    },
  )

  it.each(onThingsOfOthers)('is refused on things of others above the limits of a day: %s', async (_route, entry) => {
    const as = tired.gloperator
    const reply = await callAs(as, entry, world)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    // Another refusal is that of everybody but the owner.
    if (reply.status === 409) expect(LIMITS).toContain((await errorOf(Promise.resolve(reply)))[1])
    else expect([403, 404]).toContain(reply.status)
  })
})
