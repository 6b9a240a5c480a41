import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PERMANENT } from '../../../contract/ban.ts'
import type { BanFilter, BanList, ConfirmBanReply } from '../../../contract/http/bans.ts'
import { GALLERY_PAGE_SIZE } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { addBan, addUnconfirmedBan, banNoticeOf, confirmBan } from '../../support/worker/bans.ts'
import { openChannel } from '../../support/worker/member-channel.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const DAY_MS = 86_400_000

const confirm = (as: Person | null, id: number) => sendRequest('/api/v2/gloperate/confirmBan', { as, body: { id } })
const ban = (as: Person, uid: number, duration: number, fields: object = {}) =>
  sendRequest('/api/v2/gloperate/ban', { as, body: { uid, duration, reason: 'Once more.', ...fields } })
const lift = (as: Person, uid: number) =>
  sendRequest('/api/v2/gloperate/liftBan', { as, body: { uid, reason: 'Talked it over.' } })
const list = (as: Person, filter: BanFilter) => requestJson<BanList>(`/api/v2/gloperate/bans?filter=${filter}`, { as })
const confirmationsOf = (member: Person) =>
  env.DB.prepare(
    "SELECT staff_id, reason, json_extract(changes, '$.dateEnd[1]') AS date_end FROM audit_log WHERE user_id = ? AND action = 'confirm_ban'",
  )
    .bind(member.id)
    .all()
    .then(({ results }) => results)

const later = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS })
afterEach(() => vi.useRealTimers())

describe('a permanent ban that nobody has confirmed', () => {
  it('an unconfirmed permanent ban counts as seven days, and its member reads so', async () => {
    const { member } = await addUnconfirmedBan()
    const notice = await banNoticeOf(member)
    expect(notice).toMatchObject({ duration: 168, unconfirmed: true })
    const [start, end] = [notice?.dateStart ?? '', notice?.dateEnd ?? ''].map(fromWireTime)
    expect((end ?? 0) - (start ?? 0)).toBe(7 * DAY_MS)
    later(7)
    expect(await banNoticeOf(member)).toBeNull()
  })

  it('an unconfirmed permanent ban does not end before the longer ban that it replaces', async () => {
    const member = await addBan(await addPerson(), 720)
    const before = await banNoticeOf(member)
    await addBan(member, PERMANENT)
    expect(await banNoticeOf(member)).toMatchObject({ unconfirmed: true, dateEnd: before?.dateEnd })
  })

  it.each([false, true])(
    'a permanent ban is not given again before and after its confirmation (%s)',
    async (isConfirmed) => {
      const { id, member, staff } = await addUnconfirmedBan()
      if (isConfirmed) await confirmBan(id)
      const notice = await banNoticeOf(member)
      for (const fields of [{}, { replacesLonger: true }])
        expect(await errorOf(ban(staff, member.id, PERMANENT, fields))).toEqual([409, 'permanent_already'])
      expect(await banNoticeOf(member)).toEqual(notice)
    },
  )

  it('a call that is repeated with its key gives a permanent ban once', async () => {
    const [member, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const key = crypto.randomUUID()
    for (let time = 0; time < 2; time++) await jsonOf(ban(staff, member.id, PERMANENT, { key }))
    expect(await banNoticeOf(member)).toMatchObject({ unconfirmed: true, offenses: 0 })
  })
})

describe('confirming a permanent ban', () => {
  it('a second member of staff confirms it, and it never ends', async () => {
    const { id, member } = await addUnconfirmedBan()
    const second = await addPerson({ flags: 'm' })
    const page = await openChannel(member)
    const reply = await requestJson<ConfirmBanReply>('/api/v2/gloperate/confirmBan', { as: second, body: { id } })
    expect(reply.ban).toMatchObject({ id, duration: -1, unconfirmed: false, dateEnd: null, confirmedById: second.id })
    expect(await page.next('standing')).toEqual({ type: 'standing' })
    expect(await confirmationsOf(member)).toEqual([{ staff_id: second.id, reason: 'Sells followers.', date_end: null }])
    later(80)
    expect(await banNoticeOf(member)).toMatchObject({ duration: -1, dateEnd: null })
  })

  it('a member of staff cannot confirm their own permanent ban', async () => {
    const { id, member, staff } = await addUnconfirmedBan()
    expect(await errorOf(confirm(staff, id))).toEqual([403, 'own_ban'])
    expect(await banNoticeOf(member)).toMatchObject({ unconfirmed: true })
  })

  it('only staff confirm a permanent ban, and only admins that of staff', async () => {
    const { id } = await addUnconfirmedBan()
    expect(await errorOf(confirm(await addPerson({ flags: 'gfp' }), id))).toEqual([403, 'forbidden'])
    const admin = await addBan(await addPerson({ flags: 'a' }), PERMANENT)
    const gloperator = await addPerson({ flags: 'm' })
    const [ofAdmin] = (await list(gloperator, 'waiting')).items.filter(({ userId }) => userId === admin.id)
    expect(await errorOf(confirm(gloperator, ofAdmin?.id ?? 0))).toEqual([403, 'forbidden'])
    expect((await confirm(await addPerson({ flags: 'a' }), ofAdmin?.id ?? 0)).status).toBe(200)
    expect(await errorOf(confirm(gloperator, 999_999))).toEqual([404, 'not_found'])
  })

  it('calls at the same time confirm it once, and all get its state', async () => {
    const { id, member } = await addUnconfirmedBan()
    const several = await Promise.all(Array.from({ length: 4 }, () => addPerson({ flags: 'm' })))
    const replies = await Promise.all(several.map((staff) => jsonOf<ConfirmBanReply>(confirm(staff, id))))
    const [confirmation] = await confirmationsOf(member)
    expect(await confirmationsOf(member)).toHaveLength(1)
    expect(replies.map((reply) => reply.ban.confirmedById)).toEqual(several.map(() => confirmation?.staff_id))
  })

  it.each([
    ['lifted', (by: Person, member: Person) => lift(by, member.id)],
    ['replaced', (by: Person, member: Person) => ban(by, member.id, 24, { replacesLonger: true })],
  ])('a ban that was %s is not confirmed, and the reply has its state', async (_how, act) => {
    const { id, member } = await addUnconfirmedBan()
    const second = await addPerson({ flags: 'm' })
    await jsonOf(act(second, member))
    const { ban: after } = await jsonOf<ConfirmBanReply>(confirm(second, id))
    expect([after.unconfirmed, after.dateClosed === null]).toEqual([true, false])
    expect(await confirmationsOf(member)).toEqual([])
  })

  it('a ban whose seven days are over is not confirmed', async () => {
    const { id, member } = await addUnconfirmedBan()
    later(8)
    const { ban: after } = await jsonOf<ConfirmBanReply>(confirm(await addPerson({ flags: 'm' }), id))
    expect(after.unconfirmed).toBe(true)
    expect(await banNoticeOf(member)).toBeNull()
  })
})

describe('the lists of bans in force and of those to confirm', () => {
  it('a list has the bans of its filter only, in its order', async () => {
    const staff = await addPerson({ flags: 'm' })
    const warned = await addBan(await addPerson(), 0)
    const short = await addBan(await addPerson(), 1)
    const long = await addBan(await addPerson(), 720)
    const lifted = await addBan(await addPerson(), 24)
    await jsonOf(lift(staff, lifted.id))
    const waiting = await addUnconfirmedBan()
    const confirmed = await addUnconfirmedBan()
    await confirmBan(confirmed.id)
    const mine = new Map<number, string>([
      [warned.id, 'warned'],
      [short.id, 'short'],
      [long.id, 'long'],
      [lifted.id, 'lifted'],
      [waiting.member.id, 'waiting'],
      [confirmed.member.id, 'confirmed'],
    ])
    const names = async (filter: BanFilter) =>
      (await list(staff, filter)).items.flatMap(({ userId }) => mine.get(userId) ?? [])
    expect(await names('current')).toEqual(['confirmed', 'warned', 'long', 'waiting', 'short'])
    expect(await names('waiting')).toEqual(['waiting'])
    expect(await names('all')).toEqual(['confirmed', 'waiting', 'lifted', 'long', 'short', 'warned'])
    later(8)
    expect(await names('current')).toEqual(['confirmed', 'warned', 'long'])
    expect(await names('waiting')).toEqual([])
  })

  it.each(['current', 'waiting'] as const)(
    'the list "%s" pages by cursor, at the same cost when it grows',
    async (filter) => {
      const staff = await addPerson({ flags: 'm' })
      const path = `/api/v2/gloperate/bans?filter=${filter}`
      const addMany = async (count: number) => {
        for (let made = 0; made < count; made++) await addUnconfirmedBan()
      }
      await addMany(GALLERY_PAGE_SIZE + 2)
      const cost = await rowsRead(path, { as: staff })
      await addMany(GALLERY_PAGE_SIZE)
      expect(await rowsRead(path, { as: staff })).toBe(cost)
      const ids: number[] = []
      for (let cursor = ''; ; ) {
        const page = await requestJson<BanList>(`${path}&cursor=${cursor}`, { as: staff })
        ids.push(...page.items.map(({ id }) => id))
        if (page.done) break
        cursor = page.cursor
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThanOrEqual(2 * GALLERY_PAGE_SIZE + 2)
    },
  )
})
