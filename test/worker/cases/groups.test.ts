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

  it('the case names the member who wrote the texts, and the owner is not warned or suspended for texts of others', async () => {
    const moderator = await addPerson()
    await joinGroup(moderator, group)
    await jsonOf(postToGroups(owner, { action: 'setRole', groupId: group, user: moderator.id, role: 'moderator' }))
    const edit = (as: Person, description: string) =>
      jsonOf(postToGroups(as, { action: 'edit', groupId: group, description, rules: '' }))
    await edit(owner, 'Ponds')
    await edit(moderator, 'Rude')
    await jsonOf(report(await addPerson()))
    const { id, evidence } = await caseOf('group', await idOf())
    expect(evidence.writer).toEqual({ userId: moderator.id })
    expect(await readCase(staff, id)).toMatchObject({
      author: { id: owner.id },
      actions: ['none', 'hide_group'],
      people: [{ id: moderator.id, nickname: moderator.nickname }],
    })
    const act = { rule: 'kindness', reason: 'Rude.' }
    for (const against of [{ action: 'warn' }, { action: 'ban', duration: 24 }])
      expect(await errorOf(decide(staff, id, { ...act, ...against }))).toEqual([403, 'forbidden'])
  })

  it('texts from before a group was handed over are by its founder', async () => {
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
