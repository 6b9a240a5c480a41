import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import {
  COMPO_DESCRIPTION_MAX,
  COMPO_KEY_MAX,
  COMPO_TITLE_MAX,
  GROUP_COMPOS_MAX,
  GROUP_COMPOS_PER_MONTH_MAX,
  MEMBER_LIMITS,
  STAFF_REASON_MAX,
  TEXT_BYTES_PER_DAY,
} from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { deleteCompo } from '../../../worker/features/compos/deleting.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { postComment } from '../../support/worker/comments.ts'
import { addCompo, addEntry, addInvite, closeCompo, pickEntry, readCompo } from '../../support/worker/compos.ts'
import { addMembers } from '../../support/worker/fans-and-blocks.ts'
import { faultyEnv } from '../../support/worker/faults.ts'
import { addGroup, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { fillOwnerActs } from '../../support/worker/owner-acts.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const fields = {
  title: 'Windows',
  description: 'Any window.',
  thumbnail: null,
  startDate: '20260101000000',
  endDate: '29990101000000',
  endVotingDate: '29990108000000',
  entriesPerMember: 1,
  group: null,
  reason: 'A test.',
}
const save = (as: Person | null, body: object) => sendRequest('/api/v2/compo/edit', { as, body })

describe('opening and editing a compo', () => {
  it('staff open a compo', async () => {
    const staff = await addPerson({ flags: 'm' })
    expect((await save(staff, { ...fields, key: 'windows' })).status).toBe(200)
    expect(await readCompo('windows')).toMatchObject({ title: 'Windows', state: 'open', description: 'Any window.' })
  })

  it('two compos cannot have the same address', async () => {
    const [staff, key] = [await addPerson({ flags: 'm' }), await addCompo()]
    expect(await errorOf(save(staff, { ...fields, key }))).toEqual([409, 'compo_key_taken'])
  })

  it.each([
    ['end before the start', { endDate: '20250101000000' }],
    ['voting that ends first', { endVotingDate: '20260601000000' }],
    ['a day that does not exist', { endDate: '29991399000000' }],
  ])('%s is refused', async (_, wrong) => {
    const staff = await addPerson({ flags: 'm' })
    expect(await errorOf(save(staff, { ...fields, key: 'wrong', ...wrong }))).toEqual([400, 'bad_dates'])
  })

  it('the thumbnail must be listed for everyone', async () => {
    const [staff, ines] = [await addPerson({ flags: 'm' }), await addPerson()]
    const thumbnail = await addSketch(ines, { mature: true })
    expect(await errorOf(save(staff, { ...fields, key: 'wrong', thumbnail }))).toEqual([404, 'not_found'])
  })

  it('staff edit a compo until its result', async () => {
    const [staff, key] = [await addPerson({ flags: 'm' }), await addCompo()]
    const { compoId } = await readCompo(key)
    expect((await save(staff, { ...fields, key, compoId, reason: 'A typo.' })).status).toBe(200)
    expect(await readCompo(key)).toMatchObject({ title: 'Windows' })
    const log = await env.DB.prepare(
      `SELECT reason, changes FROM audit_log WHERE target_type = 'compo' AND target_id = ?`,
    )
      .bind(compoId)
      .first()
    expect(log).toMatchObject({
      reason: 'A typo.',
      changes: expect.stringContaining('"title":["On the way home","Windows"]'),
    })
    await closeCompo(key)
    expect(await errorOf(save(staff, { ...fields, key, compoId }))).toEqual([409, 'compo_closed'])
  })

  it('a refused edit is not on the staff log', async () => {
    const [staff, ines, key] = [await addPerson({ flags: 'm' }), await addPerson(), await addCompo()]
    const { compoId } = await readCompo(key)
    const thumbnail = await addSketch(ines, { unlisted: true })
    expect(await errorOf(save(staff, { ...fields, key, compoId, thumbnail }))).toEqual([404, 'not_found'])
    await closeCompo(key)
    expect(await errorOf(save(staff, { ...fields, key, compoId }))).toEqual([409, 'compo_closed'])
    const edits = await env.DB.prepare(
      `SELECT count(*) AS n FROM audit_log WHERE action = 'compo_edit' AND target_id = ?`,
    )
      .bind(compoId)
      .first<number>('n')
    expect(edits).toBe(0)
  })

  it('owners of a group open and edit compos of their group only', async () => {
    const [owner, mira] = [await addPerson(), await addPerson()]
    const group = await addGroup(owner)
    expect((await save(owner, { ...fields, key: 'of-a-group', group })).status).toBe(200)
    const { compoId } = await readCompo('of-a-group')
    expect((await save(owner, { ...fields, key: 'of-a-group', compoId, group })).status).toBe(200)
    expect(await errorOf(save(mira, { ...fields, key: 'another', group }))).toEqual([403, 'forbidden'])
    const other = await readCompo(await addCompo())
    expect(await errorOf(save(owner, { ...fields, key: other.id, compoId: other.compoId, group }))).toEqual([
      403,
      'forbidden',
    ])
  })
})

describe('edits of a compo at the same time', () => {
  /** Saves an edit of a compo, and another edit between its checks and its write. Returns the reply to the first. */
  async function saveAround(first: Partial<typeof fields>, between: Partial<typeof fields>) {
    const [staff, key] = [await addPerson({ flags: 'a' }), await addCompo()]
    const { compoId } = await readCompo(key)
    const bodyWith = (changed: Partial<typeof fields>) => ({ ...fields, ...changed, key, compoId })
    let isLate = false
    const DB = watchedDb(env.DB, async (run, _, query) => {
      if (!isLate && query.startsWith('update "compos"')) {
        isLate = true
        await jsonOf(save(staff, bodyWith(between)))
      }
      return run()
    })
    const reply = await sendRequestWith({ ...env, DB }, '/api/v2/compo/edit', { as: staff, body: bodyWith(first) })
    const log = env.DB.prepare(
      `SELECT changes ->> '$.title[0]' AS before, changes ->> '$.title[1]' AS after FROM audit_log
        WHERE action = 'compo_edit' AND target_id = ?`,
    )
    return { reply, compo: await readCompo(key), log: (await log.bind(compoId).all()).results }
  }

  it('an edit is refused if another one came between its checks and its write', async () => {
    const { reply, compo, log } = await saveAround({ title: 'Curtains' }, { title: 'Windows' })
    expect(await errorOf(Promise.resolve(reply))).toEqual([409, 'changed_meanwhile'])
    expect(compo).toMatchObject({ title: 'Windows' })
    expect(log).toEqual([{ before: 'On the way home', after: 'Windows' }])
  })

  it('an edit that is sent twice at the same time is saved and logged once', async () => {
    const { reply, log } = await saveAround({ title: 'Windows' }, { title: 'Windows' })
    expect(reply.status).toBe(200)
    expect(log).toEqual([{ before: 'On the way home', after: 'Windows' }])
  })
})

describe('the end of a compo', () => {
  const inHours = (hours: number) => toWireTime(Date.now() + hours * 3_600_000)

  /** A compo that an admin opened, and whose entries and voting end in as many hours. */
  async function addRunning([end, votingEnd]: readonly [number, number]) {
    const [opener, staff] = [await addPerson({ flags: 'a' }), await addPerson({ flags: 'm' })]
    const key = `running-${crypto.randomUUID().slice(0, 8)}`
    const body = { ...fields, key, endDate: inHours(end), endVotingDate: inHours(votingEnd) }
    await jsonOf(save(opener, body))
    return { opener, staff, edit: { ...body, compoId: (await readCompo(key)).compoId } }
  }

  it.each([
    { moved: 'the end of entries', running: [48, 72], times: { endDate: inHours(23) } },
    { moved: 'the end of entries into the past', running: [48, 72], times: { endDate: inHours(-1) } },
    { moved: 'the end of voting', running: [-1, 72], times: { endVotingDate: inHours(23) } },
    { moved: 'the end of entries next to that of voting', running: [-1, 72], times: { endDate: inHours(71) } },
    { moved: 'the start after it has passed', running: [48, 72], times: { startDate: inHours(47) } },
    { moved: 'a near end of voting', running: [-1, 12], times: { endVotingDate: inHours(11) } },
  ] as const)('gloperators cannot end a compo without a day’s notice, and admins can: $moved', async (row) => {
    const { staff, edit } = await addRunning(row.running)
    const early = { ...edit, ...row.times }
    expect(await errorOf(save(staff, early))).toEqual([409, 'compo_ends_soon'])
    expect((await save(await addPerson({ flags: 'a' }), early)).status).toBe(200)
  })

  it('gloperators cannot begin an announced compo shortly before its entries end', async () => {
    const { staff, edit } = await addRunning([48, 72])
    const announced = { ...edit, startDate: inHours(1) }
    await jsonOf(save(await addPerson({ flags: 'a' }), announced))
    expect(await errorOf(save(staff, { ...announced, startDate: inHours(47) }))).toEqual([409, 'compo_ends_soon'])
    await jsonOf(save(staff, { ...announced, startDate: inHours(20) }))
  })

  it('gloperators end a compo sooner with a day’s notice, and later at any time', async () => {
    const { staff, edit } = await addRunning([-1, 72])
    for (const hours of [25, 96])
      expect((await save(staff, { ...edit, endVotingDate: inHours(hours) })).status).toBe(200)
  })

  it('staff give a reason for new times of a compo of another member that has begun', async () => {
    const { opener, staff, edit } = await addRunning([48, 72])
    const later = { ...edit, endVotingDate: inHours(96), reason: '' }
    const refused = await save(staff, later)
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { field: 'reason' } }])
    expect((await save(staff, { ...edit, title: 'Arches', reason: '' })).status).toBe(200)
    expect((await save(opener, later)).status).toBe(200)
  })
})

describe('a malformed compo', () => {
  it.each([
    { key: undefined },
    { key: '' },
    { key: 'Way home' },
    { key: 'Way-Home' },
    { key: 'a'.repeat(COMPO_KEY_MAX + 1) },
    { key: 12 },
    { title: undefined },
    { title: '' },
    { title: '   ' },
    { title: 'x'.repeat(COMPO_TITLE_MAX + 1) },
    { description: 'x'.repeat(COMPO_DESCRIPTION_MAX + 1) },
    { thumbnail: 0 },
    { thumbnail: '12' },
    { entriesPerMember: 0 },
    { entriesPerMember: 4 },
    { entriesPerMember: 1.5 },
    { entriesPerMember: '1' },
    { startDate: '2026-01-01' },
    { endDate: null },
    { group: 12 },
    { compoId: 0 },
    { compoId: '1' },
    { reason: 'x'.repeat(STAFF_REASON_MAX + 1) },
    { state: 'open' },
  ])('the field %j is refused', async (field) => {
    const staff = await addPerson({ flags: 'm' })
    expect(await errorOf(save(staff, { ...fields, key: 'malformed', ...field }))).toEqual([400, 'bad_request'])
  })

  it('the longest key and title, and each number of entries that is allowed, are saved', async () => {
    const staff = await addPerson({ flags: 'm' })
    for (const entriesPerMember of [1, 2, 3]) {
      const key = `${entriesPerMember}${'a'.repeat(COMPO_KEY_MAX - 1)}`
      const title = 'x'.repeat(COMPO_TITLE_MAX)
      await jsonOf(save(staff, { ...fields, key, title, entriesPerMember }))
      expect(await readCompo(key)).toMatchObject({ title, entriesPerMember })
    }
  })

  it('a missing thumbnail, group or compo is not found', async () => {
    const staff = await addPerson({ flags: 'm' })
    for (const missing of [{ thumbnail: 999_999 }, { group: 'nowhere' }, { compoId: 999_999 }])
      expect(await errorOf(save(staff, { ...fields, key: 'missing', ...missing }))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/v2/compo/info?name=missing'))).toEqual([404, 'not_found'])
  })

  it.each([
    ['group', { thumbnail: null, group: 'nowhere' }],
    ['thumbnail', { thumbnail: 999_999, group: null }],
  ])('the reply names the %s that was not found', async (field, missing) => {
    const [staff, shown] = [await addPerson({ flags: 'm' }), await addSketch(await addPerson())]
    const reply = await save(staff, { ...fields, key: 'missing', ...missing, thumbnail: missing.thumbnail ?? shown })
    expect(await reply.json()).toMatchObject({ error: { code: 'not_found', field } })
  })

  it.each([
    ['end before the start', { endDate: '20250101000000' }],
    ['end as they start', { endDate: fields.startDate }],
    ['have voting that ends as it begins', { endVotingDate: fields.endDate }],
    ['have a day that does not exist', { startDate: '20260231000000' }],
  ])('times that %s do not change a compo', async (_, wrong) => {
    const [staff, key] = [await addPerson({ flags: 'm' }), await addCompo()]
    const before = await readCompo(key)
    const edit = { ...fields, key, compoId: before.compoId, ...wrong }
    expect(await errorOf(save(staff, edit))).toEqual([400, 'bad_dates'])
    expect(await readCompo(key)).toEqual(before)
  })

  it('the key and the group of a compo stay when it is edited', async () => {
    const [staff, key] = [await addPerson({ flags: 'm' }), await addCompo()]
    const { compoId } = await readCompo(key)
    const group = await addGroup(await addPerson())
    await jsonOf(save(staff, { ...fields, key: 'another-key', compoId, group }))
    expect(await readCompo(key)).toMatchObject({ id: key, title: 'Windows', group: null })
  })
})

describe('the times of a compo of a group', () => {
  const AT = { past: '20260102000000', ahead: '29990101000000' }

  async function addGroupCompo(times: object = {}) {
    const [owner, staff] = [await addPerson(), await addPerson({ flags: 'a' })]
    const group = await addGroup(owner)
    const body = { ...fields, key: group, group }
    await jsonOf(save(owner, body))
    const { compoId } = await readCompo(group)
    await jsonOf(save(staff, { ...body, compoId, ...times }))
    return { owner, staff, edit: { ...body, compoId, ...times } }
  }

  it('a group has five without a result at a time', async () => {
    const owner = await addPerson()
    const group = await addGroup(owner)
    const open = (number: number) => save(owner, { ...fields, key: `${group}-${number}`, group })
    for (let number = 1; number <= GROUP_COMPOS_MAX; number++) await jsonOf(open(number))
    expect(await errorOf(open(6))).toEqual([409, 'group_compo_limit'])
    await closeCompo(`${group}-1`)
    expect((await open(6)).status).toBe(200)
  })

  const inHours = (hours: number) => toWireTime(Date.now() + hours * 3_600_000)
  it.each([
    ['take entries for less than a day', [0, 23, 90]],
    ['took entries for a day but end in an hour', [-48, 1, 90]],
    ['have less than an hour of voting', [0, 48, 48.9]],
    ['begin in more than a year', [24 * 366, 24 * 370, 24 * 380]],
  ])('owners of a group cannot open compos that %s, and staff can', async (_, hours) => {
    const [owner, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const group = await addGroup(owner)
    const [startDate, endDate, endVotingDate] = hours.map(inHours)
    const body = { ...fields, key: group, group, startDate, endDate, endVotingDate }
    expect(await errorOf(save(owner, body))).toEqual([400, 'group_compo_times'])
    expect((await save(staff, body)).status).toBe(200)
  })

  it('owners of a group cannot make its compo shorter than the minimum', async () => {
    const { owner, edit } = await addGroupCompo({ startDate: inHours(-1) })
    expect(await errorOf(save(owner, { ...edit, endDate: inHours(2) }))).toEqual([400, 'group_compo_times'])
    expect((await save(owner, { ...edit, endDate: inHours(25) })).status).toBe(200)
  })

  it('owners of a group cannot make a planned compo shorter by a start in the past', async () => {
    const { owner, edit } = await addGroupCompo({ startDate: inHours(48), endDate: inHours(96) })
    const early = { ...edit, startDate: inHours(-48), endDate: inHours(1) }
    expect(await errorOf(save(owner, early))).toEqual([400, 'group_compo_times'])
    expect((await save(owner, { ...early, endDate: inHours(25) })).status).toBe(200)
  })

  it('owners of a group open ten compos within 30 days, and staff more', async () => {
    const [owner, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const group = await addGroup(owner)
    const open = async (as: Person, number: number) => {
      const reply = await save(as, { ...fields, key: `${group}-${number}`, group })
      if (reply.status === 200) await closeCompo(`${group}-${number}`)
      return reply
    }
    for (let number = 1; number <= GROUP_COMPOS_PER_MONTH_MAX; number++) await jsonOf(open(owner, number))
    expect(await errorOf(open(owner, 11))).toEqual([409, 'group_compo_month_limit'])
    expect((await open(staff, 11)).status).toBe(200)
    await env.DB.prepare('UPDATE compos SET created_at = created_at - ? WHERE key LIKE ?')
      .bind(31 * 86_400_000, `${group}-%`)
      .run()
    expect((await open(owner, 12)).status).toBe(200)
  })

  it('owners of a group cannot open a compo whose entries have ended', async () => {
    const owner = await addPerson()
    const group = await addGroup(owner)
    const body = { ...fields, key: 'over', group, endDate: AT.past }
    expect(await errorOf(save(owner, body))).toEqual([400, 'date_passed'])
  })

  it('owners of a group cannot end the entries of a compo in the past', async () => {
    const { owner, edit } = await addGroupCompo()
    expect(await errorOf(save(owner, { ...edit, endDate: AT.past }))).toEqual([400, 'date_passed'])
    expect((await save(owner, { ...edit, endDate: '29990102000000' })).status).toBe(200)
  })

  it('owners of a group cannot change the times once the entries have ended, and staff can', async () => {
    const { owner, staff, edit } = await addGroupCompo({ endDate: AT.past })
    expect((await save(owner, { ...edit, title: 'Arches' })).status).toBe(200)
    for (const changed of [{ endDate: AT.ahead }, { endVotingDate: AT.ahead }, { startDate: '20260101000001' }])
      expect(await errorOf(save(owner, { ...edit, ...changed }))).toEqual([409, 'dates_are_final'])
    expect((await save(staff, { ...edit, endDate: AT.ahead })).status).toBe(200)
  })
})

describe('who opens and edits the compos of a group', () => {
  /** A group with a member of each role. */
  async function addGroupOfRoles() {
    const [owner, moderator, member] = [await addPerson(), await addPerson(), await addPerson()]
    const group = await addGroup(owner)
    for (const joining of [moderator, member]) await joinGroup(joining, group)
    await jsonOf(postToGroups(owner, { action: 'setRole', groupId: group, user: moderator.id, role: 'moderator' }))
    return { group, moderator, member }
  }

  it('moderators open and edit the compos of their group', async () => {
    const { group, moderator } = await addGroupOfRoles()
    await jsonOf(save(moderator, { ...fields, key: 'by-a-moderator', group }))
    const { compoId } = await readCompo('by-a-moderator')
    await jsonOf(save(moderator, { ...fields, key: 'by-a-moderator', compoId, group, title: 'Arches' }))
    expect(await readCompo('by-a-moderator')).toMatchObject({ title: 'Arches', group: { id: group } })
  })

  it('an edit that changes nothing is not on the staff log', async () => {
    const { moderator, group } = await addGroupOfRoles()
    await jsonOf(save(moderator, { ...fields, key: 'saved-twice', group }))
    const { compoId } = await readCompo('saved-twice')
    await jsonOf(save(moderator, { ...fields, key: 'saved-twice', group, compoId }))
    const acts = await env.DB.prepare('SELECT action FROM audit_log WHERE staff_id = ?').bind(moderator.id).all()
    expect(acts.results).toEqual([{ action: 'compo_add' }])
  })

  it('moderators open and edit compos of their group a limited number of times a day', async () => {
    const { moderator, group } = await addGroupOfRoles()
    const key = await addCompo({ groupSlug: group })
    const { compoId } = await readCompo(key)
    await fillOwnerActs(moderator)
    for (const body of [
      { ...fields, key: 'one-too-many', group },
      { ...fields, key, compoId, group },
    ])
      expect(await errorOf(save(moderator, body))).toEqual([409, 'owner_act_limit'])
    expect(await readCompo(key)).toMatchObject({ title: 'On the way home' })
  })

  it('simultaneous edits of a moderator do not exceed the limit', async () => {
    const { moderator, group } = await addGroupOfRoles()
    const key = await addCompo({ groupSlug: group })
    const { compoId } = await readCompo(key)
    await fillOwnerActs(moderator, MEMBER_LIMITS.ownerActsPerDay.new - 1)
    const edits = Array.from({ length: 8 }, (_, number) =>
      save(moderator, { ...fields, key, compoId, group, title: `Title ${number}` }),
    )
    const statuses = (await Promise.all(edits)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    const acts = env.DB.prepare("SELECT count(*) AS n FROM audit_log WHERE staff_id = ? AND action = 'compo_edit'")
    expect(await acts.bind(moderator.id).first('n')).toBe(1)
  })

  it('edits of a moderator are refused above the text of a day', async () => {
    const { moderator, group } = await addGroupOfRoles()
    const key = await addCompo({ groupSlug: group })
    const { compoId } = await readCompo(key)
    await env.DB.prepare("INSERT INTO member_counts (user_id, grain, starts_at, text_bytes) VALUES (?, 'hour', ?, ?)")
      .bind(moderator.id, Math.floor(Date.now() / 3_600_000) * 3_600_000, TEXT_BYTES_PER_DAY - 1000)
      .run()
    const edit = (description: string) => save(moderator, { ...fields, key, compoId, group, description })
    expect(await errorOf(edit('x'.repeat(1001)))).toEqual([409, 'text_limit'])
    expect((await edit('x'.repeat(100))).status).toBe(200)
  })

  it('plain members and visitors cannot open or edit compos of a group', async () => {
    const { group, member } = await addGroupOfRoles()
    const key = await addCompo({ groupSlug: group })
    const { compoId } = await readCompo(key)
    for (const body of [
      { ...fields, key: 'by-a-member', group },
      { ...fields, key, compoId, group },
    ]) {
      expect(await errorOf(save(member, body))).toEqual([403, 'forbidden'])
      expect(await errorOf(save(null, body))).toEqual([401, 'not_logged_in'])
    }
    expect(await readCompo(key)).toMatchObject({ title: 'On the way home' })
  })

  it('moderators cannot open compos for everyone, nor open or edit compos of another group', async () => {
    const [{ group, moderator }, other] = [await addGroupOfRoles(), await addGroupOfRoles()]
    const key = await addCompo({ groupSlug: other.group })
    const { compoId } = await readCompo(key)
    for (const body of [
      { ...fields, key: 'for-everyone' },
      { ...fields, key: 'elsewhere', group: other.group },
      { ...fields, key: 'elsewhere', group: 'nowhere' },
      { ...fields, key, compoId, group },
    ])
      expect(await errorOf(save(moderator, body))).toEqual([403, 'forbidden'])
  })
})

describe('deleting a compo', () => {
  const remove = (as: Person | null, compoId: number, reason = 'A mistake.') =>
    sendRequest('/api/v2/compo/delete', { as, body: { compoId, reason } })

  it('staff delete a compo without entries, with its invites and notices, and its address is free again', async () => {
    const [staff, ines, key] = [await addPerson({ flags: 'm' }), await addPerson(), await addCompo()]
    const { compoId } = await readCompo(key)
    await addInvite(await addSketch(ines), key)
    const noticesOf = async () =>
      (await requestJson<NotificationList>('/api/v2/notices?category=compos', { as: ines })).items.length
    expect(await noticesOf()).toBe(1)
    await jsonOf(remove(staff, compoId))
    expect(await noticesOf()).toBe(0)
    const invites = env.DB.prepare('SELECT count(*) AS n FROM compo_invites WHERE compo_id = ?').bind(compoId)
    expect(await invites.first('n')).toBe(0)
    expect(await errorOf(sendRequest(`/api/v2/compo/info?name=${key}`))).toEqual([404, 'not_found'])
    const log = await env.DB.prepare(
      "SELECT reason, changes FROM audit_log WHERE action = 'compo_remove' AND target_id = ?",
    )
      .bind(compoId)
      .first()
    expect(log).toEqual({ reason: 'A mistake.', changes: '{"title":["On the way home",null]}' })
    expect((await save(staff, { ...fields, key })).status).toBe(200)
    expect(await errorOf(remove(staff, compoId))).toEqual([404, 'not_found'])
  })

  it('a compo with many notices is deleted in parts, and an interrupted deletion is completed by the next one', async () => {
    const [staff, owner] = [await addPerson({ flags: 'm' }), await addPerson()]
    const key = await addCompo({ groupSlug: await addGroup(owner) })
    const { compoId } = await readCompo(key)
    const members = await addMembers(1001, 'member of a compo')
    await env.DB.prepare(
      `INSERT INTO notifications (user_id, category, actor_id, page_owner_id, compo_id, compo_notice, occurred_at)
        SELECT value, 'compos', ?2, ?2, ?3, 'begun', 1 FROM json_each(?1)`,
    )
      .bind(JSON.stringify(members), owner.id, compoId)
      .run()
    const left = () =>
      env.DB.prepare('SELECT count(*) AS n FROM notifications WHERE user_id IN (SELECT value FROM json_each(?))')
        .bind(JSON.stringify(members))
        .first('n')
    const logged = env.DB.prepare(
      "SELECT count(*) AS n FROM audit_log WHERE action = 'compo_remove' AND target_id = ?",
    ).bind(compoId)
    const interrupted = openDb(faultyEnv(2, 'refused').env.DB)
    await expect(deleteCompo(interrupted, { compoId, staffId: staff.id, reason: 'A test.', now: 1 })).rejects.toThrow()
    expect(await left()).toBe(501)
    expect([(await readCompo(key)).compoId, await logged.first('n')]).toEqual([compoId, 0])
    await jsonOf(remove(staff, compoId))
    expect([await left(), await logged.first('n')]).toEqual([0, 1])
    expect(await errorOf(sendRequest(`/api/v2/compo/info?name=${key}`))).toEqual([404, 'not_found'])
  })

  it('a compo with an entry, a vote or a comment cannot be deleted', async () => {
    const staff = await addPerson({ flags: 'm' })
    const [entered, voted, commented] = [await addCompo(), await addCompo(), await addCompo()]
    await addEntry(entered, await addPerson())
    const sketches = [await addEntry(voted, await addPerson()), await addEntry(voted, await addPerson())]
    await pickEntry(voted, sketches[0] ?? 0)
    for (const sketch of sketches) await env.DB.prepare('DELETE FROM sketches WHERE id = ?').bind(sketch).run()
    await jsonOf(postComment(staff, (await readCompo(commented)).compoId, 'Soon.', { type: 'compo' }))
    for (const key of [entered, voted, commented])
      expect(await errorOf(remove(staff, (await readCompo(key)).compoId))).toEqual([409, 'compo_has_entries'])
  })

  it('only staff delete a compo, with a reason', async () => {
    const [staff, owner] = [await addPerson({ flags: 'm' }), await addPerson()]
    const key = await addCompo({ groupSlug: await addGroup(owner) })
    const { compoId } = await readCompo(key)
    expect(await errorOf(remove(staff, compoId, ''))).toEqual([400, 'bad_request'])
    expect(await errorOf(remove(owner, compoId))).toEqual([403, 'forbidden'])
    expect(await errorOf(remove(null, compoId))).toEqual([401, 'not_logged_in'])
    expect(await readCompo(key)).toMatchObject({ compoId })
  })
})
