import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequestWith } from '../../support/worker/site.ts'
import { impersonate, sessionOf, staffLogOf } from '../../support/worker/staff.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe.each(faults)('acts of staff with one database call %s', (fault) => {
  let mira: Person
  let staff: Person
  const addPeople = async () => {
    mira = await addPerson()
    staff = await addPerson({ flags: 'a' })
  }
  beforeEach(addPeople)
  const sendAct = (bindings: typeof env, path: string, body: object) =>
    sendRequestWith(bindings, path, { as: staff, body: { userId: mira.id, ...body } })

  it('a role and its entry in the staff log are written together or not at all', async () => {
    const grant = (bindings: typeof env) =>
      sendAct(bindings, '/admin/role', { role: 'm', granted: true, reason: 'Helps.' })
    await withEveryFault(fault, grant, async (_reply, n) => {
      const stored = [(await sessionOf(mira)).user?.flags, (await staffLogOf(mira)).length]
      expect(
        [
          ['', 0],
          ['m', 1],
        ],
        `call ${n}`,
      ).toContainEqual(stored)
      await jsonOf(grant(env))
      expect([(await sessionOf(mira)).user?.flags, (await staffLogOf(mira)).length]).toEqual(['m', 1])
      await addPeople()
    })
  })

  it('an impersonation and its entry in the staff log are written together or not at all', async () => {
    const start = (bindings: typeof env) => sendAct(bindings, '/admin/impersonate', { reason: 'Asked for help.' })
    await withEveryFault(fault, start, async (_reply, n) => {
      const stored = [(await sessionOf(staff)).user?.id, (await staffLogOf(mira)).length]
      expect(
        [
          [staff.id, 0],
          [mira.id, 1],
        ],
        `call ${n}`,
      ).toContainEqual(stored)
      await addPeople()
    })
  })

  it('the end of an impersonation and its entry in the staff log are written together or not at all', async () => {
    await impersonate(staff, mira)
    const stop = (bindings: typeof env) => sendRequestWith(bindings, '/admin/impersonate/stop', { as: staff, body: {} })
    await withEveryFault(fault, stop, async (_reply, n) => {
      const stored = [(await sessionOf(staff)).user?.id, (await staffLogOf(mira)).length]
      expect(
        [
          [mira.id, 1],
          [staff.id, 2],
        ],
        `call ${n}`,
      ).toContainEqual(stored)
      await addPeople()
      await impersonate(staff, mira)
    })
  })

  it('a write as the member is not carried out without its entry in the staff log', async () => {
    await impersonate(staff, mira)
    const tomo = await addPerson()
    const follow = (bindings: typeof env) =>
      sendRequestWith(bindings, '/api/fan', { as: staff, body: { user: tomo.id } })
    const fans = () =>
      env.DB.prepare('SELECT count(*) AS n FROM fans WHERE fan_id = ?').bind(mira.id).first<number>('n')
    await withEveryFault(fault, follow, async (_reply, n) => {
      const entries = (await staffLogOf(mira)).length - 1
      expect(entries >= ((await fans()) ?? 0), `call ${n}`).toBe(true)
      await addPeople()
      await impersonate(staff, mira)
    })
  })
})
