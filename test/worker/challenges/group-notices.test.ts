import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { addGroupChallenge, deleteChallenge, openChallenge } from '../../support/worker/challenges.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addGroup, joinGroup } from '../../support/worker/groups.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'

let owner: Person
let member: Person
let group: string

beforeEach(async () => {
  owner = await addPerson()
  member = await addPerson()
  group = await addGroup(owner)
  await joinGroup(member, group)
})

const listFor = (as: Person) => requestJson<NotificationList>('/api/v2/notices?category=challenges', { as })
const noticesOf = async (as: Person) => (await listFor(as)).items

describe('notices that a challenge of a group begins', () => {
  it('every member of the group gets one, except who opened it, and others get none', async () => {
    const [second, stranger] = [await addPerson(), await addPerson()]
    await joinGroup(second, group)
    const id = await addGroupChallenge(owner, group)
    for (const as of [member, second]) {
      const { items, unread } = await listFor(as)
      expect(items).toMatchObject([
        { actor: null, challenge: { id, title: 'Frogs' }, group: { id: group }, read: false },
      ])
      expect(unread.challenges).toBe(1)
    }
    for (const as of [owner, stranger]) expect(await noticesOf(as)).toEqual([])
  })

  it('a repeated call, or a second challenge of the day that is refused, notifies nobody again', async () => {
    await addGroupChallenge(owner, group)
    await addGroupChallenge(owner, group)
    expect(await errorOf(openChallenge(owner, group, { title: 'Toads' }))).toEqual([409, 'challenge_opened_today'])
    expect(await noticesOf(member)).toHaveLength(1)
  })

  it('members who muted the group or the category, or blocked the one who opened it, get none', async () => {
    const [muting, blocking, switchedOff] = [await addPerson(), await addPerson(), await addPerson()]
    for (const person of [muting, blocking, switchedOff]) await joinGroup(person, group)
    const discussion = await env.DB.prepare('SELECT id FROM groups WHERE slug = ?').bind(group).first<number>('id')
    const send = (path: string, as: Person, body: object) => jsonOf(sendRequest(path, { as, body }))
    await send('/api/v2/notices/mute', muting, { group: discussion })
    await send('/api/v2/notices/settings', switchedOff, { category: 'challenges', on: false })
    await block(blocking, owner)
    await addGroupChallenge(owner, group)
    for (const as of [muting, blocking, switchedOff]) expect(await noticesOf(as)).toEqual([])
    expect(await noticesOf(member)).toHaveLength(1)
  })

  it('members who were not reached before an interruption get theirs from the next run, and nobody gets two', async () => {
    const [first, second] = [await addPerson(), await addPerson()]
    for (const person of [first, second]) await joinGroup(person, group)
    const id = await addGroupChallenge(owner, group)
    await env.DB.batch([
      env.DB.prepare('DELETE FROM notifications WHERE user_id = ?').bind(second.id),
      env.DB.prepare('UPDATE challenges SET notified_up_to = ? WHERE id = ?').bind(first.id, id),
    ])
    await runNamed(['finish notifying groups of challenges'], env, Date.now())
    await runNamed(['finish notifying groups of challenges'], env, Date.now())
    for (const as of [member, first, second]) expect(await noticesOf(as)).toHaveLength(1)
  })

  it('each names the challenge of its own day and group', async () => {
    const other = await addGroup(owner)
    await joinGroup(member, other)
    await addGroupChallenge(owner, group, { title: 'Toads' })
    await env.DB.prepare('UPDATE challenges SET day = day - 1 WHERE title = ?').bind('Toads').run()
    await env.DB.prepare('UPDATE notifications SET occurred_at = occurred_at - 86400000 WHERE user_id = ?')
      .bind(member.id)
      .run()
    await addGroupChallenge(owner, other, { title: 'Newts' })
    await addGroupChallenge(owner, group, { title: 'Frogs' })
    const shown = (await noticesOf(member)).map((notice) => [notice.challenge?.title, notice.group?.id])
    expect(shown).toEqual([
      ['Frogs', group],
      ['Newts', other],
      ['Toads', group],
    ])
  })

  it('they are deleted with the challenge', async () => {
    const left = await addPerson()
    await joinGroup(left, group)
    const id = await addGroupChallenge(owner, group)
    await env.DB.prepare('DELETE FROM group_members WHERE user_id = ?').bind(left.id).run()
    await jsonOf(deleteChallenge(owner, id))
    expect(await listFor(member)).toMatchObject({ items: [], unread: { challenges: 0 } })
    expect(await noticesOf(left)).toEqual([])
  })
})
