import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StaffLogReply } from '../../../contract/http/staff-log.ts'
import { STAFF_LOG_PAGE_SIZE } from '../../../contract/limits.ts'
import { addGroup, assist } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { setRole } from '../../support/worker/staff.ts'

const PATH = '/api/v2/gloperate/log'

let admin: Person
let mira: Person
beforeEach(async () => {
  admin = await addPerson({ flags: 'a' })
  mira = await addPerson()
})

const logFor = (query: Record<string, string | number>) =>
  requestJson<StaffLogReply>(`${PATH}?${new URLSearchParams(query as Record<string, string>)}`, { as: admin })

/** Adds acts of one member of staff about one member, a second apart from `at` on. */
async function addActs({ count, action, at }: { count: number; action: string; at: number }): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
    INSERT INTO audit_log (staff_id, action, user_id, target_type, target_id, created_at)
    SELECT ?, ?, ?, 'user', ?, ? + n * 1000 FROM numbers`,
  )
    .bind(count, admin.id, action, mira.id, mira.id, at)
    .run()
}

const actsOf = ({ items }: StaffLogReply) => items.map(({ action }) => action)

describe('the staff log', () => {
  it('an entry says who did what to whom, why, and what changed', async () => {
    await setRole(admin, mira, { role: 'm', granted: true })
    const { items } = await logFor({ member: mira.nickname })
    expect(items).toEqual([
      {
        id: expect.any(Number),
        action: 'role_grant',
        staffId: admin.id,
        userId: mira.id,
        targetType: 'user',
        targetId: mira.id,
        channel: null,
        slug: null,
        reason: 'Asked to help.',
        changes: { flags: ['', 'm'] },
        date: expect.stringMatching(/^\d{14}$/),
      },
    ])
  })

  it('an act on a group has the name in its address', async () => {
    const group = await addGroup(mira)
    await jsonOf(assist(await addPerson({ flags: 'g' }), 'groupMod', { id: group, official: true, reason: 'Lively.' }))
    const { items } = await logFor({ member: mira.nickname, action: 'group_official' })
    expect(items).toMatchObject([{ targetType: 'group', slug: group }])
  })

  it('acts are found by the member, the actor and the act', async () => {
    const ines = await addPerson()
    await setRole(admin, mira, { role: 'm', granted: true })
    await setRole(admin, ines, { role: 'm', granted: true })
    await setRole(admin, ines, { role: 'm', granted: false })
    expect(actsOf(await logFor({ member: ines.nickname }))).toEqual(['role_take', 'role_grant'])
    expect(actsOf(await logFor({ staff: admin.nickname }))).toHaveLength(3)
    expect(actsOf(await logFor({ staff: admin.nickname, action: 'role_take' }))).toEqual(['role_take'])
    expect(actsOf(await logFor({ member: mira.nickname, action: 'role_take' }))).toEqual([])
    const all = { staff: admin.nickname, member: ines.nickname }
    expect(actsOf(await logFor({ ...all, action: 'role_grant' }))).toEqual(['role_grant'])
    expect(actsOf(await logFor({ ...all, action: 'ban' }))).toEqual([])
  })

  it('a member is also found by id, when the nickname has changed', async () => {
    await setRole(admin, mira, { role: 'm', granted: true })
    expect(actsOf(await logFor({ member: mira.id }))).toEqual(['role_grant'])
  })

  it('an unknown name finds nothing', async () => {
    await setRole(admin, mira, { role: 'm', granted: true })
    expect((await logFor({ member: 'no such member' })).items).toEqual([])
  })

  it('days of a search are included from their first to their last moment in UTC', async () => {
    const midnight = Date.UTC(2026, 2, 2)
    for (const at of [midnight - 1, midnight, midnight + 86_399_999, midnight + 86_400_000])
      await addActs({ count: 1, action: 'warn', at })
    const { items } = await logFor({ member: mira.nickname, from: '2026-03-02', to: '2026-03-02' })
    expect(items.map(({ date }) => date)).toEqual(['20260302235959', '20260302000000'])
  })

  it.each([
    ['a member', () => ({ member: mira.nickname })],
    ['a member, an actor and an act', () => ({ member: mira.nickname, staff: admin.nickname, action: 'ban' })],
  ])(
    'pages of acts of %s continue where the last one ended, also among acts of the same moment',
    async (_, searched) => {
      const acts = { count: STAFF_LOG_PAGE_SIZE, action: 'ban', at: Date.now() }
      await addActs(acts)
      await addActs(acts)
      const ids: number[] = []
      for (let cursor = '', done = false; !done; ) {
        const page = await logFor({ ...searched(), cursor })
        ids.push(...page.items.map(({ id }) => id))
        ;({ cursor, done } = page)
      }
      expect(new Set(ids).size).toBe(2 * STAFF_LOG_PAGE_SIZE)
      expect(ids).toHaveLength(2 * STAFF_LOG_PAGE_SIZE)
    },
  )

  it.each(['action=nonsense', 'from=yesterday', 'to=2026-13-01', 'cursor=x'])(
    'a malformed search is refused: %s',
    async (query) => {
      expect(await errorOf(sendRequest(`${PATH}?${query}`, { as: admin }))).toEqual([400, expect.any(String)])
    },
  )

  it('a page reads few rows, however many acts other searches would find', async () => {
    await addActs({ count: 5000, action: 'warn', at: 0 })
    await addActs({ count: STAFF_LOG_PAGE_SIZE, action: 'ban', at: 1000 })
    await addActs({ count: 5000, action: 'warn', at: 10_000_000 })
    const parts = { member: mira.nickname, staff: admin.nickname, action: 'ban', from: '1970-01-01', to: '1970-01-01' }
    const searches: Record<string, string>[] = [{}]
    for (const [name, value] of Object.entries(parts))
      searches.push(...searches.map((search) => ({ ...search, [name]: value })))
    expect(searches).toHaveLength(32)
    for (const search of [...searches, { ...parts, action: 'merge' }]) {
      const rows = await rowsRead(`${PATH}?${new URLSearchParams(search)}`, { as: admin })
      // A search by all three finds the ids of its page first.
      const readings = search.member && search.staff && search.action ? 5 : 3
      expect(rows, JSON.stringify(search)).toBeLessThan(readings * STAFF_LOG_PAGE_SIZE + 25)
    }
  })
})
