import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { OPTIONAL_MAILS_PER_DAY } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { remindOfCompos } from '../../../worker/features/compos/reminders.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addCompo, addEntries, addInvite, moveCompo, readCompo } from '../../support/worker/compos.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addGroupWithMember, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { listNotices } from '../../support/worker/notices.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const HOUR_MS = 3_600_000

let owner: Person
let member: Person
let group: string

beforeEach(async () => {
  ;({ owner, member, group } = await addGroupWithMember())
})

const remind = (now = Date.now()) => remindOfCompos(openDb(env.DB), now)
const noticesOf = async (as: Person) => (await listNotices(as, 'compos')).items
const set = (key: string, column: string, value: number) =>
  env.DB.prepare(`UPDATE compos SET ${column} = ? WHERE key = ?`).bind(value, key).run()

/** A compo of the group, opened by its owner. */
async function addGroupCompo(): Promise<string> {
  const key = await addCompo({ groupSlug: group })
  await set(key, 'user_id', owner.id)
  return key
}

describe('notices that a compo of a group begins', () => {
  it('every member of the group is notified except the opener, and nobody else is', async () => {
    const stranger = await addPerson()
    const key = await addGroupCompo()
    await remind()
    const { items, unread } = await listNotices(member, 'compos')
    expect(items).toMatchObject([
      { actor: null, compo: { id: key }, compoNotice: 'begun', group: { id: group }, sketch: null, read: false },
    ])
    expect(unread.compos).toBe(1)
    for (const as of [owner, stranger]) expect(await noticesOf(as)).toEqual([])
  })

  it('nobody is notified before the compo begins, or of a compo for everyone', async () => {
    await addCompo()
    const key = await addGroupCompo()
    await set(key, 'starts_at', Date.now() + HOUR_MS)
    await remind()
    expect(await noticesOf(member)).toEqual([])
    await remind(Date.now() + 2 * HOUR_MS)
    expect(await noticesOf(member)).toMatchObject([{ compo: { id: key } }])
  })

  it('a schedule that is doubled or set back notifies once', async () => {
    await addGroupCompo()
    await Promise.all([remind(), remind()])
    await remind(Date.now() - 30 * HOUR_MS)
    await remind()
    expect(await noticesOf(member)).toHaveLength(1)
  })

  it('a schedule that is so late that entries are closed notifies nobody', async () => {
    const key = await addGroupCompo()
    await moveCompo(key, 'voting')
    await remind()
    expect(await noticesOf(member)).toEqual([])
  })

  it('a compo whose beginning is moved afterwards notifies nobody again', async () => {
    const key = await addGroupCompo()
    await remind()
    const { compoId, title } = await readCompo(key)
    const at = (hours: number) => toWireTime(Date.now() + hours * HOUR_MS)
    for (const startsIn of [2, -2]) {
      const times = { startDate: at(startsIn), endDate: at(72), endVotingDate: at(96) }
      const body = { compoId, key, title, thumbnail: null, entriesPerMember: 1, group, ...times }
      await jsonOf(sendRequest('/api/v2/compo/edit', { as: owner, body }))
      await remind()
    }
    expect(await noticesOf(member)).toHaveLength(1)
  })

  it('members who left the group, muted it or the category, or blocked the opener are not notified', async () => {
    const [left, muting, blocking, switchedOff] = [
      await addPerson(),
      await addPerson(),
      await addPerson(),
      await addPerson(),
    ]
    for (const person of [left, muting, blocking, switchedOff]) await joinGroup(person, group)
    const discussion = await env.DB.prepare('SELECT id FROM groups WHERE slug = ?').bind(group).first<number>('id')
    const send = (path: string, as: Person, body: object) => jsonOf(sendRequest(path, { as, body }))
    await jsonOf(postToGroups(left, { action: 'leave', groupId: group }))
    await send('/api/v2/notices/mute', muting, { group: discussion })
    await send('/api/v2/notices/settings', switchedOff, { category: 'compos', on: false })
    await block(blocking, owner)
    await addGroupCompo()
    await remind()
    for (const as of [left, muting, blocking, switchedOff]) expect(await noticesOf(as)).toEqual([])
    expect(await noticesOf(member)).toHaveLength(1)
  })

  it('members of a hidden group get neither notice nor mail', async () => {
    const wants = await addPerson({ email: `pond-${crypto.randomUUID()}@people.test`, emailCompos: true })
    await joinGroup(wants, group)
    await addGroupCompo()
    await env.DB.prepare("UPDATE groups SET hidden_at = 1, hidden_by = 'staff' WHERE slug = ?").bind(group).run()
    await remind()
    const count = (table: string) =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`).bind(wants.id).first('n')
    expect([await count('notifications'), await count('mails')]).toEqual([0, 0])
  })

  it('a member gets a limited number of mails about compos a day', async () => {
    await env.DB.prepare('UPDATE users SET email = ?, email_compos = 1 WHERE id = ?')
      .bind(`pond-${crypto.randomUUID()}@people.test`, member.id)
      .run()
    await env.DB.prepare(
      `INSERT INTO mails (user_id, address, kind, facts, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
        SELECT users.id, email, 'compo_begun', '{}', ?2 FROM n, users WHERE users.id = ?3`,
    )
      .bind(OPTIONAL_MAILS_PER_DAY, Date.now(), member.id)
      .run()
    await addGroupCompo()
    await remind()
    const mails = env.DB.prepare('SELECT count(*) AS number FROM mails WHERE user_id = ?').bind(member.id)
    expect(await mails.first('number')).toBe(OPTIONAL_MAILS_PER_DAY)
    await env.DB.prepare('DELETE FROM mails WHERE user_id = ?').bind(member.id).run()
    expect(await noticesOf(member)).toHaveLength(1)
  })

  it('a mail is queued for members who want one, except across a block', async () => {
    const email = () => `pond-${crypto.randomUUID()}@people.test`
    const [wants, hasOff] = [
      await addPerson({ email: email(), emailCompos: true }),
      await addPerson({ email: email() }),
    ]
    const blocking = await addPerson({ email: email(), emailCompos: true })
    for (const person of [wants, hasOff, blocking]) await joinGroup(person, group)
    await block(blocking, owner)
    const key = await addGroupCompo()
    await remind()
    await remind()
    const { results } = await env.DB.prepare("SELECT user_id, facts FROM mails WHERE kind = 'compo_begun'").all()
    const facts = JSON.stringify({ title: 'On the way home', path: `/compo/${key}` })
    expect(results).toEqual([{ user_id: wants.id, facts }])
  })

  it('members beyond the first batch are notified, also after an interruption', async () => {
    const key = await addGroupCompo()
    await env.DB.prepare(
      `INSERT INTO users (nickname, nickname_key, birth_date, created_at)
        SELECT ?1 || value, ?1 || value, '2000-01-01', 1 FROM json_each(?2)`,
    )
      .bind(`Crowd of ${group} `, JSON.stringify(Array.from({ length: 1100 }, (_, index) => index)))
      .run()
    await env.DB.prepare(
      `INSERT INTO group_members (group_id, user_id, role, joined_at)
        SELECT groups.id, users.id, 'member', 1 FROM groups, users WHERE groups.slug = ?1 AND nickname LIKE 'Crowd of ' || ?1 || ' %'`,
    )
      .bind(group)
      .run()
    const reached = () =>
      env.DB.prepare(
        "SELECT count(*) AS n FROM notifications JOIN compos ON compos.id = compo_id WHERE key = ? AND compo_notice = 'begun'",
      )
        .bind(key)
        .first('n')
    await remind()
    expect(await reached()).toBe(1101)
    await env.DB.batch([
      env.DB.prepare('DELETE FROM notifications WHERE user_id > ? AND compo_notice IS NOT NULL').bind(member.id),
      env.DB.prepare('UPDATE compos SET reminded_up_to = ? WHERE key = ?').bind(member.id, key),
    ])
    await remind()
    expect(await reached()).toBe(1101)
  })

  it('the reminders of voting follow, and invites stay until then', async () => {
    const key = await addGroupCompo()
    const sketchId = await addSketch(member)
    await addInvite(sketchId, key)
    await remind()
    expect((await noticesOf(member)).map(({ compoNotice }) => compoNotice).sort()).toEqual(['begun', 'invite'])
    await addEntries(key, 2)
    await moveCompo(key, 'voting')
    await remind()
    expect((await noticesOf(member)).map(({ compoNotice }) => compoNotice)).toEqual(['begun'])
  })
})
