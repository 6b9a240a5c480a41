import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Role, StaffMember } from '../../../contract/http/staff.ts'
import type { Profile } from '../../../contract/http/users.ts'
import { toWireTime } from '../../../contract/time.ts'
import { setRole as grantRole } from '../../../worker/features/staff/roles.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addBan } from '../../support/worker/bans.ts'
import { profileOf } from '../../support/worker/fans-and-blocks.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { deleteAccount, deleteDue, deletionTimeOf } from '../../support/worker/leaving.ts'
import { openChannel } from '../../support/worker/member-channel.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { sessionOf, setRole, staffLogOf } from '../../support/worker/staff.ts'

const DAY_MS = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const setFlags = (id: number, flags: string) =>
  env.DB.prepare('UPDATE users SET flags = ? WHERE id = ?').bind(flags, id).run()
const memberFor = (staff: Person, { id }: Person) => requestJson<StaffMember>(`/admin/member/${id}`, { as: staff })

let admin: Person
let mira: Person
beforeEach(async () => {
  admin = await addPerson({ flags: 'a' })
  mira = await addPerson()
})

describe('roles', () => {
  it.each(['g', 'm', 'f', 'a'] as const)('an admin grants and takes the role %s', async (role) => {
    await jsonOf(setRole(admin, mira, { role, granted: true }))
    expect((await sessionOf(mira)).user?.flags).toBe(role)
    await jsonOf(setRole(admin, mira, { role, granted: false }))
    expect((await sessionOf(mira)).user?.flags).toBe('')
  })

  it('a grant leaves other roles', async () => {
    const ines = await addPerson({ flags: 'gm' })
    await jsonOf(setRole(admin, ines, { role: 'f', granted: true }))
    await jsonOf(setRole(admin, ines, { role: 'g', granted: false }))
    expect((await sessionOf(ines)).user?.flags).toBe('mf')
  })

  it.each([
    ['lost their role', ({ id }: Person) => setFlags(id, 'm')],
    ['was suspended', (person: Person) => addBan(person, 24)],
  ])('an admin who %s at the same moment grants no role', async (_what, change) => {
    await change(admin)
    const grant = { userId: mira.id, role: 'm', granted: true, reason: 'Asked to help.', patronUntil: null } as const
    const granted = await grantRole(openDb(env.DB), { ...grant, staffId: admin.id, now: Date.now() })
    expect(granted).toEqual({ ok: false, code: 'forbidden' })
    expect([(await sessionOf(mira)).user?.flags, await staffLogOf(mira)]).toEqual(['', []])
  })

  it('each change is on the staff log with its reason', async () => {
    await jsonOf(setRole(admin, mira, { role: 'm', granted: true }))
    await jsonOf(setRole(admin, mira, { role: 'm', granted: false }))
    const entry = { staff_id: admin.id, reason: 'Asked to help.' }
    expect(await staffLogOf(mira)).toEqual([
      { ...entry, action: 'role_grant', changes: '{"flags":["","m"]}' },
      { ...entry, action: 'role_take', changes: '{"flags":["m",""]}' },
    ])
  })

  it('a repeated grant changes nothing', async () => {
    for (const _ of [1, 2]) await jsonOf(setRole(admin, mira, { role: 'm', granted: true }))
    expect((await sessionOf(mira)).user?.flags).toBe('m')
    expect(await staffLogOf(mira)).toHaveLength(1)
  })

  it('a change needs a reason', async () => {
    const body = { userId: mira.id, role: 'm', granted: true }
    for (const reason of [undefined, '', ' '])
      expect(await errorOf(sendRequest('/admin/role', { as: admin, body: { ...body, reason } }))).toEqual([
        400,
        'bad_request',
      ])
  })

  it.each([
    ['an unknown role', { role: 'x' as Role, granted: true }],
    ['an end for a role without one', { role: 'm' as const, granted: true, until: dayIn(30) }],
    ['a patron without an end', { role: 'p' as const, granted: true }],
    ['an end in the past', { role: 'p' as const, granted: true, until: dayIn(-1) }],
    ['an end too far away', { role: 'p' as const, granted: true, until: dayIn(6 * 366) }],
    ['an end that is no day', { role: 'p' as const, granted: true, until: '2027-02-30' }],
  ])('a change with %s is refused', async (_what, change) => {
    expect(await errorOf(setRole(admin, mira, change))).toEqual([400, 'bad_request'])
    expect((await sessionOf(mira)).user?.flags).toBe('')
  })

  it('a member who does not exist has no roles', async () => {
    const nobody = { ...mira, id: 999_999 }
    expect(await errorOf(setRole(admin, nobody, { role: 'm', granted: true }))).toEqual([404, 'not_found'])
  })

  it('a deleted account has no roles', async () => {
    await deleteAccount(mira)
    expect(await errorOf(setRole(admin, mira, { role: 'a', granted: true }))).toEqual([404, 'not_found'])
    expect(await staffLogOf(mira)).toEqual([])
  })

  it('staff see the roles of a member, and what they may do', async () => {
    await jsonOf(setRole(admin, mira, { role: 'm', granted: true }))
    const gloperator = await addPerson({ flags: 'm' })
    const known = { id: mira.id, nickname: mira.nickname, flags: 'm', patronUntil: null }
    expect(await memberFor(admin, mira)).toEqual({
      ...known,
      may: { edit: true, ban: true, impersonate: true, merge: false, setRoles: true },
    })
    expect(await memberFor(gloperator, mira)).toEqual({
      ...known,
      may: { edit: false, ban: false, impersonate: false, merge: false, setRoles: false },
    })
  })

  it('open pages of the member learn of a new role', async () => {
    const page = await openChannel(mira)
    await jsonOf(setRole(admin, mira, { role: 'm', granted: true }))
    expect(await page.next('standing')).toEqual({ type: 'standing' })
  })
})

describe('the last admin', () => {
  beforeEach(async () => {
    await env.DB.prepare("UPDATE users SET flags = 'a' WHERE id = ?").bind(admin.id).run()
    await env.DB.prepare("UPDATE users SET flags = replace(flags, 'a', '') WHERE id <> ?").bind(admin.id).run()
  })

  it('the last admin stays one', async () => {
    expect(await errorOf(setRole(admin, admin, { role: 'a', granted: false }))).toEqual([409, 'last_admin'])
    expect((await sessionOf(admin)).user?.flags).toBe('a')
    expect(await staffLogOf(admin)).toEqual([])
  })

  it('an admin may leave while there is another', async () => {
    await addPerson({ flags: 'a' })
    await jsonOf(setRole(admin, admin, { role: 'a', granted: false }))
    expect((await sessionOf(admin)).user?.flags).toBe('')
  })

  it('a suspended admin does not count as another', async () => {
    const other = await addPerson({ flags: 'a' })
    await jsonOf(
      sendRequest('/api/v2/gloperate/ban', { as: admin, body: { uid: other.id, duration: 24, reason: 'Rest.' } }),
    )
    expect(await errorOf(setRole(admin, admin, { role: 'a', granted: false }))).toEqual([409, 'last_admin'])
  })

  it('an admin who is leaving does not count as another', async () => {
    const other = await addPerson({ flags: 'a' })
    await deletionTimeOf(other)
    expect(await errorOf(setRole(admin, admin, { role: 'a', granted: false }))).toEqual([409, 'last_admin'])
    await deleteDue()
    expect((await sessionOf(other)).user).toBeNull()
  })

  it('two admins who take the role of each other at once leave one', async () => {
    const other = await addPerson({ flags: 'a' })
    const take = { role: 'a' as const, granted: false }
    const replies = await Promise.all([setRole(admin, other, take), setRole(other, admin, take)])
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const count = env.DB.prepare("SELECT count(*) AS n FROM users WHERE instr(flags, 'a') > 0")
    expect(await count.first('n')).toBe(1)
  })
})

describe('suspended staff', () => {
  it('rights of staff rest while their holder is suspended', async () => {
    const staff = await addBan(await addPerson({ flags: 'mf' }), 24)
    expect((await sessionOf(staff)).user).toMatchObject({ flags: '', gloperator: false })
  })

  it('rights of staff do not rest for a warning', async () => {
    const staff = await addBan(await addPerson({ flags: 'mf' }), 0)
    expect((await sessionOf(staff)).user).toMatchObject({ flags: 'mf', gloperator: true })
  })
})

describe('patrons for a term', () => {
  const isPatron = async () => {
    const profile = await requestJson<Profile>(`/api/user/${mira.id}`)
    return !profile.hidden && profile.patron
  }
  const endTerms = (days: number) => runNamed(['end patron terms'], env, Date.now() + days * DAY_MS)

  it('an admin makes a member a patron until a day', async () => {
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(30) }))
    expect(await isPatron()).toBe(true)
    expect((await memberFor(admin, mira)).patronUntil).toBe(`${dayIn(30).replaceAll('-', '')}235959`)
  })

  it('a patron is one until the term ends', async () => {
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(30) }))
    await endTerms(29)
    expect(await isPatron()).toBe(true)
    await endTerms(31)
    expect(await isPatron()).toBe(false)
    expect((await memberFor(admin, mira)).patronUntil).toBeNull()
  })

  it('a second grant changes the end', async () => {
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(30) }))
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(90) }))
    await endTerms(31)
    expect(await isPatron()).toBe(true)
    expect((await staffLogOf(mira)).map(({ changes }) => JSON.parse(changes).flags)).toEqual([
      ['', 'p'],
      ['p', 'p'],
    ])
  })

  const patronSince = async () => {
    const profile = await profileOf(mira, mira)
    return profile.hidden ? null : profile.patronSince
  }

  it('a longer term does not change since when a member is a patron', async () => {
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(30) }))
    const first = Date.UTC(2026, 0, 2)
    await env.DB.prepare('UPDATE users SET patron_since = ? WHERE id = ? AND patron_since IS NOT NULL')
      .bind(first, mira.id)
      .run()
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(90) }))
    expect(await patronSince()).toBe('20260102000000')
  })

  it.each([
    ['its end', () => endTerms(31)],
    ['it was taken', () => jsonOf(setRole(admin, mira, { role: 'p', granted: false }))],
  ])('a term after %s begins anew', async (_, end) => {
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(30) }))
    await env.DB.prepare('UPDATE users SET patron_since = 1 WHERE id = ?').bind(mira.id).run()
    await end()
    expect(await patronSince()).toBeNull()
    const before = toWireTime(Date.now())
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(30) }))
    expect((await patronSince()) ?? '').toMatch(/^\d{14}$/)
    expect(Number(await patronSince())).toBeGreaterThanOrEqual(Number(before))
  })

  it('a patron whose role is taken has no term', async () => {
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(30) }))
    await jsonOf(setRole(admin, mira, { role: 'p', granted: false }))
    expect(await isPatron()).toBe(false)
    expect((await memberFor(admin, mira)).patronUntil).toBeNull()
  })

  it('the end of a term leaves other roles and patrons without an end', async () => {
    const ines = await addPerson({ flags: 'p' })
    await jsonOf(setRole(admin, mira, { role: 'p', granted: true, until: dayIn(1) }))
    await jsonOf(setRole(admin, mira, { role: 'm', granted: true }))
    await endTerms(3)
    expect([(await sessionOf(mira)).user?.flags, (await sessionOf(ines)).user?.flags]).toEqual(['m', 'p'])
  })
})
