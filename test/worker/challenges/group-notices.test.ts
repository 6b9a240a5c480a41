import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addGroupChallenge, deleteChallenge, openChallenge } from '../../support/worker/challenges.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addGroup, addGroupWithMember, joinGroup } from '../../support/worker/groups.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { listNotices } from '../../support/worker/notices.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

let owner: Person
let member: Person
let group: string

beforeEach(async () => {
  ;({ owner, member, group } = await addGroupWithMember())
})

const noticesOf = async (as: Person) => (await listNotices(as, 'challenges')).items

describe('notices that a challenge of a group begins', () => {
  it('every member of the group gets one, except who opened it, and others get none', async () => {
    const [second, stranger] = [await addPerson(), await addPerson()]
    await joinGroup(second, group)
    const id = await addGroupChallenge(owner, group)
    for (const as of [member, second]) {
      const { items, unread } = await listNotices(as, 'challenges')
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

  it('members who muted the group or the category, or blocked the opener of the challenge, get no notice', async () => {
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
    await env.DB.batch([
      env.DB.prepare('UPDATE challenges SET day = day - 1 WHERE title = ?').bind('Toads'),
      env.DB.prepare('UPDATE groups SET challenge_notified_day = challenge_notified_day - 1 WHERE slug = ?').bind(
        group,
      ),
    ])
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

  it('the notices are deleted with the challenge', async () => {
    const left = await addPerson()
    await joinGroup(left, group)
    const id = await addGroupChallenge(owner, group)
    await env.DB.prepare('DELETE FROM group_members WHERE user_id = ?').bind(left.id).run()
    await jsonOf(deleteChallenge(owner, id))
    expect(await listNotices(member, 'challenges')).toMatchObject({ items: [], unread: { challenges: 0 } })
    expect(await noticesOf(left)).toEqual([])
  })

  it('a challenge opened after one of the same day was deleted notifies nobody a second time', async () => {
    await jsonOf(deleteChallenge(owner, await addGroupChallenge(owner, group)))
    await addGroupChallenge(owner, group, { title: 'Toads' })
    await runNamed(['finish notifying groups of challenges'], env, Date.now())
    expect(await listNotices(member, 'challenges')).toMatchObject({ items: [], unread: { challenges: 0 } })
    await env.DB.batch([
      env.DB.prepare(
        'UPDATE challenges SET day = day - 1 WHERE group_id = (SELECT id FROM groups WHERE slug = ?)',
      ).bind(group),
      env.DB.prepare('UPDATE groups SET challenge_notified_day = challenge_notified_day - 1 WHERE slug = ?').bind(
        group,
      ),
    ])
    await addGroupChallenge(owner, group, { title: 'Newts' })
    expect(await noticesOf(member), 'the next day').toMatchObject([{ challenge: { title: 'Newts' } }])
  })

  it('the notices in a group of 1,200 members are deleted 500 at a time, and the rest after an interruption', async () => {
    const members = await env.DB.prepare(
      `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
        SELECT ?1 || value, ?1 || value, '2000-01-01', 1 FROM json_each(?2) RETURNING id`,
    )
      .bind(`Many of ${group} `, JSON.stringify(Array.from({ length: 1200 }, (_, index) => index)))
      .all<{ id: number }>()
    await env.DB.prepare(
      `INSERT INTO group_members (group_id, user_id, role, joined_at)
        SELECT groups.id, value, 'member', 1 FROM groups, json_each(?2) WHERE slug = ?1`,
    )
      .bind(group, JSON.stringify(members.results.map(({ id }) => id)))
      .run()
    const id = await addGroupChallenge(owner, group)
    const left = () =>
      env.DB.prepare(`SELECT count(*) AS n FROM notifications WHERE category = 'challenges' AND group_id =
        (SELECT id FROM groups WHERE slug = ?)`)
        .bind(group)
        .first<number>('n')
    expect(await left()).toBe(1201)
    const deleted: number[] = []
    let now = 1201
    const db = watchedDb(env.DB, async (run, _statement, query) => {
      const reply = await run()
      if (query.includes('DELETE FROM notifications')) {
        const after = (await left()) ?? 0
        deleted.push(now - after)
        now = after
        if (deleted.length === 2) throw new Error('The connection was lost.')
      }
      return reply
    })
    await jsonOf(
      sendRequestWith({ ...env, DB: db }, '/api/v2/challenge/delete', { as: owner, body: { challengeId: id } }),
    )
    expect(deleted, 'the owner has none').toEqual([499, 500])
    await runNamed(['finish notifying groups of challenges'], env, Date.now())
    expect(await left()).toBe(0)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM deleted_challenges').first('n')).toBe(0)
  })
})
