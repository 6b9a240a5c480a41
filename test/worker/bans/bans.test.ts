import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BanList } from '../../../contract/http/bans.ts'
import { BAN_NOTES_MAX, GALLERY_PAGE_SIZE, STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { addBan, banNoticeOf } from '../../support/worker/bans.ts'
import { addPerson, logIn, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { countTrips } from '../../support/worker/trips.ts'

const LIST = '/api/v2/gloperate/bans'
const ban = (as: Person | null, uid: number, fields: object = {}) =>
  sendRequest('/api/v2/gloperate/ban', { as, body: { uid, duration: 24, reason: 'Be kind.', ...fields } })
const accept = (as: Person | null, userId: number) =>
  sendRequest('/api/v2/user/warningAccept', { as, body: { userId } })
const rate = (as: Person, which: number) => sendRequest('/rate', { as, body: { rating: 'rules', which } })

async function auditLogOf(member: Person) {
  const { results } = await env.DB.prepare(
    'SELECT staff_id, action, target_type, reason, changes FROM audit_log WHERE user_id = ? ORDER BY id',
  )
    .bind(member.id)
    .all()
  return results
}

afterEach(() => vi.useRealTimers())

describe('bans [2 §2]', () => {
  it('a ban ends every session of a member', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const other = await logIn(mira.id, mira.nickname)
    await jsonOf(ban(staff, mira.id))
    for (const as of [mira, other]) {
      expect(await errorOf(sendRequest('/api/v2/sessions', { as }))).toEqual([401, 'not_logged_in'])
    }
  })

  it('a banned member who logs in gets a notice with reason and end', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 14, 9, 30) })
    await jsonOf(ban(staff, mira.id, { duration: 3, reason: 'Traced work.', notes: 'Asked twice.' }))
    expect(await banNoticeOf(await logIn(mira.id, mira.nickname))).toEqual({
      duration: 3,
      dateStart: '20260614093000',
      dateEnd: '20260614123000',
      userId: mira.id,
      reason: 'Traced work.',
      offenses: 0,
    })
  })

  it('a ban ends by itself after its duration', async () => {
    const now = Date.now()
    const banned = await addBan(await addPerson(), 1)
    const sketch = await addSketch(await addPerson())
    expect(await errorOf(rate(banned, sketch))).toEqual([403, 'suspended'])
    vi.useFakeTimers({ toFake: ['Date'], now: now + 2 * 3_600_000 })
    expect(await banNoticeOf(banned)).toBeNull()
    expect((await rate(banned, sketch)).status).toBe(200)
  })

  it('a permanent ban never ends [2 §4]', async () => {
    const banned = await addBan(await addPerson(), -1)
    const sketch = await addSketch(await addPerson())
    expect(await banNoticeOf(banned)).toMatchObject({ duration: -1, dateEnd: null })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 80 * 86_400_000 })
    expect(await banNoticeOf(banned)).not.toBeNull()
    expect(await errorOf(rate(banned, sketch))).toEqual([403, 'suspended'])
  })

  it('a new ban replaces the current one', async () => {
    const mira = await addPerson()
    await addBan(mira, -1)
    const again = await addBan(mira, 1, 'Once more.')
    expect(await banNoticeOf(again)).toMatchObject({ duration: 1, reason: 'Once more.' })
  })

  it('a ban counts the previous bans and warnings as offences', async () => {
    const mira = await addPerson()
    for (const duration of [-1, 0]) await addBan(mira, duration)
    expect(await banNoticeOf(await addBan(mira, 1))).toMatchObject({ offenses: 2 })
  })

  it('the audit log has the durations before and after each ban', async () => {
    const mira = await addPerson()
    for (const duration of [-1, 0, 1]) await addBan(mira, duration)
    const changes = ['[null,-1]', '[-1,0]', '[0,1]'].map((change) => `{"duration":${change}}`)
    expect((await auditLogOf(mira)).map((act) => act.changes)).toEqual(changes)
  })

  it('bans and warnings are written to the audit log', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    for (const duration of [0, 168]) await jsonOf(ban(staff, mira.id, { duration, reason: 'Traced work.' }))
    const line = { staff_id: staff.id, target_type: 'user', reason: 'Traced work.' }
    expect(await auditLogOf(mira)).toMatchObject([
      { ...line, action: 'warn' },
      { ...line, action: 'ban' },
    ])
  })

  it('a ban needs one of the durations and a reason [2 §5]', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const wrong = [
      { duration: 2 },
      { duration: '24' },
      { reason: ' ' },
      { reason: undefined },
      { reason: 'x'.repeat(STAFF_REASON_MAX + 1) },
      { notes: 'x'.repeat(BAN_NOTES_MAX + 1) },
    ]
    for (const fields of wrong) expect(await errorOf(ban(staff, mira.id, fields))).toEqual([400, 'bad_request'])
    expect(await banNoticeOf(mira)).toBeNull()
  })

  it('only staff can ban [2 §6]', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    expect(await errorOf(ban(null, mira.id))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(ban(await addPerson({ flags: 'gfp' }), mira.id))).toEqual([403, 'forbidden'])
    expect(await errorOf(ban(staff, 999_999))).toEqual([404, 'not_found'])
    expect(await auditLogOf(mira)).toEqual([])
  })

  it('staff cannot ban themselves', async () => {
    for (const flags of ['m', 'a']) {
      const staff = await addPerson({ flags })
      expect(await errorOf(ban(staff, staff.id))).toEqual([403, 'forbidden'])
      expect(await auditLogOf(staff)).toEqual([])
    }
  })

  it('only an admin bans an admin [2 §6]', async () => {
    const [staff, admin, other] = [
      await addPerson({ flags: 'm' }),
      await addPerson({ flags: 'a' }),
      await addPerson({ flags: 'a' }),
    ]
    expect(await errorOf(ban(staff, admin.id))).toEqual([403, 'forbidden'])
    expect(await auditLogOf(admin)).toEqual([])
    expect((await ban(admin, other.id)).status).toBe(200)
  })

  it('an admin bans other staff', async () => {
    const [staff, admin] = [await addPerson({ flags: 'm' }), await addPerson({ flags: 'a' })]
    expect((await ban(admin, staff.id)).status).toBe(200)
  })

  it('a suspended member may browse', async () => {
    const mira = await addBan(await addPerson(), 24)
    for (const path of ['/api/v2/index', '/api/v2/content/categories', '/api/v2/content/items']) {
      const body = path.endsWith('index') ? { recent: 25 } : { kind: 'brush', category: '', sort: 'title', cursor: '' }
      expect([path, (await sendRequest(path, { as: mira, body })).status]).toEqual([path, 200])
    }
  })

  it('a suspended member may log out', async () => {
    const mira = await addBan(await addPerson(), 24)
    expect((await sendRequest('/logout', { as: mira, body: {} })).status).toBe(200)
  })

  it('a suspended member has no staff rights', async () => {
    const staff = await addBan(await addPerson({ flags: 'm' }), 24)
    expect(await errorOf(sendRequest(LIST, { as: staff }))).toEqual([403, 'suspended'])
  })

  it('a ban costs no additional trip to the database', async () => {
    const [mira, banned] = [await addPerson(), await addBan(await addPerson(), 24)]
    // The first call also reads what is the same for everyone.
    await sendRequest('/api/v2/session')
    for (const as of [mira, banned]) expect((await countTrips('/api/v2/session', { as })).trips).toBe(1)
  })

  it('concurrent bans of one member leave a single current ban', async () => {
    const mira = await addPerson()
    const several = await Promise.all(Array.from({ length: 4 }, () => addPerson({ flags: 'm' })))
    const replies = await Promise.all(several.map((staff) => ban(staff, mira.id)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await banNoticeOf(await logIn(mira.id, mira.nickname))).toMatchObject({ offenses: 3 })
  })
})

describe('warnings [2 §4]', () => {
  it('a warning neither suspends a member nor ends their session', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    await jsonOf(ban(staff, mira.id, { duration: 0, reason: 'Be kind.' }))
    expect(await banNoticeOf(mira)).toMatchObject({ duration: 0, reason: 'Be kind.', dateEnd: null })
    expect((await rate(mira, await addSketch(await addPerson()))).status).toBe(200)
  })

  it('a warning is cleared once it is accepted', async () => {
    const mira = await addBan(await addPerson(), 0)
    for (let time = 0; time < 2; time++) expect((await accept(mira, mira.id)).status).toBe(200)
    expect(await banNoticeOf(mira)).toBeNull()
  })

  it('an accepted warning counts as an offence', async () => {
    const mira = await addBan(await addPerson(), 0)
    await jsonOf(accept(mira, mira.id))
    expect(await banNoticeOf(await addBan(mira, 1))).toMatchObject({ offenses: 1 })
  })

  it('only the warned member accepts a warning', async () => {
    const [mira, stranger] = [await addBan(await addPerson(), 0), await addPerson()]
    expect(await errorOf(accept(null, mira.id))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(accept(stranger, mira.id))).toEqual([403, 'forbidden'])
    expect(await banNoticeOf(mira)).not.toBeNull()
  })

  it('a ban cannot be accepted', async () => {
    const banned = await addBan(await addPerson(), -1)
    expect(await errorOf(accept(banned, banned.id))).toEqual([403, 'suspended'])
    expect(await banNoticeOf(banned)).toMatchObject({ duration: -1 })
  })
})

describe('the list of bans [2 §2]', () => {
  it('the list shows staff the member, reason, duration and offences of each ban, latest first', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 14, 9, 30) })
    await jsonOf(ban(staff, mira.id, { duration: 0, notes: 'Asked twice.' }))
    await jsonOf(accept(mira, mira.id))
    await jsonOf(ban(staff, mira.id, { duration: -1 }))
    const { items } = await requestJson<BanList>(LIST, { as: staff })
    const at = toWireTime(Date.now())
    const shared = { userId: mira.id, nickname: mira.nickname, staffId: staff.id, staff: staff.nickname }
    expect(items.slice(0, 2)).toMatchObject([
      { ...shared, duration: -1, notes: '', offenses: 1, dateStart: at, dateEnd: null, dateClosed: null },
      { ...shared, duration: 0, notes: 'Asked twice.', reason: 'Be kind.', offenses: 0, dateClosed: at },
    ])
  })

  const addWarnings = async (staff: Person, count: number) => {
    const mira = await addPerson()
    for (let made = 0; made < count; made++) await ban(staff, mira.id, { duration: 0 })
  }

  it('the list pages by cursor', async () => {
    const staff = await addPerson({ flags: 'm' })
    await addWarnings(staff, GALLERY_PAGE_SIZE + 2)
    const ids: number[] = []
    for (let cursor = ''; ; ) {
      const page = await requestJson<BanList>(`${LIST}?cursor=${cursor}`, { as: staff })
      ids.push(...page.items.map(({ id }) => id))
      if (page.done) break
      cursor = page.cursor
    }
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => ids.length - index))
    expect(await env.DB.prepare('SELECT count(*) AS n FROM bans').first('n')).toBe(ids.length)
  })

  it('a page of the list reads no more rows when there are more bans', async () => {
    const staff = await addPerson({ flags: 'm' })
    await addWarnings(staff, GALLERY_PAGE_SIZE + 2)
    const cost = await rowsRead(LIST, { as: staff })
    await addWarnings(staff, GALLERY_PAGE_SIZE)
    expect(await rowsRead(LIST, { as: staff })).toBe(cost)
  })
})
