import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addBan, banNoticeOf } from '../../support/worker/bans.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe.each(faults)('writes of bans with one database call %s', (fault) => {
  describe.each([24, 0])('a ban of %i hours', (duration) => {
    let staff: Person
    let body: { uid: number; [field: string]: unknown }
    const addMember = async () => {
      body = { uid: (await addPerson()).id, duration, reason: 'Be kind.', key: crypto.randomUUID() }
    }
    const give = (bindings: typeof env) => sendRequestWith(bindings, '/api/v2/gloperate/ban', { as: staff, body })
    const stored = () =>
      env.DB.prepare(
        `SELECT (SELECT count(*) FROM bans WHERE user_id = ?1) AS bans,
          (SELECT count(*) FROM audit_log WHERE user_id = ?1) AS acts,
          (SELECT count(*) FROM sessions WHERE user_id = ?1) AS sessions`,
      )
        .bind(body.uid)
        .first()
    const before = { bans: 0, acts: 0, sessions: 1 }
    const after = { bans: 1, acts: 1, sessions: duration === 0 ? 1 : 0 }
    beforeEach(async () => {
      staff = await addPerson({ flags: 'm' })
      await addMember()
    })

    it('ban, audit log and ended sessions are written together or not at all', async () => {
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
