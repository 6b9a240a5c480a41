import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GroupList, GroupMembers, GroupWrite, SketchGroups } from '../../../contract/http/groups.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { GROUPS_PAGE_SIZE } from '../../../contract/limits.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import {
  activityFor,
  addedToGroup,
  addGroup,
  assist,
  groupOf,
  joinGroup,
  postToGroups,
  queueFor,
} from '../../support/worker/groups.ts'
import { addPerson, leaveEdits, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

let mira: Person
let noor: Person
let admin: Person
let group: string
beforeEach(async () => {
  mira = await addPerson()
  noor = await addPerson()
  admin = await addPerson({ flags: 'g' })
  group = await addGroup(mira)
})

const offer = (as: Person | null, user: number, groupId = group) =>
  postToGroups(as, { action: 'offer', groupId, user, reason: 'Agreed.' })
const accept = (as: Person) => postToGroups(as, { action: 'offerAccept', groupId: group })
const decline = (as: Person) => postToGroups(as, { action: 'offerDecline', groupId: group })
const withdraw = (as: Person, reason = '') => postToGroups(as, { action: 'offerWithdraw', groupId: group, reason })
async function handOver(as: Person, to: Person): Promise<void> {
  await jsonOf(offer(as, to.id))
  await jsonOf(accept(to))
}
/** Roles in notifications of members, latest first. */
const rolesToldTo = async (as: Person) =>
  (await requestJson<NotificationList>('/api/v2/notices', { as })).items
    .filter(({ group: of, groupRole }) => of?.id === group && groupRole)
    .map(({ groupRole, actor }) => [groupRole, actor?.id])
const rolesOf = async () => {
  const { items } = await requestJson<GroupMembers>(`/api/v2/group?action=members&groupId=${group}`)
  return Object.fromEntries(items.map(({ id, role }) => [id, role]))
}
const roomOwner = () =>
  env.DB.prepare('SELECT owner_id FROM chat_rooms WHERE channel = ?').bind(`group-${group}`).first('owner_id')

it('edits of a group’s texts count towards the edits of a day', async () => {
  const edit = (description: string) => postToGroups(mira, { action: 'edit', groupId: group, description, rules: '' })
  await jsonOf(edit('Harbours'))
  await leaveEdits(mira, 1)
  await jsonOf(edit('Harbours and piers'))
  expect(await errorOf(edit('Piers'))).toEqual([409, 'edit_limit'])
  expect(await groupOf(group)).toMatchObject({ description: 'Harbours and piers' })
})

it('the page of a group names its owner and its moderators, without members across a block', async () => {
  const ines = await addPerson()
  for (const as of [noor, ines]) await joinGroup(as, group)
  for (const { id: user } of [ines, noor])
    await jsonOf(postToGroups(mira, { action: 'setRole', groupId: group, user, role: 'moderator' }))
  const namesFor = async (as: Person | null) => {
    const { owner, moderators } = await groupOf(group, as)
    return [owner?.id ?? null, ...moderators.map(({ id }) => id)]
  }
  expect(await namesFor(null)).toEqual([mira.id, noor.id, ines.id])
  await block(ines, mira)
  await block(ines, noor)
  expect(await namesFor(ines)).toEqual([null, ines.id])
})

describe('leaving a group', () => {
  const leave = (as: Person) => postToGroups(as, { action: 'leave', groupId: group })

  it('the owner hands the group over first', async () => {
    await joinGroup(noor, group)
    expect(await errorOf(leave(mira))).toEqual([409, 'group_owner'])
    expect(await rolesOf()).toEqual({ [mira.id]: 'owner', [noor.id]: 'member' })
    expect((await groupOf(group)).users).toBe(2)
    await handOver(mira, noor)
    await jsonOf(leave(mira))
    expect(await rolesOf()).toEqual({ [noor.id]: 'owner' })
    expect((await groupOf(group)).users).toBe(1)
  })

  it('an owner without other members stays, in the chat room as well', async () => {
    expect(await errorOf(leave(mira))).toEqual([409, 'group_owner'])
    const members = await env.DB.prepare(
      'SELECT user_id FROM chat_room_members JOIN chat_rooms ON chat_rooms.id = room_id WHERE channel = ?',
    )
      .bind(`group-${group}`)
      .all()
    expect(members.results).toEqual([{ user_id: mira.id }])
  })
})

describe('handing a group over', () => {
  beforeEach(() => joinGroup(noor, group))

  const handOversOf = async (as: Person) => (await staffLogOf(as)).filter(({ action }) => action === 'group_hand_over')

  const addMember = async () => {
    const member = await addPerson()
    await joinGroup(member, group)
    return member
  }

  it('a group is not handed over to a member who does not accept', async () => {
    await jsonOf(offer(mira, noor.id))
    expect(await rolesOf()).toEqual({ [mira.id]: 'owner', [noor.id]: 'member' })
    expect(await roomOwner()).toBe(mira.id)
    expect(await rolesToldTo(noor)).toEqual([['offered', mira.id]])
    await jsonOf(decline(noor))
    expect(await rolesToldTo(noor)).toEqual([])
    expect(await errorOf(accept(noor))).toEqual([404, 'not_found'])
    expect(await rolesOf()).toEqual({ [mira.id]: 'owner', [noor.id]: 'member' })
  })

  it('the member who accepts is the owner, also of the chat room, and the previous owner a moderator who gets a notice', async () => {
    await handOver(mira, noor)
    expect(await rolesOf()).toEqual({ [mira.id]: 'moderator', [noor.id]: 'owner' })
    expect(await roomOwner()).toBe(noor.id)
    expect((await groupOf(group)).user?.id).toBe(mira.id)
    expect((await activityFor(admin)).items[0]).toMatchObject({ kind: 'handed_over', user: { id: noor.id } })
    expect((await staffLogOf(noor)).length).toBe(0)
    expect(await errorOf(offer(mira, mira.id))).toEqual([403, 'forbidden'])
    expect(await rolesToldTo(noor)).toEqual([])
    expect(await rolesToldTo(mira)).toEqual([['former_owner', noor.id]])
  })

  it('only the member with the offer, the owner and group admins see it', async () => {
    await jsonOf(offer(mira, noor.id))
    const offerFor = async (as: Person | null) => {
      const { offered, offeredTo } = await groupOf(group, as)
      return [offered, offeredTo?.id ?? null]
    }
    expect(await offerFor(noor)).toEqual([true, null])
    expect([await offerFor(mira), await offerFor(admin)]).toEqual([
      [false, noor.id],
      [false, noor.id],
    ])
    expect([await offerFor(await addPerson()), await offerFor(null)]).toEqual([
      [false, null],
      [false, null],
    ])
  })

  it('an offer that was withdrawn or replaced cannot be accepted', async () => {
    const ines = await addPerson()
    await joinGroup(ines, group)
    await jsonOf(offer(mira, noor.id))
    await jsonOf(offer(mira, ines.id))
    expect(await errorOf(accept(noor))).toEqual([404, 'not_found'])
    expect(await rolesToldTo(noor)).toEqual([])
    expect(await errorOf(withdraw(noor))).toEqual([403, 'forbidden'])
    await jsonOf(withdraw(mira))
    expect(await errorOf(accept(ines))).toEqual([404, 'not_found'])
    expect(await errorOf(withdraw(mira))).toEqual([404, 'not_found'])
  })

  it('an offer ends when its member leaves the group', async () => {
    await jsonOf(offer(mira, noor.id))
    await jsonOf(postToGroups(noor, { action: 'leave', groupId: group }))
    await joinGroup(noor, group)
    expect(await rolesToldTo(noor)).toEqual([])
    expect(await errorOf(accept(noor))).toEqual([404, 'not_found'])
  })

  it('a group admin offers a group and withdraws the offer with reasons for the staff log', async () => {
    const body = { action: 'offer', groupId: group, user: noor.id } as const
    expect(await errorOf(postToGroups(admin, body))).toEqual([400, 'bad_request'])
    await jsonOf(offer(admin, noor.id))
    expect(await rolesToldTo(noor)).toEqual([['offered', admin.id]])
    expect(await errorOf(withdraw(admin))).toEqual([400, 'bad_request'])
    await jsonOf(withdraw(admin, 'The owner is back.'))
    expect(await staffLogOf(noor)).toMatchObject([
      { action: 'group_offer', reason: 'Agreed.', changes: JSON.stringify({ offeredTo: [null, noor.id] }) },
      { action: 'group_offer', reason: 'The owner is back.', changes: JSON.stringify({ offeredTo: [noor.id, null] }) },
    ])
  })

  it('a hand-over that a group admin offered is on the staff log with its reason, and one of the owner is not', async () => {
    await handOver(admin, noor)
    const changes = JSON.stringify({ owner: [mira.id, noor.id] })
    expect(await handOversOf(mira)).toMatchObject([{ staff_id: admin.id, reason: 'Agreed.', changes }])
    await handOver(noor, mira)
    expect(await handOversOf(noor)).toEqual([])
  })

  it.each([
    { end: 'declined', endOffer: () => decline(noor) },
    { end: 'withdrawn by the owner', endOffer: () => withdraw(mira) },
    { end: 'withdrawn by a group admin', endOffer: () => withdraw(admin, 'The owner is back.') },
    { end: 'replaced by the owner', endOffer: async () => offer(mira, (await addMember()).id) },
    { end: 'ended by leaving', endOffer: () => postToGroups(noor, { action: 'leave', groupId: group }) },
  ])('an offer of the owner is not logged as that of a group admin whose offer was $end', async ({ endOffer }) => {
    await jsonOf(offer(admin, noor.id))
    await jsonOf(endOffer())
    await joinGroup(noor, group)
    await handOver(mira, noor)
    expect(await rolesOf()).toMatchObject({ [noor.id]: 'owner' })
    expect(await handOversOf(mira)).toEqual([])
  })

  it('an offer of the owner is on the staff log only after one of a group admin that was not accepted', async () => {
    const offersTo = async (as: Person) => (await staffLogOf(as)).filter(({ action }) => action === 'group_offer')
    await jsonOf(offer(admin, noor.id))
    await jsonOf(decline(noor))
    await jsonOf(offer(mira, noor.id))
    await jsonOf(decline(noor))
    await handOver(mira, noor)
    expect((await offersTo(noor)).map((entry) => entry.staff_id)).toEqual([admin.id, mira.id])
    await handOver(admin, mira)
    await handOver(mira, noor)
    expect(await offersTo(noor)).toHaveLength(2)
    expect(await handOversOf(mira)).toEqual([])
  })

  it('only members of the group get an offer, and only owner and group admins make one', async () => {
    const ines = await addPerson()
    expect(await errorOf(offer(mira, ines.id))).toEqual([404, 'not_found'])
    expect(await errorOf(offer(mira, mira.id))).toEqual([404, 'not_found'])
    expect(await errorOf(offer(noor, noor.id))).toEqual([403, 'forbidden'])
    expect(await errorOf(offer(null, noor.id))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(offer(mira, noor.id, 'no-such-group'))).toEqual([404, 'not_found'])
    expect(await errorOf(postToGroups(mira, { action: 'offer', groupId: group }))).toEqual([400, 'bad_request'])
  })

  it('an offer or a new role by a member who stopped being the owner a moment ago is refused', async () => {
    const ines = await addPerson()
    await joinGroup(ines, group)
    await jsonOf(offer(mira, ines.id))
    /** Runs a change while another call of the owner is between its check and its writes. */
    const meanwhile = (change: () => Promise<unknown>, body: Partial<GroupWrite>) => {
      let changed = false
      const db = watchedDb(env.DB, async (run, _statement, query) => {
        if (!changed && /SET (role|is_offered)/.test(query)) {
          changed = true
          await change()
        }
        return run()
      })
      return sendRequestWith({ ...env, DB: db }, '/api/v2/group', { as: mira, body: { groupId: group, ...body } })
    }
    const toInes = () => jsonOf(accept(ines))
    expect(await errorOf(meanwhile(toInes, { action: 'offer', user: noor.id }))).toEqual([403, 'forbidden'])
    expect(await rolesOf()).toEqual({ [mira.id]: 'moderator', [ines.id]: 'owner', [noor.id]: 'member' })
    expect(await roomOwner()).toBe(ines.id)
    await handOver(ines, mira)
    await jsonOf(offer(mira, ines.id))
    const promote = { action: 'setRole', user: noor.id, role: 'moderator' } as const
    expect(await errorOf(meanwhile(toInes, promote))).toEqual([404, 'not_found'])
    expect(await rolesOf()).toMatchObject({ [ines.id]: 'owner', [noor.id]: 'member' })
  })

  it('a group has one offer and one owner after parallel calls', async () => {
    const ines = await addPerson()
    await joinGroup(ines, group)
    await Promise.all([offer(admin, noor.id), offer(admin, ines.id)])
    const replies = await Promise.all([accept(noor), accept(ines)])
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(Object.values(await rolesOf()).filter((role) => role === 'owner')).toHaveLength(1)
  })
})

describe('acts of group admins in groups that they do not run', () => {
  const reason = 'The owner is away.'

  const actsAbout = async (as: Person) => (await staffLogOf(as)).filter(({ action }) => action !== 'group_approve')

  /** Refused without a reason, and carried out with one. */
  async function act(body: Parameters<typeof postToGroups>[1]): Promise<void> {
    expect(await errorOf(postToGroups(admin, body))).toEqual([400, 'bad_request'])
    await jsonOf(postToGroups(admin, { ...body, reason } as typeof body))
  }

  it('texts that a group admin changed are on the staff log as they were before', async () => {
    const { description } = await groupOf(group)
    await act({ action: 'edit', groupId: group, description: 'Lakes', rules: '' })
    expect(await actsAbout(mira)).toMatchObject([
      {
        staff_id: admin.id,
        action: 'group_edit',
        reason,
        changes: JSON.stringify({ description: [description, 'Lakes'] }),
      },
    ])
  })

  it('a moderator whom a group admin appoints gets a notice, and the staff log has the reason', async () => {
    await joinGroup(noor, group)
    await act({ action: 'setRole', groupId: group, user: noor.id, role: 'moderator' })
    expect(await actsAbout(noor)).toMatchObject([
      { action: 'group_role', reason, changes: JSON.stringify({ role: ['member', 'moderator'] }) },
    ])
    expect(await rolesToldTo(noor)).toEqual([['moderator', admin.id]])
  })

  it('a sketch that a group admin removed is on the staff log of its artist', async () => {
    const sketch = await addSketch(mira)
    await addedToGroup(mira, group, sketch)
    await act({ action: 'remove', groupId: group, sketchId: sketch })
    expect(await actsAbout(mira)).toMatchObject([
      { action: 'group_sketch_remove', reason, changes: JSON.stringify({ group: [group, null] }) },
    ])
  })

  it('a suggestion that a group admin removed from the queue is on the staff log of its artist', async () => {
    const sketch = await addSketch(noor)
    await addedToGroup(noor, group, sketch)
    await act({ action: 'remove', groupId: group, sketchId: sketch })
    expect(await actsAbout(noor)).toMatchObject([{ action: 'group_sketch_remove', reason }])
  })

  it('the same acts of owners need no reason and are not on the staff log', async () => {
    await joinGroup(noor, group)
    await jsonOf(postToGroups(mira, { action: 'edit', groupId: group, description: 'Lakes', rules: 'Be kind' }))
    for (const role of ['moderator', 'member', 'moderator'] as const)
      await jsonOf(postToGroups(mira, { action: 'setRole', groupId: group, user: noor.id, role }))
    expect([await actsAbout(mira), await actsAbout(noor)]).toEqual([[], []])
    expect(await rolesToldTo(noor)).toEqual([['moderator', mira.id]])
  })
})

describe('the decision on a suggested sketch', () => {
  const decide = async (sketch: number, action: 'approve' | 'reject', message: string) => {
    const entry = (await queueFor(admin)).items.find((item) => item.sketch.sketchId === sketch)
    await jsonOf(assist(admin, 'groupFeatures', { action, id: entry?.id, message }))
  }
  const decisionsFor = async (as: Person) =>
    (await requestJson<NotificationList>('/api/v2/notices', { as })).items.filter(
      ({ decision, sketch }) => decision && sketch,
    )

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)('the member whose sketch was decided is notified with the message: %s', async (action, state) => {
    const sketch = await addSketch(noor)
    await addedToGroup(noor, group, sketch)
    await decide(sketch, action, 'A fine frog.')
    expect(await decisionsFor(noor)).toMatchObject([
      {
        category: 'features',
        actor: { id: admin.id },
        group: { id: group },
        sketch: { id: sketch },
        decision: { state, message: 'A fine frog.' },
      },
    ])
  })

  it('the notice of a decision also reaches a member across a block', async () => {
    const sketch = await addSketch(noor)
    await addedToGroup(noor, group, sketch)
    await block(noor, admin)
    const other = await addPerson({ flags: 'g' })
    const entry = (await queueFor(other)).items.find((item) => item.sketch.sketchId === sketch)
    await jsonOf(assist(admin, 'groupFeatures', { action: 'approve', id: entry?.id, message: '' }))
    expect(await decisionsFor(noor)).toHaveLength(1)
  })

  it('an artist whose sketch another member suggested is notified only of its approval', async () => {
    await joinGroup(mira, group)
    const [first, second] = [await addSketch(noor), await addSketch(noor)]
    for (const sketch of [first, second]) await addedToGroup(mira, group, sketch)
    await decide(first, 'approve', 'Lovely.')
    await decide(second, 'reject', 'No pond.')
    expect((await decisionsFor(noor)).map(({ sketch }) => sketch?.id)).toEqual([first])
    expect((await decisionsFor(mira)).map(({ sketch }) => sketch?.id)).toEqual([second, first])
  })

  it('the notice of a decision is deleted with its sketch', async () => {
    const sketch = await addSketch(noor)
    await addedToGroup(noor, group, sketch)
    await decide(sketch, 'approve', '')
    await jsonOf(sendRequest(`/api/v2/sketch/${sketch}`, { as: noor, body: { action: 'delete' } }))
    expect(await decisionsFor(noor)).toEqual([])
  })
})

describe('lists of groups', () => {
  it('artist and owner can take a sketch out of a group, and a group admin without a role needs the page of the group', async () => {
    const sketch = await addSketch(noor)
    for (const as of [noor, admin]) await joinGroup(as, group)
    await addedToGroup(noor, group, sketch)
    const canRemove = async (as: Person | null) => {
      const path = `/api/v2/group?action=groupsForSketch&sketchId=${sketch}`
      return (await requestJson<SketchGroups>(path, { as })).items.map((item) => item.canRemove)
    }
    expect([await canRemove(noor), await canRemove(mira)]).toEqual([[true], [true]])
    expect([await canRemove(admin), await canRemove(null)]).toEqual([[false], [false]])
  })

  it.each(['', 'g'])(
    'members with the flags "%s" take their suggestion of another artist back without a reason',
    async (flags) => {
      const suggester = await addPerson({ flags })
      const sketch = await addSketch(noor)
      await addedToGroup(suggester, group, sketch)
      const withdraw = () => postToGroups(suggester, { action: 'remove', groupId: group, sketchId: sketch })
      await jsonOf(withdraw())
      expect((await queueFor(admin)).items.filter((item) => item.sketch.sketchId === sketch)).toEqual([])
      expect((await staffLogOf(noor)).length).toBe(0)
      expect((await withdraw()).status).toBeGreaterThanOrEqual(400)
    },
  )

  it('artist and suggester see that a sketch waits in the queue, and others do not', async () => {
    const sketch = await addSketch(noor)
    await addedToGroup(mira, group, sketch)
    const waiting = async (as: Person | null) => {
      const path = `/api/v2/group?action=groupsForSketch&sketchId=${sketch}`
      return (await requestJson<SketchGroups>(path, { as })).waiting.map(({ id }) => id)
    }
    expect([await waiting(noor), await waiting(mira)]).toEqual([[group], [group]])
    expect([await waiting(await addPerson()), await waiting(null)]).toEqual([[], []])
    await jsonOf(postToGroups(noor, { action: 'remove', groupId: group, sketchId: sketch }))
    expect(await waiting(mira)).toEqual([])
  })

  it('the search continues after a page, and reads a few rows for each group', async () => {
    const word = `heron${mira.id}`
    const add = (count: number) =>
      env.DB.batch([
        env.DB.prepare(
          `INSERT INTO groups (slug, title, description, user_id, latest_activity_at, created_at)
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
            SELECT 'found-' || hex(randomblob(8)), ?3, '', ?1, 1, 1 FROM n`,
        ).bind(mira.id, count, word),
        env.DB.prepare(
          `INSERT INTO group_search (rowid, title, description) SELECT id, title, '' FROM groups
            WHERE title = ? AND id NOT IN (SELECT rowid FROM group_search)`,
        ).bind(word),
      ])
    await add(GROUPS_PAGE_SIZE + 2)
    const path = `/api/v2/group?action=search&query=${word}`
    const first = await requestJson<GroupList>(path)
    const second = await requestJson<GroupList>(`${path}&cursor=${first.cursor}`)
    expect([first.items.length, second.items.length, second.done]).toEqual([GROUPS_PAGE_SIZE, 2, true])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(GROUPS_PAGE_SIZE + 2)
    expect(await errorOf(sendRequest(`${path}&cursor=nonsense`))).toEqual([400, 'bad_cursor'])
    const few = await rowsRead(path)
    await add(200)
    expect(await rowsRead(path)).toBeLessThanOrEqual(few + GROUPS_PAGE_SIZE)
  })
})
