import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WARNING } from '../../../contract/ban.ts'
import type { BanList, StandingReply } from '../../../contract/http/bans.ts'
import { BAN_NOTES_MAX, GALLERY_PAGE_SIZE, STAFF_REASON_MAX } from '../../../contract/limits.ts'
import { toWireTime } from '../../../contract/time.ts'
import { addBan, addUnconfirmedBan, banNoticeOf, confirmBan } from '../../support/worker/bans.ts'
import { deletionTimeOf } from '../../support/worker/leaving.ts'
import { openChannel, openSocket } from '../../support/worker/member-channel.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { mergeAccounts } from '../../support/worker/staff.ts'
import { publishNewStream, watch } from '../../support/worker/stream-sockets.ts'
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
  it('a banned member stays logged in and gets a notice with reason and end', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 14, 9, 30) })
    await jsonOf(ban(staff, mira.id, { duration: 3, reason: 'Traced work.', notes: 'Asked twice.' }))
    expect(await banNoticeOf(mira)).toEqual({
      duration: 3,
      unconfirmed: false,
      dateStart: '20260614093000',
      dateEnd: '20260614123000',
      userId: mira.id,
      reason: 'Traced work.',
      offenses: 0,
    })
  })

  it('an admin whose account will be deleted cannot ban another admin', async () => {
    const [leaving, other] = [await addPerson({ flags: 'a' }), await addPerson({ flags: 'a' })]
    await deletionTimeOf(leaving)
    expect(await errorOf(ban(leaving, other.id))).toEqual([403, 'forbidden'])
    await jsonOf(ban(leaving, (await addPerson()).id))
    await jsonOf(ban(other, leaving.id))
  })

  it('a merged account is neither banned nor warned, because nobody is logged in to it', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    await mergeAccounts(mira, await addPerson())
    for (const duration of [24, WARNING]) {
      expect(await errorOf(ban(staff, mira.id, { duration }))).toEqual([404, 'not_found'])
    }
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

  it('a permanent ban that was confirmed never ends [2 §4]', async () => {
    const { id, member: banned } = await addUnconfirmedBan()
    await confirmBan(id)
    const sketch = await addSketch(await addPerson())
    expect(await banNoticeOf(banned)).toMatchObject({ duration: -1, unconfirmed: false, dateEnd: null })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 80 * 86_400_000 })
    expect(await banNoticeOf(banned)).not.toBeNull()
    expect(await errorOf(rate(banned, sketch))).toEqual([403, 'suspended'])
  })

  it.each([
    [1, 24],
    [24, 24],
  ])('a ban of %i hours is replaced by one of %i hours', async (before, after) => {
    const mira = await addBan(await addPerson(), before)
    await addBan(mira, after, 'Once more.')
    expect(await banNoticeOf(mira)).toMatchObject({ duration: after, reason: 'Once more.' })
  })

  it.each([
    [24, 1],
    [-1, 720],
  ])('a ban of %i hours is replaced by one of %i hours only on purpose', async (before, after) => {
    const [mira, staff] = [await addBan(await addPerson(), before), await addPerson({ flags: 'm' })]
    const act = { duration: after, reason: 'Was too long.' }
    const notice = await banNoticeOf(mira)
    expect(await errorOf(ban(staff, mira.id, act))).toEqual([409, 'longer_ban'])
    expect(await banNoticeOf(mira)).toEqual(notice)
    await jsonOf(ban(staff, mira.id, { ...act, replacesLonger: true }))
    expect(await banNoticeOf(mira)).toMatchObject(act)
    expect((await auditLogOf(mira)).at(-1)).toMatchObject({ action: 'shorten_ban', reason: 'Was too long.' })
  })

  it('a ban that has expired is replaced by a shorter one', async () => {
    const mira = await addBan(await addPerson(), 24)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
    await addBan(mira, 1)
    expect(await banNoticeOf(mira)).toMatchObject({ duration: 1 })
  })

  it('the key of a ban cannot be used for another member', async () => {
    const [mira, tomo, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const key = crypto.randomUUID()
    await jsonOf(ban(staff, mira.id, { key }))
    expect(await errorOf(ban(staff, tomo.id, { key }))).toEqual([400, 'bad_request'])
    expect([(await banNoticeOf(mira))?.duration, await banNoticeOf(tomo)]).toEqual([24, null])
  })

  it('a ban counts the previous bans and warnings as offences', async () => {
    const mira = await addPerson()
    for (const duration of [0, 1]) await addBan(mira, duration)
    expect(await banNoticeOf(await addBan(mira, 24))).toMatchObject({ offenses: 2 })
  })

  it('the audit log has the durations before and after each ban', async () => {
    const mira = await addPerson()
    for (const duration of [0, 1, -1]) await addBan(mira, duration)
    const changes = ['[null,0]', '[0,1]', '[1,-1]'].map((change) => `{"duration":${change}}`)
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

  it('only an admin bans a gloperator', async () => {
    const [staff, other] = [await addPerson({ flags: 'm' }), await addPerson({ flags: 'm' })]
    expect(await errorOf(ban(other, staff.id))).toEqual([403, 'forbidden'])
    expect(await auditLogOf(staff)).toEqual([])
    expect((await ban(await addPerson({ flags: 'a' }), staff.id)).status).toBe(200)
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
    expect(await banNoticeOf(mira)).toMatchObject({ offenses: 3 })
  })
})

describe('warnings [2 §4]', () => {
  it('a warned member accepts the warning before the next write', async () => {
    const [mira, sketch] = [await addBan(await addPerson(), 0), await addSketch(await addPerson())]
    expect(await banNoticeOf(mira)).toMatchObject({ duration: 0, reason: 'Be kind.', dateEnd: null })
    expect(await errorOf(rate(mira, sketch))).toEqual([403, 'warned'])
    await jsonOf(accept(mira, mira.id))
    expect((await rate(mira, sketch)).status).toBe(200)
  })

  it.each([1, -1])('a warning neither lifts nor shortens a ban of %i hours', async (duration) => {
    const [mira, staff] = [await addBan(await addPerson(), duration), await addPerson({ flags: 'm' })]
    for (const fields of [{}, { replacesLonger: true }])
      expect(await errorOf(ban(staff, mira.id, { duration: 0, ...fields }))).toEqual([409, 'suspended_already'])
    expect(await banNoticeOf(mira)).toMatchObject({ reason: 'Be kind.', offenses: 0 })
    expect(await auditLogOf(mira)).toHaveLength(1)
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
    expect(await banNoticeOf(banned)).not.toBeNull()
  })
})

describe('lifting a ban', () => {
  const lift = (as: Person | null, uid: number, reason = 'Talked it over.') =>
    sendRequest('/api/v2/gloperate/liftBan', { as, body: { uid, reason } })

  it.each([1, -1, 0])('a ban of %i hours is lifted with a reason, which is in the audit log', async (duration) => {
    const [mira, staff] = [await addBan(await addPerson(), duration), await addPerson({ flags: 'm' })]
    await jsonOf(lift(staff, mira.id))
    expect(await banNoticeOf(mira)).toBeNull()
    expect((await rate(mira, await addSketch(await addPerson()))).status).toBe(200)
    const act = { staff_id: staff.id, action: 'lift_ban', reason: 'Talked it over.' }
    expect((await auditLogOf(mira)).at(-1)).toMatchObject({ ...act, changes: `{"duration":[${duration},null]}` })
  })

  it('lifting twice, or without a ban, changes nothing', async () => {
    const [mira, staff] = [await addBan(await addPerson(), 24), await addPerson({ flags: 'm' })]
    for (let time = 0; time < 2; time++) await jsonOf(lift(staff, mira.id))
    expect(await auditLogOf(mira)).toHaveLength(2)
  })

  it('a lifted ban counts as an offence', async () => {
    const [mira, staff] = [await addBan(await addPerson(), 24), await addPerson({ flags: 'm' })]
    await jsonOf(lift(staff, mira.id))
    expect(await banNoticeOf(await addBan(mira, 1))).toMatchObject({ offenses: 1 })
  })

  it('lifting needs a reason', async () => {
    const [mira, staff] = [await addBan(await addPerson(), 24), await addPerson({ flags: 'm' })]
    expect(await errorOf(lift(staff, mira.id, ' '))).toEqual([400, 'bad_request'])
    expect(await banNoticeOf(mira)).not.toBeNull()
  })

  it('staff cannot lift their own ban, and only admins lift the ban of an admin', async () => {
    const [staff, admin, other] = [
      await addBan(await addPerson({ flags: 'm' }), 24),
      await addPerson({ flags: 'a' }),
      await addPerson({ flags: 'm' }),
    ]
    expect(await errorOf(lift(staff, staff.id))).toEqual([403, 'suspended'])
    await jsonOf(ban(await addPerson({ flags: 'a' }), admin.id))
    expect(await errorOf(lift(other, admin.id))).toEqual([403, 'forbidden'])
    expect((await lift(await addPerson({ flags: 'a' }), admin.id)).status).toBe(200)
  })

  it('staff see the current ban of a member', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const standing = () => requestJson<StandingReply>(`/api/v2/gloperate/standing?user=${mira.id}`, { as: staff })
    expect(await standing()).toEqual({ ban: null })
    await addBan(mira, 24, 'Traced work.')
    expect(await standing()).toMatchObject({ ban: { userId: mira.id, duration: 24, reason: 'Traced work.' } })
  })
})

describe('news of bans on open pages', () => {
  it.each([0, 24])('a ban of %i hours and its end are news for the member', async (duration) => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const page = await openChannel(mira)
    await jsonOf(ban(staff, mira.id, { duration }))
    await page.next('standing')
    expect(await (await openSocket(mira)).next('state')).toMatchObject({
      bannedAt: (await banNoticeOf(mira))?.dateStart,
    })
    await jsonOf(sendRequest('/api/v2/gloperate/liftBan', { as: staff, body: { uid: mira.id, reason: 'Sorry.' } }))
    expect(await page.next('standing')).toEqual({ type: 'standing' })
  })

  it('an accepted warning is news for the other pages of the member', async () => {
    const mira = await addBan(await addPerson(), 0)
    const page = await openChannel(mira)
    await page.next('standing')
    await jsonOf(accept(mira, mira.id))
    expect(await page.next('standing')).toEqual({ type: 'standing' })
  })
})

describe('the live stream of a banned member', () => {
  async function banAtStream(duration: number) {
    const { owner, streamId, publisher } = await publishNewStream()
    const [viewer, staff] = [await watch(await addPerson(), streamId), await addPerson({ flags: 'm' })]
    publisher.publish('picture', { isKey: true })
    await viewer.receivedFrame('picture', 0)
    await jsonOf(ban(staff, owner.id, { duration, reason: 'Shows a film.' }))
    return { owner, streamId, publisher, viewer, staff }
  }
  const endOf = (streamId: number) =>
    env.DB.prepare('SELECT state, end_reason, replay FROM streams WHERE id = ?').bind(streamId).first()

  it("the stream ends as staff's act, with a recording that stays hidden", async () => {
    const { owner, streamId, publisher, viewer, staff } = await banAtStream(24)
    expect(await viewer.next('ended')).toEqual({ type: 'ended', reason: 'staff' })
    await publisher.closed()
    await expect.poll(() => endOf(streamId)).toEqual({ state: 'ended', end_reason: 'staff', replay: 'hidden' })
    const act = { staff_id: staff.id, action: 'stream_end', target_type: 'stream', reason: 'Shows a film.' }
    expect(await auditLogOf(owner)).toContainEqual(expect.objectContaining(act))
  })

  it('the stream of a warned member goes on', async () => {
    const { streamId } = await banAtStream(0)
    expect(await endOf(streamId)).toMatchObject({ state: 'live' })
  })
})

describe('the list of bans [2 §2]', () => {
  it('the list shows staff the member, reason, duration and offences of each ban, latest first', async () => {
    const [mira, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 14, 9, 30) })
    await jsonOf(ban(staff, mira.id, { duration: 0, notes: 'Asked twice.' }))
    await jsonOf(accept(mira, mira.id))
    await jsonOf(ban(staff, mira.id, { duration: 3 }))
    const { items } = await requestJson<BanList>(LIST, { as: staff })
    const at = toWireTime(Date.now())
    const shared = { userId: mira.id, nickname: mira.nickname, staffId: staff.id, staff: staff.nickname }
    expect(items.slice(0, 2)).toMatchObject([
      { ...shared, duration: 3, notes: '', offenses: 1, dateStart: at, dateEnd: '20260614123000', dateClosed: null },
      { ...shared, duration: 0, notes: 'Asked twice.', reason: 'Be kind.', offenses: 0, dateClosed: at },
    ])
  })

  it('staff do not read the notes about themselves', async () => {
    const [colleague, admin] = [await addPerson({ flags: 'm' }), await addPerson({ flags: 'a' })]
    await jsonOf(ban(admin, colleague.id, { duration: 0, notes: 'Again.' }))
    await jsonOf(accept(colleague, colleague.id))
    const notesFor = async (as: Person) =>
      (await requestJson<BanList>(LIST, { as })).items.find(({ userId }) => userId === colleague.id)?.notes
    expect([await notesFor(admin), await notesFor(colleague)]).toEqual(['Again.', ''])
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

  it('the second page of bans in force reads none of the first', async () => {
    const staff = await addPerson({ flags: 'm' })
    await addWarnings(staff, 2 * GALLERY_PAGE_SIZE)
    const path = `${LIST}?filter=current`
    const { cursor } = await requestJson<BanList>(path, { as: staff })
    const cost = await rowsRead(path, { as: staff })
    expect(await rowsRead(`${path}&cursor=${cursor}`, { as: staff })).toBeLessThanOrEqual(cost + 2)
  })
})
