import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoginsReply } from '../../../contract/http/logins.ts'
import type { Passkey } from '../../../contract/http/passkeys.ts'
import { PASSKEYS_MAX } from '../../../contract/limits.ts'
import { Authenticator, type Deviation } from '../../support/worker/authenticator.ts'
import { addBan } from '../../support/worker/bans.ts'
import { Browser } from '../../support/worker/browser.ts'
import { runNamed } from '../../support/worker/jobs.ts'
import { Mailbox } from '../../support/worker/mails.ts'
import {
  addPasskeyTo,
  passkeyOptions,
  sendPasskey,
  signInOptions,
  signInWithPasskey,
} from '../../support/worker/passkeys.ts'
import { addPerson, logIn, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'

const MINUTE_MS = 60_000

afterEach(() => vi.useRealTimers())

let made = 0
let box: Mailbox
let mira: Person
let browser: Browser

beforeEach(async () => {
  box = new Mailbox()
  mira = await addPerson({ email: address(++made) })
  browser = browserOf(mira)
})

const address = (number = made) => `keys-${number}@people.test`
const newBrowser = () => new Browser({ EMAIL: box.env.EMAIL })
function browserOf({ token }: Person): Browser {
  const own = newBrowser()
  own.cookies.set('session', token)
  return own
}
const logInAgain = () => logIn(mira.id, mira.nickname)
const loginsOf = (who: Browser) => jsonOf<LoginsReply>(who.request('/api/v2/logins'))
const passkeysOf = async (who: Browser): Promise<Passkey[]> => (await loginsOf(who)).passkeys
const remove = (who: Browser, id: number | undefined) => who.request('/api/v2/passkeys/remove', { body: { id } })
const rename = (who: Browser, id: number | undefined, name: string) =>
  who.request('/api/v2/passkeys/rename', { body: { id, name } })

describe('adding a passkey', () => {
  it('a member can log in with a passkey that they added', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    const other = newBrowser()
    await jsonOf(signInWithPasskey(other, authenticator))
    expect((await other.session()).user?.id).toBe(mira.id)
  })

  it('the passkey is named after the device and has not been used', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
    const body = await (await Authenticator.make()).create(await passkeyOptions(browser))
    await jsonOf(browser.request('/api/v2/passkeys/add', { body, headers: { 'user-agent': agent } }))
    expect(await passkeysOf(browser)).toMatchObject([{ name: 'Chrome on Linux', synced: false, dateUsed: null }])
  })

  it('the options require a discoverable passkey with user verification', async () => {
    const options = await passkeyOptions(browser)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Croquis' },
      user: { name: mira.nickname },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect((await signInOptions(newBrowser())).userVerification).toBe('required')
  })

  it('the options exclude the passkeys that the member has', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    const { excludeCredentials } = await passkeyOptions(browser)
    expect(excludeCredentials).toEqual([{ id: authenticator.id, type: 'public-key', transports: ['internal'] }])
  })

  it('the confirmed address gets a mail about a new passkey', async () => {
    await addPasskeyTo(browser)
    expect(box.subjectsTo(address())).toEqual(['Your account has a new way to log in'])
    expect(box.sent[0]?.text).toContain('A passkey (Browser), with 10 backup codes, was added to your account')
    expect(box.sent[0]?.text).toContain('make new backup codes')
  })

  it('the mail about a passkey names no backup codes if the member had some', async () => {
    await addPasskeyTo(browser)
    await addPasskeyTo(browser)
    expect(box.sent[1]?.text).toContain('A passkey (Browser) was added to your account')
  })

  it('a member has at most ten passkeys, also when several are added at the same time', async () => {
    for (let count = 1; count < PASSKEYS_MAX; count++) await addPasskeyTo(browser)
    const others = await Promise.all([0, 1, 2].map(async () => browserOf(await logInAgain())))
    const bodies = await Promise.all(
      others.map(async (other) => (await Authenticator.make()).create(await passkeyOptions(other))),
    )
    const replies = await Promise.all(
      others.map((other, index) => other.request('/api/v2/passkeys/add', { body: bodies[index] })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await passkeysOf(browser)).toHaveLength(PASSKEYS_MAX)
    expect(await errorOf(browser.request('/api/v2/passkeys/options', { body: {} }))).toEqual([409, 'passkey_limit'])
  })

  it('a passkey that any member already has is refused', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    const noor = browserOf(await addPerson())
    for (const who of [browser, noor])
      expect(await errorOf(sendPasskey(who, authenticator))).toEqual([409, 'login_taken'])
    expect(await passkeysOf(noor)).toEqual([])
  })

  it.each<[string, Deviation]>([
    ['from another origin', { origin: 'https://croquis.evil.example' }],
    ['from another port', { origin: 'http://localhost:81' }],
    ['for another site', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: 'f'.repeat(40) }],
    ['to the options of a sign-in', { type: 'webauthn.get' }],
    ['without verifying the user', { isVerified: false }],
    ['without a present user', { isPresent: false }],
    ['with a certificate', { hasCertificate: true }],
  ])('an answer %s is refused', async (_words, deviation) => {
    const authenticator = await Authenticator.make()
    expect(await errorOf(sendPasskey(browser, authenticator, deviation))).toEqual([400, 'bad_passkey'])
    expect(await passkeysOf(browser)).toEqual([])
  })

  it.each([{ attestationObject: 'AAAA' }, { clientDataJSON: 'AAAA' }, { attestationObject: 'oA' }])(
    'the malformed answer %j is refused',
    async (part) => {
      const body = await (await Authenticator.make()).create(await passkeyOptions(browser))
      const broken = { ...body, response: { ...body.response, ...part } }
      expect(await errorOf(browser.request('/api/v2/passkeys/add', { body: broken }))).toEqual([400, 'bad_passkey'])
    },
  )

  it('a response under the id of another passkey is refused', async () => {
    const [own, other] = [await Authenticator.make(), await Authenticator.make()]
    const body = { ...(await own.create(await passkeyOptions(browser))), id: other.id, rawId: other.id }
    expect(await errorOf(browser.request('/api/v2/passkeys/add', { body }))).toEqual([400, 'bad_passkey'])
  })

  it('options can be used once', async () => {
    const options = await passkeyOptions(browser)
    const cookie = browser.cookies.get('passkey-challenge') ?? ''
    const add = async () => {
      browser.cookies.set('passkey-challenge', cookie)
      return browser.request('/api/v2/passkeys/add', { body: await (await Authenticator.make()).create(options) })
    }
    await jsonOf(add())
    expect(await errorOf(add())).toEqual([400, 'bad_passkey'])
  })

  it('options cannot be used again after a wrong response', async () => {
    const options = await passkeyOptions(browser)
    const cookie = browser.cookies.get('passkey-challenge') ?? ''
    const authenticator = await Authenticator.make()
    const add = async (deviation?: Deviation) => {
      browser.cookies.set('passkey-challenge', cookie)
      return browser.request('/api/v2/passkeys/add', { body: await authenticator.create(options, deviation) })
    }
    expect(await errorOf(add({ isVerified: false }))).toEqual([400, 'bad_passkey'])
    expect(await errorOf(add())).toEqual([400, 'bad_passkey'])
  })

  it('options are valid for five minutes', async () => {
    const body = await (await Authenticator.make()).create(await passkeyOptions(browser))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS + 1000 })
    expect(await errorOf(browser.request('/api/v2/passkeys/add', { body }))).toEqual([400, 'bad_passkey'])
  })

  it.each([
    ['another session of the member', () => logInAgain()],
    ['another member', () => addPerson()],
  ])('options are not answered in %s', async (_words, other) => {
    const body = await (await Authenticator.make()).create(await passkeyOptions(browser))
    browser.cookies.set('session', (await other()).token)
    expect(await errorOf(browser.request('/api/v2/passkeys/add', { body }))).toEqual([400, 'bad_passkey'])
  })

  it('a challenge for a sign-in does not add a passkey', async () => {
    const options = await passkeyOptions(browser)
    const { challenge } = await signInOptions(browser)
    const body = await (await Authenticator.make()).create({ ...options, challenge })
    expect(await errorOf(browser.request('/api/v2/passkeys/add', { body }))).toEqual([400, 'bad_passkey'])
  })

  it('a response without a challenge is refused', async () => {
    const body = await (await Authenticator.make()).create(await passkeyOptions(browser))
    browser.cookies.delete('passkey-challenge')
    expect(await errorOf(browser.request('/api/v2/passkeys/add', { body }))).toEqual([400, 'bad_passkey'])
  })
})

describe('logging in with a passkey', () => {
  it.each<[string, Deviation]>([
    ['from another origin', { origin: 'https://croquis.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: 'f'.repeat(40) }],
    ['to the options for a new passkey', { type: 'webauthn.create' }],
    ['without verifying the user', { isVerified: false }],
    ['without a present user', { isPresent: false }],
    ['of another account', { userHandle: 'OTk5OTk5' }],
  ])('an answer %s is refused', async (_words, deviation) => {
    const { authenticator } = await addPasskeyTo(browser)
    const other = newBrowser()
    expect(await errorOf(signInWithPasskey(other, authenticator, deviation))).toEqual([400, 'bad_passkey'])
    expect((await other.session()).user).toBeNull()
  })

  it('a response with the signature of another passkey is refused', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    const noor = browserOf(await addPerson())
    const { authenticator: another } = await addPasskeyTo(noor)
    const other = newBrowser()
    const signed = await another.get(await signInOptions(other))
    const body = { ...signed, id: authenticator.id, rawId: authenticator.id }
    body.response = { ...signed.response, userHandle: undefined }
    expect(await errorOf(other.request('/api/v2/passkeys/signIn', { body }))).toEqual([400, 'bad_passkey'])
  })

  it('a passkey that the site does not know is refused', async () => {
    const stranger = await Authenticator.make()
    expect(await errorOf(signInWithPasskey(newBrowser(), stranger))).toEqual([400, 'unknown_passkey'])
  })

  it('a response is accepted once, even when it is sent several times at once', async () => {
    const { authenticator } = await addPasskeyTo(browser, 0)
    const first = newBrowser()
    const body = await authenticator.get(await signInOptions(first))
    const copies = Array.from({ length: 4 }, () => {
      const copy = newBrowser()
      copy.cookies.set('passkey-challenge', first.cookies.get('passkey-challenge') ?? '')
      return copy
    })
    const replies = await Promise.all(copies.map((copy) => copy.request('/api/v2/passkeys/signIn', { body })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  it('a response is accepted for five minutes', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    const other = newBrowser()
    const body = await authenticator.get(await signInOptions(other))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS + 1000 })
    expect(await errorOf(other.request('/api/v2/passkeys/signIn', { body }))).toEqual([400, 'bad_passkey'])
  })

  it('a response is accepted only from the browser that requested the options', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    const body = await authenticator.get(await signInOptions(newBrowser()))
    expect(await errorOf(newBrowser().request('/api/v2/passkeys/signIn', { body }))).toEqual([400, 'bad_passkey'])
  })

  it('a challenge for a new passkey does not log in', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    const { challenge } = await passkeyOptions(browser)
    const other = newBrowser()
    const body = await authenticator.get({ ...(await signInOptions(other)), challenge })
    other.cookies.set('passkey-challenge', browser.cookies.get('passkey-challenge') ?? '')
    expect(await errorOf(other.request('/api/v2/passkeys/signIn', { body }))).toEqual([400, 'bad_passkey'])
  })

  it('a counter that does not rise, as from a copied authenticator, is refused', async () => {
    const { authenticator } = await addPasskeyTo(browser, 5)
    await jsonOf(signInWithPasskey(newBrowser(), authenticator, { counter: 9 }))
    for (const counter of [9, 8, 0])
      expect(await errorOf(signInWithPasskey(newBrowser(), authenticator, { counter }))).toEqual([400, 'bad_passkey'])
    await jsonOf(signInWithPasskey(newBrowser(), authenticator, { counter: 10 }))
  })

  it('two uses with the same counter at the same time open one session', async () => {
    const { authenticator } = await addPasskeyTo(browser, 5)
    const browsers = [newBrowser(), newBrowser()]
    const replies = await Promise.all(browsers.map((other) => signInWithPasskey(other, authenticator, { counter: 20 })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('a passkey without a counter works again and again', async () => {
    const { authenticator } = await addPasskeyTo(browser, 0)
    for (let times = 0; times < 3; times++) await jsonOf(signInWithPasskey(newBrowser(), authenticator))
    expect((await passkeysOf(browser))[0]?.dateUsed).not.toBeNull()
  })

  it('each sign-in has a new session, and ends the previous one of the browser', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    await jsonOf(signInWithPasskey(browser, authenticator))
    expect(browser.cookies.get('session')).not.toBe(mira.token)
    expect((await sendRequest('/api/v2/sessions', { as: mira })).status).toBe(401)
    expect((await browser.session()).user?.id).toBe(mira.id)
  })

  it('a suspended member logs in and stays suspended', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    await addBan(mira, 24)
    const other = newBrowser()
    await jsonOf(signInWithPasskey(other, authenticator))
    expect(await other.session()).toMatchObject({ user: { id: mira.id }, ban: { duration: 24 } })
    await jsonOf(signInWithPasskey(other, authenticator))
  })

  it('a passkey of a merged account opens neither account', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    const [staff, target] = [await addPerson({ flags: 'a' }), await addPerson()]
    await jsonOf(
      sendRequest('/admin/mergeTo', {
        as: staff,
        body: { userId: mira.id, targetUserId: target.id, reason: 'Asked.' },
      }),
    )
    expect(await errorOf(signInWithPasskey(newBrowser(), authenticator))).toEqual([400, 'unknown_passkey'])
    expect(await passkeysOf(browserOf(target))).toEqual([])
  })

  it('a request for a challenge writes no row, and a used challenge is removed when it expires', async () => {
    const count = () => env.DB.prepare('SELECT count(*) AS n FROM passkey_challenges').first<number>('n')
    const { authenticator } = await addPasskeyTo(browser)
    const before = await count()
    await signInOptions(newBrowser())
    expect(await count()).toBe(before)
    await jsonOf(signInWithPasskey(newBrowser(), authenticator))
    expect(await count()).toBe(Number(before) + 1)
    await runNamed(['remove expired challenges'], env, Date.now() + 5 * MINUTE_MS + 1000)
    expect(await count()).toBe(0)
  })
})

describe('renaming and removing passkeys', () => {
  it('a member renames a passkey', async () => {
    await addPasskeyTo(browser)
    const [before] = await passkeysOf(browser)
    await jsonOf(rename(browser, before?.id, '  Key on my   desk '))
    expect((await passkeysOf(browser))[0]?.name).toBe('Key on my desk')
    for (const name of ['', '   ', 'x'.repeat(41)]) expect((await rename(browser, before?.id, name)).status).toBe(400)
  })

  it('a removed passkey does not log in', async () => {
    const { authenticator } = await addPasskeyTo(browser)
    await addPasskeyTo(browser)
    const [first] = await passkeysOf(browser)
    await jsonOf(remove(browser, first?.id))
    expect(await errorOf(signInWithPasskey(newBrowser(), authenticator))).toEqual([400, 'unknown_passkey'])
  })

  it('the confirmed address gets one mail about the removal', async () => {
    await addPasskeyTo(browser)
    await addPasskeyTo(browser)
    const [first] = await passkeysOf(browser)
    await jsonOf(remove(browser, first?.id))
    expect(await errorOf(remove(browser, first?.id))).toEqual([404, 'not_found'])
    const subjects = box.subjectsTo(address())
    expect(subjects.filter((subject) => subject === 'A way to log in was removed from your account')).toHaveLength(1)
  })

  it('a passkey that is the only login cannot be removed; backup codes and an address do not count', async () => {
    await addPasskeyTo(browser)
    const [only] = await passkeysOf(browser)
    expect(await errorOf(remove(browser, only?.id))).toEqual([409, 'last_login'])
    expect(await passkeysOf(browser)).toHaveLength(1)
    expect(box.subjectsTo(address())).toHaveLength(1)
  })

  it('one of two passkeys that are removed at the same time remains', async () => {
    await addPasskeyTo(browser)
    await addPasskeyTo(browser)
    const replies = await Promise.all((await passkeysOf(browser)).map(({ id }) => remove(browser, id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('a passkey or a linked login remains when both are removed at the same time', async () => {
    await env.DB.prepare('INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, 1)')
      .bind(env.OIDC_ISSUER, `keys-${made}`, mira.id)
      .run()
    await addPasskeyTo(browser)
    const [only] = await passkeysOf(browser)
    const unlink = browser.request('/api/v2/logins/unlink', { body: { provider: 'google' } })
    const replies = await Promise.all([unlink, remove(browser, only?.id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const { linked, passkeys } = await loginsOf(browser)
    expect(linked.length + passkeys.length).toBe(1)
  })

  it('the passkeys of others cannot be changed', async () => {
    await addPasskeyTo(browser)
    const [passkey] = await passkeysOf(browser)
    const noor = browserOf(await addPerson())
    expect(await errorOf(rename(noor, passkey?.id, 'Mine'))).toEqual([404, 'not_found'])
    expect(await errorOf(remove(noor, passkey?.id))).toEqual([404, 'not_found'])
    expect(await passkeysOf(browser)).toEqual([passkey])
  })
})
