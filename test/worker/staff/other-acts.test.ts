import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STAFF_LIMITS } from '../../../contract/limits.ts'
import { profileInfoOf } from '../../support/profile-form.ts'
import { addDecisions } from '../../support/worker/cases.ts'
import { addGroup, postToGroups, requestGroup } from '../../support/worker/groups.ts'
import { countRoomActs, countStaffActs } from '../../support/worker/owner-acts.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, type RequestOptions, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate, sessionOf, staffLogOf } from '../../support/worker/staff.ts'
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
    await countStaffActs(staff, gloperator - 1)
    await jsonOf(edit(staff, id, 'Last'))
    expect(await errorOf(edit(staff, id, 'Further'))).toEqual(REFUSED)
    expect(await titleOf(id)).toBe('Last')
  })

  it(`an admin makes ${admin} changes`, async () => {
    const boss = await addPerson({ flags: 'a' })
    await countStaffActs(boss, admin - 1)
    await jsonOf(alias(boss))
    expect(await errorOf(alias(boss))).toEqual(REFUSED)
  })

  it('a gloperator who has one change left today makes one of several at the same time', async () => {
    await countStaffActs(staff, gloperator - 1)
    const replies = await Promise.all([alias(staff), alias(staff), alias(staff)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('edits, aliases, profiles and impersonations share the limit', async () => {
    const id = await addSketch(author)
    await countStaffActs(staff, gloperator - 1)
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
    await countStaffActs(staff, gloperator)
    await jsonOf(edit(staff, id, 'Own'))
  })

  it('decisions do not count', async () => {
    await addDecisions(staff, 'violation', STAFF_LIMITS.actsPerDay.gloperator)
    await jsonOf(alias(staff))
  })

  it('the acts of group admins in groups that they do not run count, and those in their own do not', async () => {
    const helper = await addPerson({ flags: 'g' })
    const [foreign, own] = [await addGroup(author), await addGroup(helper)]
    await countStaffActs(helper, gloperator)
    const act = (groupId: string) => ({ action: 'edit', groupId, description: 'Rivers', rules: '', ...WHY }) as const
    expect(await errorOf(postToGroups(helper, act(foreign)))).toEqual(REFUSED)
    await jsonOf(postToGroups(helper, act(own)))
  })

  it('decisions of group admins on requests count', async () => {
    const helper = await addPerson({ flags: 'g' })
    const requestId = await requestGroup(author)
    await countStaffActs(helper, gloperator)
    const reject = postToGroups(helper, { action: 'requestDelete', requestId, message: 'There is one.' })
    expect(await errorOf(reject)).toEqual(REFUSED)
  })
})

describe('what staff write in a day while they act as a member', () => {
  it('writes above the limit are refused before they are carried out', async () => {
    const [first, second] = [await addPerson(), await addPerson()]
    await impersonate(staff, author)
    await countStaffActs(staff, gloperator - 2)
    await jsonOf(fan(staff, first))
    expect(await errorOf(fan(staff, second))).toEqual(REFUSED)
    const { results } = await env.DB.prepare('SELECT user_id FROM fans WHERE fan_id = ?').bind(author.id).all()
    expect(results).toEqual([{ user_id: first.id }])
    expect((await staffLogOf(author)).map(({ action }) => action)).toEqual(['impersonate', 'impersonated_write'])
  })

  it('the acts of staff do not count for the member', async () => {
    const boss = await addPerson({ flags: 'a' })
    await countStaffActs(staff, gloperator)
    await impersonate(boss, staff)
    await jsonOf(fan(boss, author))
  })

  it.each(['/admin/impersonate/stop', '/logout'])('%s is possible above the limit', async (path) => {
    await impersonate(staff, author)
    await countStaffActs(staff, gloperator)
    await jsonOf(sendRequest(path, { as: staff, body: {} }))
    expect((await sessionOf(staff)).user?.id).not.toBe(author.id)
  })
})

const UNDOES = 'It undoes an act, which stays counted.'
/** Calls of staff that succeed above all limits of a day, with the reason. */
const UNLIMITED: Record<string, string> = {
  'POST /api/v2/gloperate/retryMail': 'The mail was queued by an act of its own.',
  'POST /api/v2/gloperate/case/claim': 'A claim expires after half an hour and changes nothing.',
  'POST /api/v2/gloperate/case/release': 'A claim changes nothing.',
  'POST /api/v2/gloperate/case/decide': 'The sample closes a case without an act. Acts are limited.',
  'POST /api/v2/gloperate/case/undo': UNDOES,
  'POST /api/v2/gloperate/appeal/decide': 'A member asked for it, once for each decision.',
  'POST /api/v2/gloperate/liftBan': UNDOES,
  'POST /api/v2/gloperate/confirmBan': 'Another member of staff made the ban, which was counted.',
  'POST /api/v2/whiteboard/restore': UNDOES,
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
  await countStaffActs(tired, limitOf('otherActsPerDay'))
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
