import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoginsReply } from '../../../contract/http/logins.ts'
import { BACKUP_CODES } from '../../../contract/limits.ts'
import { Authenticator } from '../../support/worker/authenticator.ts'
import { Browser } from '../../support/worker/browser.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { Mailbox } from '../../support/worker/mails.ts'
import { addPasskeyTo, passkeyOptions, signInOptions, signInWithPasskey } from '../../support/worker/passkeys.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

function browserOf({ token }: Person): Browser {
  const browser = new Browser()
  browser.cookies.set('session', token)
  return browser
}
const cookieOf = (who: Browser) => [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const send = (bindings: Cloudflare.Env, who: Browser, path: string, body: object) =>
  sendRequestWith(bindings, path, { body, headers: { cookie: cookieOf(who) } })
const loginsOf = (person: Person) => jsonOf<LoginsReply>(sendRequest('/api/v2/logins', { as: person }))
const passkeysOf = async (person: Person) => (await loginsOf(person)).passkeys
const useCode = (bindings: Cloudflare.Env, { nickname }: Person, code: string | undefined) =>
  sendRequestWith(bindings, '/api/v2/recover/backupCode', { body: { nickname, code } })

describe.each<Fault>(['refused', 'lost'])('passkeys and backup codes with one database call %s', (fault) => {
  it('an interrupted addition leaves a passkey with its codes, or neither, and can be repeated', async () => {
    let mira = await addPerson()
    let browser = browserOf(mira)
    const add = async (bindings: Cloudflare.Env) => {
      const body = await (await Authenticator.make()).create(await passkeyOptions(browser))
      return send(bindings, browser, '/api/v2/passkeys/add', body)
    }
    await withEveryFault(fault, add, async (_reply, call) => {
      const { passkeys, backupCodesLeft } = await loginsOf(mira)
      expect([passkeys.length, backupCodesLeft], `call ${call}`).toEqual(
        passkeys.length === 0 ? [0, null] : [1, BACKUP_CODES],
      )
      await addPasskeyTo(browser)
      mira = await addPerson()
      browser = browserOf(mira)
    })
  })

  it('an interrupted start of adding or of logging in can be repeated', async () => {
    const browser = browserOf(await addPerson())
    for (const path of ['/api/v2/passkeys/options', '/api/v2/passkeys/signInOptions'])
      await withEveryFault(
        fault,
        (bindings) => send(bindings, browser, path, {}),
        async () => {
          await jsonOf(browser.request(path, { body: {} }))
        },
      )
  })

  it('an interrupted sign-in can be repeated', async () => {
    const { authenticator } = await addPasskeyTo(browserOf(await addPerson()))
    const signIn = async (bindings: Cloudflare.Env) => {
      const browser = new Browser()
      const body = await authenticator.get(await signInOptions(browser))
      return send(bindings, browser, '/api/v2/passkeys/signIn', body)
    }
    await withEveryFault(fault, signIn, async () => {
      await jsonOf(signInWithPasskey(new Browser(), authenticator))
    })
  })

  it('an interrupted removal leaves one login and can be repeated', async () => {
    const mira = await addPerson()
    const browser = browserOf(mira)
    const fill = async () => {
      while ((await passkeysOf(mira)).length < 2) await addPasskeyTo(browser)
      return (await passkeysOf(mira))[0]?.id
    }
    let id = await fill()
    const remove = (bindings: Cloudflare.Env) => send(bindings, browser, '/api/v2/passkeys/remove', { id })
    await withEveryFault(fault, remove, async () => {
      expect([200, 404], 'the lost call may have removed it').toContain((await remove(env)).status)
      expect(await passkeysOf(mira)).toHaveLength(1)
      id = await fill()
    })
  })

  it('a passkey has its old or its new name, and can be renamed again', async () => {
    const mira = await addPerson()
    const browser = browserOf(mira)
    await addPasskeyTo(browser)
    const id = (await passkeysOf(mira))[0]?.id
    const rename = (bindings: Cloudflare.Env, name: string) =>
      send(bindings, browser, '/api/v2/passkeys/rename', { id, name })
    await jsonOf(rename(env, 'Old'))
    await withEveryFault(
      fault,
      (bindings) => rename(bindings, 'New'),
      async () => {
        expect(['Old', 'New']).toContain((await passkeysOf(mira))[0]?.name)
        await jsonOf(rename(env, 'Old'))
      },
    )
  })

  it('codes are replaced as a whole or not at all', async () => {
    const mira = await addPerson()
    const browser = browserOf(mira)
    const renew = (bindings: Cloudflare.Env) => send(bindings, browser, '/api/v2/backupCodes/renew', {})
    let { codes } = await jsonOf<{ codes: string[] }>(renew(env))
    await withEveryFault(fault, renew, async (reply) => {
      expect(reply.status).toBe(500)
      expect((await loginsOf(mira)).backupCodesLeft).toBe(BACKUP_CODES)
      const old = await useCode(env, mira, codes[0])
      expect([200, 400]).toContain(old.status)
      codes = (await jsonOf<{ codes: string[] }>(renew(env))).codes
    })
  })

  it('other codes still log in after an interrupted use of a code', async () => {
    const mira = await addPerson()
    const { codes } = await addPasskeyTo(browserOf(mira))
    let next = 0
    await withEveryFault(
      fault,
      (bindings) => useCode(bindings, mira, codes[next++]),
      async () => {
        await jsonOf(useCode(env, mira, codes[next++]))
      },
    )
  })
})

it('a passkey is added and removed, and a code used, while no mail can be sent', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const box = new Mailbox()
  box.failWith('E_DELIVERY_FAILED')
  const mira = await addPerson({ email: 'mute@people.test' })
  const browser = browserOf(mira)
  const { codes } = await addPasskeyTo(browser)
  const body = await (await Authenticator.make()).create(await passkeyOptions(browser))
  await jsonOf(send(box.env, browser, '/api/v2/passkeys/add', body))
  const [first] = await passkeysOf(mira)
  await jsonOf(send(box.env, browser, '/api/v2/passkeys/remove', { id: first?.id }))
  await jsonOf(useCode(box.env, mira, codes[0]))
  expect(box.attempts).toBe(3)
})
