import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addChallenge,
  addGroupChallenge,
  challengeOf,
  deleteChallenge,
  enterChallenge,
  removeEntry,
} from '../../support/worker/challenges.ts'
import { addGroup, addGroupWithMember, postToGroups } from '../../support/worker/groups.ts'
import { fillOwnerActs } from '../../support/worker/owner-acts.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

let owner: Person
let member: Person
let group: string
let id: number

beforeEach(async () => {
  ;({ owner, member, group } = await addGroupWithMember())
  id = await addGroupChallenge(owner, group)
})

const isMissing = async () => (await sendRequest(`/api/v2/challenge/${id}`)).status === 404

describe('deleting a challenge of a group', () => {
  it('the owner deletes a challenge without entries, which the staff log says, and can open another one', async () => {
    await jsonOf(deleteChallenge(owner, id, 'Wrong day.'))
    expect(await isMissing()).toBe(true)
    const log = await env.DB.prepare(
      `SELECT action, staff_id AS staff, reason, changes FROM audit_log WHERE target_type = 'challenge' AND target_id = ?
       ORDER BY id DESC LIMIT 1`,
    )
      .bind(id)
      .first()
    expect(log).toEqual({
      action: 'challenge_remove',
      staff: owner.id,
      reason: 'Wrong day.',
      changes: '{"title":["Frogs",null]}',
    })
    expect(await challengeOf(await addGroupChallenge(owner, group, { title: 'Toads' }))).toMatchObject({
      title: 'Toads',
    })
  })

  it('a moderator of the group and staff delete one', async () => {
    await jsonOf(
      postToGroups(owner, { action: 'setRole', groupId: group, user: member.id, role: 'moderator' } as never),
    )
    await jsonOf(deleteChallenge(member, id))
    id = await addGroupChallenge(owner, group)
    const staff = await addPerson({ flags: 'm' })
    expect((await deleteChallenge(staff, id)).status, 'staff of the site give a reason').toBe(400)
    await jsonOf(deleteChallenge(staff, id, 'Spam.'))
    expect(await isMissing()).toBe(true)
  })

  it('members without a role, owners of other groups and visitors do not', async () => {
    const stranger = await addPerson()
    await addGroup(stranger)
    for (const as of [member, stranger]) expect(await errorOf(deleteChallenge(as, id))).toEqual([403, 'forbidden'])
    expect(await errorOf(deleteChallenge(null, id))).toEqual([401, 'not_logged_in'])
    expect(await isMissing()).toBe(false)
  })

  it('a challenge with entries stays until they are removed', async () => {
    const entry = await addSketch(member)
    await jsonOf(enterChallenge(member, id, entry))
    expect(await errorOf(deleteChallenge(owner, id))).toEqual([409, 'challenge_has_entries'])
    expect(await challengeOf(id)).toMatchObject({ entries: 1 })
    await jsonOf(removeEntry(member, entry))
    await jsonOf(deleteChallenge(owner, id))
    expect(await isMissing()).toBe(true)
  })

  it('a daily challenge is not deleted, even by staff', async () => {
    const daily = await addChallenge(owner)
    expect(await errorOf(deleteChallenge(owner, daily))).toEqual([403, 'forbidden'])
    expect(await errorOf(deleteChallenge(await addPerson({ flags: 'm' }), daily, 'Spam.'))).toEqual([404, 'not_found'])
    expect(await challengeOf(daily)).toMatchObject({ id: daily })
  })

  it('deleting counts against the acts of a day, except for staff', async () => {
    await fillOwnerActs(owner)
    expect(await errorOf(deleteChallenge(owner, id))).toEqual([409, 'owner_act_limit'])
    expect(await isMissing()).toBe(false)
    const staff = await addPerson({ flags: 'm' })
    await fillOwnerActs(staff)
    await jsonOf(deleteChallenge(staff, id, 'Spam.'))
  })

  it('a second call finds none', async () => {
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(deleteChallenge(staff, id, 'Spam.'))
    expect(await errorOf(deleteChallenge(staff, id, 'Spam.'))).toEqual([404, 'not_found'])
  })

  it.each([{}, { challengeId: 0 }, { challengeId: 'x' }, { challengeId: 1, title: 'Toads' }])(
    'the body %j is refused',
    async (body) => {
      expect(await errorOf(sendRequest('/api/v2/challenge/delete', { as: owner, body }))).toEqual([400, 'bad_request'])
    },
  )
})
