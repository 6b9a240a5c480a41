import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { repeatRoomActs } from '../../../worker/pages/cases/room-acts.ts'
import { appeal, caseOf, decide, decideAppeal, readCase, undoDecision } from '../../support/worker/cases.ts'
import { addGroup, groupOf, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { envWithout } from '../../support/worker/unreachable.ts'

let owner: Person
let staff: Person
let group: string
beforeEach(async () => {
  owner = await addPerson()
  staff = await addPerson({ flags: 'm' })
  group = await addGroup(owner)
})

const report = (as: Person | null, slug = group) =>
  sendRequest('/api/v2/report', { as, body: { group: slug, details: 'A rude name' } })
const idOf = async () => (await groupOf(group, staff)).discussion

describe('a reported group', () => {
  it('reports of a group are one case about its owner, with its texts as they were', async () => {
    for (const as of [await addPerson(), await addPerson()]) await jsonOf(report(as))
    const edit = { action: 'edit', groupId: group, description: 'Only nice things', rules: '' } as const
    await jsonOf(postToGroups(owner, edit))
    expect(await readCase(staff, (await caseOf('group', await idOf())).id)).toMatchObject({
      kind: 'group',
      author: { id: owner.id },
      reportsCount: 2,
      present: { imageUrl: null },
      evidence: { kind: 'group', slug: group, description: 'Sketches of ponds.', rules: '', official: false },
    })
  })

  it('the case names the member who last changed the texts, and staff decide whether to warn or suspend the owner', async () => {
    const helper = await addPerson()
    await joinGroup(helper, group)
    await jsonOf(postToGroups(owner, { action: 'setRole', groupId: group, user: helper.id, role: 'moderator' }))
    const edit = { action: 'edit', groupId: group, description: 'Rude' } as const
    await jsonOf(postToGroups(owner, { ...edit, rules: 'Be nice' }))
    await jsonOf(postToGroups(helper, { ...edit, rules: 'Be nice.' }))
    await jsonOf(report(await addPerson()))
    const { id, evidence } = await caseOf('group', await idOf())
    expect(evidence.writer).toEqual({ userId: helper.id })
    expect(await readCase(staff, id)).toMatchObject({
      author: { id: owner.id },
      actions: ['none', 'hide_group', 'warn', 'ban'],
      people: [{ id: helper.id, nickname: helper.nickname }],
    })
    await jsonOf(decide(staff, id, { action: 'warn', rule: 'kindness', reason: 'Rude.' }))
    expect((await readCase(staff, id)).decision).toMatchObject({ action: 'warn' })
  })

  it('an edit by a group admin does not make the admin the member who last changed the texts', async () => {
    const admin = await addPerson({ flags: 'g' })
    const edit = { action: 'edit', groupId: group, description: 'Ponds', rules: '', reason: 'Typing error.' } as const
    await jsonOf(postToGroups(admin, edit))
    await jsonOf(report(await addPerson()))
    expect((await caseOf('group', await idOf())).evidence.writer).toEqual({ userId: owner.id })
  })

  it('the founder last changed texts that are from before a group was handed over', async () => {
    const heir = await addPerson()
    await joinGroup(heir, group)
    await jsonOf(postToGroups(owner, { action: 'offer', groupId: group, user: heir.id }))
    await jsonOf(postToGroups(heir, { action: 'offerAccept', groupId: group }))
    await jsonOf(report(await addPerson()))
    const { userId, evidence } = await caseOf('group', await idOf())
    expect([userId, evidence.writer]).toEqual([heir.id, { userId: owner.id }])
  })

  it('visitors and the owner cannot report a group, and a missing group is not found', async () => {
    expect(await errorOf(report(null))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(report(owner))).toEqual([403, 'forbidden'])
    expect(await errorOf(report(staff, 'no-such-group'))).toEqual([404, 'not_found'])
  })

  it('staff can warn the owner of a group, and cannot delete the group like a comment', async () => {
    await jsonOf(report(await addPerson()))
    const { id } = await caseOf('group', await idOf())
    const act = (action: string) => decide(staff, id, { action, rule: 'kindness', reason: 'Rude.' })
    expect(await errorOf(act('delete'))).toEqual([400, 'bad_request'])
    await jsonOf(act('warn'))
    expect((await readCase(staff, id)).decided?.action).toBe('warn')
  })
})

describe('hiding a reported group', () => {
  const HIDING = { action: 'hide_group', rule: 'kindness', reason: 'A rude name.' }
  const isHidden = async () => (await groupOf(group, staff)).hidden !== null
  const noticesOf = async (as: Person) =>
    (await requestJson<NotificationList>('/api/v2/notices', { as })).items.flatMap(({ staff: notice }) => notice ?? [])
  const addCase = async (reporter?: Person) => {
    await jsonOf(report(reporter ?? (await addPerson())))
    return (await caseOf('group', await idOf())).id
  }

  it('the owner of a hidden group reads rule and reason, the reporter reads that staff acted, and the log has the act and its undo', async () => {
    const reporter = await addPerson()
    const id = await addCase(reporter)
    expect((await readCase(staff, id)).actions).toEqual(['none', 'hide_group', 'warn', 'ban'])
    await jsonOf(decide(staff, id, HIDING))
    expect(await isHidden()).toBe(true)
    const reason = expect.stringContaining('A rude name.')
    expect(await noticesOf(owner)).toMatchObject([{ of: 'case', id, kind: 'group', action: 'hide_group', reason }])
    expect(await noticesOf(reporter)).toMatchObject([{ of: 'case', id, acted: true, reason: '' }])
    expect((await readCase(staff, id)).decision).toMatchObject({ action: 'hide_group', canUndo: true })
    await jsonOf(undoDecision(staff, id))
    expect(await isHidden()).toBe(false)
    expect(await noticesOf(owner)).toMatchObject([{ id, undone: true }])
    expect((await staffLogOf(owner)).slice(-2)).toMatchObject([
      { staff_id: staff.id, action: 'group_hide', reason },
      { staff_id: staff.id, action: 'group_show', reason: 'A mistake.' },
    ])
    expect(await errorOf(undoDecision(staff, id))).toEqual([409, 'cannot_undo'])
  })

  it('hiding a group needs a rule, and two decisions hide it once', async () => {
    const id = await addCase()
    expect(await errorOf(decide(staff, id, { ...HIDING, rule: null }))).toEqual([400, 'bad_request'])
    const other = await addPerson({ flags: 'm' })
    await Promise.all([decide(staff, id, HIDING), decide(other, id, HIDING)])
    expect(await errorOf(decide(other, id, HIDING))).toEqual([409, 'decided_already'])
    expect((await staffLogOf(owner)).filter(({ action }) => action === 'group_hide')).toHaveLength(1)
  })

  it('a hidden group cannot be hidden again, and the desk does not offer it', async () => {
    await jsonOf(decide(staff, await addCase(), HIDING))
    // Staff still report a hidden group.
    await jsonOf(report(await addPerson({ flags: 'g' })))
    const { id } = await caseOf('group', await idOf())
    expect((await readCase(staff, id)).actions).not.toContain('hide_group')
    expect(await errorOf(decide(staff, id, HIDING))).toEqual([409, 'already_gone'])
  })

  it('an accepted appeal of the owner makes the group visible again', async () => {
    const id = await addCase()
    await jsonOf(decide(staff, id, HIDING))
    await jsonOf(appeal(owner, { case: id }, 'It is a species of newt.'))
    const { appeal: filed } = await readCase(staff, id)
    await jsonOf(decideAppeal(await addPerson({ flags: 'm' }), filed?.id ?? 0))
    expect(await isHidden()).toBe(false)
  })

  it('the group is hidden although its chat room cannot be reached, which is emptied later', async () => {
    const id = await addCase()
    const body = { id, ...HIDING }
    await jsonOf(
      sendRequestWith(envWithout('CHAT', 'disconnectAll'), '/api/v2/gloperate/case/decide', { as: staff, body }),
    )
    expect(await isHidden()).toBe(true)
    const waiting = () => env.DB.prepare('SELECT act FROM case_room_acts WHERE case_id = ?').bind(id).first('act')
    expect(await waiting()).toBe('empty_room')
    for (let time = 0; time < 2; time++) await repeatRoomActs(openDb(env.DB), env)
    expect(await waiting()).toBeNull()
  })
})
