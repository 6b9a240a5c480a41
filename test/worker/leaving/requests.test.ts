import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { WARNING } from '../../../contract/ban.ts'
import { DELETION_DELAY_DAYS } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { addBan } from '../../support/worker/bans.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { askForDeletion, deletionTimeOf, keepAccount } from '../../support/worker/leaving.ts'
import { linkIn, Mailbox } from '../../support/worker/mails.ts'
import { addPerson, logIn } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { impersonate, sessionOf } from '../../support/worker/staff.ts'

const DAY_MS = 86_400_000

let made = 0
const addMember = () => addPerson({ email: `leaving-${++made}@people.test` })
const address = () => `leaving-${made}@people.test`

describe('asking for the deletion of the account', () => {
  it('the account is deleted a week later, and every device is told when', async () => {
    const mira = await addPerson()
    const phone = await logIn(mira.id, mira.nickname)
    const before = Date.now()
    const deletesAt = await deletionTimeOf(mira)
    const delay = fromWireTime(deletesAt) - before
    expect(Math.abs(delay - DELETION_DELAY_DAYS * DAY_MS)).toBeLessThan(60_000)
    expect((await sessionOf(phone)).deletesAt).toBe(deletesAt)
  })

  it('the nickname may be typed in other letters, as when logging in', async () => {
    const mira = await addPerson()
    await jsonOf(askForDeletion(mira, env, ` ${mira.nickname.toUpperCase()} `))
    expect((await sessionOf(mira)).deletesAt).not.toBeNull()
  })

  it.each(['', 'somebody else'])('without the nickname (%j) nothing happens', async (nickname) => {
    const mira = await addPerson()
    expect(await errorOf(askForDeletion(mira, env, nickname))).toEqual([400, 'bad_request'])
    expect((await sessionOf(mira)).deletesAt).toBeNull()
  })

  it('until then the member stays logged in, and the profile stays', async () => {
    const mira = await addPerson()
    await deletionTimeOf(mira)
    expect((await sessionOf(mira)).user?.id).toBe(mira.id)
    expect((await sendRequest(`/api/user/${mira.id}`)).status).toBe(200)
  })

  it('a repeated request keeps the first time', async () => {
    const mira = await addPerson()
    const first = await deletionTimeOf(mira)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
    expect(await deletionTimeOf(mira)).toBe(first)
    vi.useRealTimers()
  })

  it('a mail with a link to keep the account goes to the confirmed address, once', async () => {
    const [box, mira] = [new Mailbox(), await addMember()]
    await jsonOf(askForDeletion(mira, box.env))
    await jsonOf(askForDeletion(mira, box.env))
    expect(box.subjectsTo(address())).toEqual(['Your account will be deleted'])
    expect(linkIn(box.sent[0])).toBe('/leave')
  })

  it('the last admin cannot leave', async () => {
    await env.DB.prepare("UPDATE users SET flags = '' WHERE instr(flags, 'a') > 0 AND id <> ?")
      .bind((await addPerson({ flags: 'a' })).id)
      .run()
    const last = await env.DB.prepare("SELECT id, nickname FROM users WHERE instr(flags, 'a') > 0").first<{
      id: number
      nickname: string
    }>()
    if (!last) throw new Error('there is no admin')
    const admin = await logIn(last.id, last.nickname)
    expect(await errorOf(askForDeletion(admin))).toEqual([409, 'last_admin'])
    const other = await addPerson({ flags: 'a' })
    await jsonOf(askForDeletion(admin))
    expect(await errorOf(askForDeletion(other))).toEqual([409, 'last_admin'])
  })

  it.each([
    ['banned', 24],
    ['warned', WARNING],
  ])('a %s member may leave and change their mind', async (_standing, duration) => {
    const mira = await addBan(await addPerson(), duration)
    await deletionTimeOf(mira)
    await jsonOf(keepAccount(mira))
    expect((await sessionOf(mira)).deletesAt).toBeNull()
  })

  it('staff who act as a member cannot delete the account, nor keep it', async () => {
    const [staff, mira] = [await addPerson({ flags: 'm' }), await addPerson()]
    await impersonate(staff, mira)
    expect(await errorOf(askForDeletion(staff, env, mira.nickname))).toEqual([403, 'impersonating'])
    expect(await errorOf(keepAccount(staff))).toEqual([403, 'impersonating'])
  })
})

describe('keeping the account', () => {
  it('keeping the account cancels the deletion, with a mail', async () => {
    const [box, mira] = [new Mailbox(), await addMember()]
    await jsonOf(askForDeletion(mira, box.env))
    await jsonOf(keepAccount(mira, box.env))
    expect((await sessionOf(mira)).deletesAt).toBeNull()
    expect(box.subjectsTo(address())).toEqual(['Your account will be deleted', 'Your account stays'])
  })

  it('keeping the account without a request does nothing', async () => {
    const [box, mira] = [new Mailbox(), await addMember()]
    await jsonOf(keepAccount(mira, box.env))
    expect(box.sent).toEqual([])
  })

  it('who changes their mind again and again asks twice an hour, and each deletion is mailed', async () => {
    const [box, mira] = [new Mailbox(), await addMember()]
    for (let times = 0; times < 2; times++) {
      await jsonOf(askForDeletion(mira, box.env))
      expect(box.subjectsTo(address()).at(-1)).toBe('Your account will be deleted')
      await jsonOf(keepAccount(mira, box.env))
    }
    expect(await errorOf(askForDeletion(mira, box.env))).toEqual([409, 'deletion_request_limit'])
    expect((await sessionOf(mira)).deletesAt).toBeNull()
    const subjects = ['Your account will be deleted', 'Your account stays', 'Your account will be deleted']
    expect(box.subjectsTo(address())).toEqual(subjects)
    await env.DB.prepare('UPDATE mails SET created_at = created_at - 3600000 WHERE user_id = ?').bind(mira.id).run()
    await jsonOf(askForDeletion(mira, box.env))
    expect(box.subjectsTo(address())).toEqual([...subjects, 'Your account will be deleted'])
  })
})

describe.each<Fault>(['refused', 'lost'])('with one database call %s', (fault) => {
  it('a repeated request is carried out once, and a repeated change of mind, too', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const mira = await addMember()
    await withEveryFault(
      fault,
      (bindings) => askForDeletion(mira, { ...bindings, EMAIL: new Mailbox().env.EMAIL }),
      async () => expect((await sessionOf(mira)).user?.id).toBe(mira.id),
    )
    expect((await sessionOf(mira)).deletesAt).not.toBeNull()
    await withEveryFault(
      fault,
      (bindings) => keepAccount(mira, { ...bindings, EMAIL: new Mailbox().env.EMAIL }),
      async () => expect((await sessionOf(mira)).user?.id).toBe(mira.id),
    )
    expect((await sessionOf(mira)).deletesAt).toBeNull()
    const mails = await env.DB.prepare('SELECT kind FROM mails WHERE user_id = ? ORDER BY id').bind(mira.id).all()
    expect(mails.results).toEqual([{ kind: 'deletion_requested' }, { kind: 'deletion_cancelled' }])
    vi.restoreAllMocks()
  })
})
