import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addBan, addUnconfirmedBan, banNoticeOf } from '../../support/worker/bans.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'
import { addStream } from '../../support/worker/stream-calls.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe.each(faults)('writes of bans with one database call %s', (fault) => {
  describe.each([24, 0])('a ban of %i hours of a member who is live', (duration) => {
    let staff: Person
    let body: { uid: number; [field: string]: unknown }
    const addMember = async () => {
      const member = await addPerson()
      await addStream(member)
      body = { uid: member.id, duration, reason: 'Be kind.', key: crypto.randomUUID() }
    }
    const give = (bindings: typeof env) => sendRequestWith(bindings, '/api/v2/gloperate/ban', { as: staff, body })
    const stored = () =>
      env.DB.prepare(
        `SELECT (SELECT count(*) FROM bans WHERE user_id = ?1) AS bans,
          (SELECT count(*) FROM audit_log WHERE user_id = ?1) AS acts,
          (SELECT count(*) FROM streams WHERE user_id = ?1 AND end_reason = 'staff') AS ended`,
      )
        .bind(body.uid)
        .first()
    const before = { bans: 0, acts: 0, ended: 0 }
    const after = duration === 0 ? { bans: 1, acts: 1, ended: 0 } : { bans: 1, acts: 2, ended: 1 }
    beforeEach(async () => {
      staff = await addPerson({ flags: 'm' })
      await addMember()
    })

    it('ban, audit log and ended stream are written together or not at all', async () => {
      await withEveryFault(fault, give, async (_reply, n) => {
        expect([before, after], `call ${n}`).toContainEqual(await stored())
        await addMember()
      })
    })

    it('a ban that is retried after a failure is given once', async () => {
      await withEveryFault(fault, give, async () => {
        await jsonOf(give(env))
        expect(await stored()).toEqual(after)
        await addMember()
      })
    })
  })

  it('a ban is lifted together with the audit log entry, or not at all', async () => {
    const staff = await addPerson({ flags: 'm' })
    let mira = await addBan(await addPerson(), 24)
    const body = () => ({ uid: mira.id, reason: 'Talked it over.' })
    const lift = (bindings: typeof env) =>
      sendRequestWith(bindings, '/api/v2/gloperate/liftBan', { as: staff, body: body() })
    const lifts = () =>
      env.DB.prepare("SELECT count(*) AS n FROM audit_log WHERE user_id = ? AND action = 'lift_ban'")
        .bind(mira.id)
        .first('n')
    await withEveryFault(fault, lift, async (_reply, n) => {
      expect([n, await lifts()]).toEqual([n, (await banNoticeOf(mira)) === null ? 1 : 0])
      await jsonOf(lift(env))
      expect([await banNoticeOf(mira), await lifts()]).toEqual([null, 1])
      mira = await addBan(await addPerson(), 24)
    })
  })

  it('a permanent ban is confirmed together with the audit log entry, or can be confirmed again', async () => {
    const staff = await addPerson({ flags: 'm' })
    let { id, member } = await addUnconfirmedBan()
    const confirm = (bindings: typeof env) =>
      sendRequestWith(bindings, '/api/v2/gloperate/confirmBan', { as: staff, body: { id } })
    const confirmations = () =>
      env.DB.prepare("SELECT count(*) AS n FROM audit_log WHERE user_id = ? AND action = 'confirm_ban'")
        .bind(member.id)
        .first('n')
    await withEveryFault(fault, confirm, async (_reply, n) => {
      expect([n, await confirmations()]).toEqual([n, (await banNoticeOf(member))?.unconfirmed ? 0 : 1])
      await jsonOf(confirm(env))
      expect([(await banNoticeOf(member))?.unconfirmed, await confirmations()]).toEqual([false, 1])
      ;({ id, member } = await addUnconfirmedBan())
    })
  })

  it('a warning is accepted, or can be accepted again', async () => {
    let mira = await addBan(await addPerson(), 0)
    const accept = (bindings: typeof env) =>
      sendRequestWith(bindings, '/api/v2/user/warningAccept', { as: mira, body: { userId: mira.id } })
    await withEveryFault(fault, accept, async () => {
      await jsonOf(accept(env))
      expect(await banNoticeOf(mira)).toBeNull()
      mira = await addBan(await addPerson(), 0)
    })
  })
})
