import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Profile } from '../../../contract/http/users.ts'
import { unsubscribePath } from '../../../worker/domain/mail/unsubscribe.ts'
import { profileFormOf, profileInfoOf } from '../../support/profile-form.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addFailedMail, Mailbox } from '../../support/worker/mails.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson, sendRequestWith } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

const faults: Fault[] = ['refused', 'lost']

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

let made = 0

/** A member who entered an address, with the mailbox that got its link. */
async function addUnconfirmed() {
  const [box, mira, email] = [new Mailbox(), await addPerson(), `faulty-${++made}@people.test`]
  await jsonOf(sendRequestWith(box.env, '/editProfile', { as: mira, body: profileFormOf(mira.nickname, { email }) }))
  return { box, mira, email }
}

const rowOf = <Row>({ id }: Person, columns: string) =>
  env.DB.prepare(`SELECT ${columns} FROM users WHERE id = ?`).bind(id).first<Row>()

describe.each(faults)('writes of a profile and its mails with one database call %s', (fault) => {
  it('an address is confirmed as a whole or not at all, and its link can be opened again', async () => {
    let world = await addUnconfirmed()
    const confirm = (bindings: typeof env) => {
      const key = world.box.sent[0]?.text.match(/[\w-]{30,}/)?.[0]
      const options = { as: world.mira, body: { key } }
      return sendRequestWith({ ...bindings, EMAIL: world.box.env.EMAIL }, '/api/v2/email/confirm', options)
    }
    await withEveryFault(fault, confirm, async () => {
      const states = [
        { email: null, pending_email: world.email },
        { email: world.email, pending_email: null },
      ]
      expect(states).toContainEqual(await rowOf(world.mira, 'email, pending_email'))
      await jsonOf(confirm(env))
      expect(await rowOf(world.mira, 'email, pending_email')).toEqual(states[1])
      world = await addUnconfirmed()
    })
  })

  it('a link that was asked for again is mailed, or can be asked for again', async () => {
    let world = await addUnconfirmed()
    const repeat = (bindings: typeof env) =>
      sendRequestWith({ ...bindings, EMAIL: world.box.env.EMAIL }, '/api/v2/email/repeat', { as: world.mira, body: {} })
    await withEveryFault(fault, repeat, async () => {
      await jsonOf(repeat(env))
      expect(world.box.sent.at(-1)).toMatchObject({ to: world.email })
      world = await addUnconfirmed()
    })
  })

  it('an edit of a profile by staff and its entry in the staff log are written together or not at all', async () => {
    const staff = await addPerson({ flags: 'm' })
    let mira = await addPerson()
    const edit = (bindings: typeof env) => {
      const body = { ...profileInfoOf(mira.nickname, { about: 'Draws the tide.' }), reason: 'Asked for it.' }
      return sendRequestWith(bindings, `/user/${mira.id}/edit`, { as: staff, body })
    }
    const stored = async () => [(await rowOf<{ about: string }>(mira, 'about'))?.about, (await staffLogOf(mira)).length]
    await withEveryFault(fault, edit, async () => {
      expect([
        ['', 0],
        ['Draws the tide.', 1],
      ]).toContainEqual(await stored())
      await jsonOf(edit(env))
      expect(await stored()).toEqual(['Draws the tide.', 1])
      mira = await addPerson()
    })
  })

  it('a theme is the new one or the previous one', async () => {
    let mira = await addPerson()
    const choose = (bindings: typeof env) =>
      sendRequestWith(bindings, '/api/v2/user/theme', { as: mira, body: { theme: 'gray' } })
    await withEveryFault(fault, choose, async () => {
      expect([null, 'gray']).toContain((await rowOf<{ theme: string | null }>(mira, 'theme'))?.theme)
      await jsonOf(choose(env))
      expect(await rowOf(mira, 'theme')).toEqual({ theme: 'gray' })
      mira = await addPerson()
    })
  })

  it('an API key that was replaced is the one on the profile', async () => {
    let mira = await addPerson()
    const keyOf = async () => {
      const profile = await requestJson<Profile>(`/api/user/${mira.id}`, { as: mira })
      return profile.hidden ? null : profile.apiKey
    }
    let before = await keyOf()
    const renew = (bindings: typeof env) => sendRequestWith(bindings, '/api/v2/user/apiKey', { as: mira, body: {} })
    await withEveryFault(fault, renew, async () => {
      const { apiKey } = await jsonOf<{ apiKey: string }>(renew(env))
      expect(apiKey).not.toBe(before)
      expect(await keyOf()).toBe(apiKey)
      mira = await addPerson()
      before = await keyOf()
    })
  })

  it.each(['the page', 'a mail program'])(
    'mails that were switched off by %s stay off, or can be again',
    async (by) => {
      let mira = await addPerson({ flags: 'p', emailFans: true })
      const leave = async (bindings: typeof env) => {
        const path = await unsubscribePath(env.MAIL_SECRET, mira.id, 'fans')
        if (by === 'a mail program')
          return sendRequestWith(bindings, path, { raw: 'List-Unsubscribe=One-Click', headers: { origin: null } })
        const token = path.split('/').at(-1)
        return sendRequestWith(bindings, '/api/v2/unsubscribe', { body: { token, on: false } })
      }
      await withEveryFault(fault, leave, async () => {
        await jsonOf(leave(env))
        expect(await rowOf(mira, 'email_fans')).toEqual({ email_fans: 0 })
        mira = await addPerson({ flags: 'p', emailFans: true })
      })
    },
  )

  it('a mail that staff try again is sent once', async () => {
    const staff = await addPerson({ flags: 'm' })
    let box = new Mailbox()
    let id = await addFailedMail(await addPerson())
    const retry = (bindings: typeof env) =>
      sendRequestWith({ ...bindings, EMAIL: box.env.EMAIL }, '/api/v2/gloperate/retryMail', { as: staff, body: { id } })
    await withEveryFault(fault, retry, async () => {
      expect([200, 404], 'the lost call may have queued it').toContain((await retry(env)).status)
      const mail = await env.DB.prepare('SELECT failed_at FROM mails WHERE id = ?').bind(id).first()
      expect([mail, box.sent.length <= 1]).toEqual([{ failed_at: null }, true])
      ;[box, id] = [new Mailbox(), await addFailedMail(await addPerson())]
    })
  })
})
