import { env } from 'cloudflare:workers'
import { importJWK, SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { WARNING } from '../../../contract/ban.ts'
import type { LoginProvider, LoginsReply } from '../../../contract/http/logins.ts'
import { addBan } from '../../support/worker/bans.ts'
import { type Browser, browserWithIssuer, join, signIn, signUp } from '../../support/worker/browser.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { deleteDue } from '../../support/worker/leaving.ts'
import { Mailbox } from '../../support/worker/mails.ts'
import { addPasskeyTo, signInWithPasskey } from '../../support/worker/passkeys.ts'
import { errorOf, jsonOf, sendRequestWith } from '../../support/worker/site.ts'

const { appleKey, appleKeysUrl } = inject('signIn')

let key: CryptoKey
beforeAll(async () => {
  key = (await importJWK(JSON.parse(appleKey), 'RS256')) as CryptoKey
})
afterEach(() => vi.restoreAllMocks())

let made = 0
let box: Mailbox
let mira: Browser
let userId: number

const browser = () => browserWithIssuer('straight', { APPLE_KEYS_URL: appleKeysUrl, EMAIL: box.env.EMAIL })
const appleSubject = () => `apple-${made}`
const googleSubject = () => `google-${made}`

beforeEach(async () => {
  made++
  box = new Mailbox()
  mira = browser()
  await join(mira, { sub: googleSubject() }, `Linker ${made}`)
  userId = (await mira.session()).user?.id ?? -1
})

const loginsOf = (who: Browser) => jsonOf<LoginsReply>(who.request('/api/v2/logins'))
const startLink = (who: Browser, provider: LoginProvider) =>
  jsonOf<{ url: string }>(who.request('/api/v2/logins/link', { body: { provider } }))
const unlink = (who: Browser, provider: LoginProvider) => who.request('/api/v2/logins/unlink', { body: { provider } })

async function appleToken(nonce: string | null, sub: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: env.APPLE_ISSUER, aud: env.APPLE_CLIENT_ID, sub, iat: now, exp: now + 600, nonce }
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'the-key' }).sign(key)
}

/** Starts linking Apple and returns from Apple with a subject. */
async function linkApple(who: Browser, sub = appleSubject()): Promise<Response> {
  const { url } = await startLink(who, 'apple')
  const identityToken = await appleToken(new URL(url).searchParams.get('nonce'), sub)
  return who.request('/api/v2/authAppleId', { body: { identityToken } })
}

/** Starts linking Google and returns from Google with a subject; returns the address that follows. */
async function linkGoogle(who: Browser, sub: string, by: Browser = who): Promise<string | null> {
  const { url } = await startLink(who, 'google')
  if (by !== who) by.cookies.set('signing-in', who.cookies.get('signing-in') ?? '')
  return finishGoogle(by, url, sub)
}

async function finishGoogle(by: Browser, url: string, sub: string): Promise<string | null> {
  const { searchParams } = new URL(url)
  const code = btoa(JSON.stringify({ nonce: searchParams.get('nonce'), sub })).replaceAll('=', '')
  const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' })
  return (await by.request(`/sign-in/callback?${query}`)).headers.get('location')
}

describe('the logins of a member', () => {
  it('a new member has the login with which they joined', async () => {
    expect(await loginsOf(mira)).toEqual({
      ...{ offered: ['google', 'apple'], linked: ['google'] },
      ...{ passkeys: [], backupCodesLeft: null },
    })
  })

  it('a member who linked Apple can log in with it', async () => {
    expect(await jsonOf(linkApple(mira))).toMatchObject({ user: { id: userId }, linked: true })
    expect((await loginsOf(mira)).linked).toEqual(['google', 'apple'])
    const other = browser()
    const left = await other.request('/sign-in/apple')
    const nonce = new URL(left.headers.get('location') ?? '').searchParams.get('nonce')
    const body = { identityToken: await appleToken(nonce, appleSubject()) }
    await jsonOf(other.request('/api/v2/authAppleId', { body }))
    expect((await other.session()).user?.id).toBe(userId)
  })

  it('a member who unlinked Google can link another account there, and log in with that alone', async () => {
    await jsonOf(linkApple(mira))
    await jsonOf(unlink(mira, 'google'))
    expect(await linkGoogle(mira, `second-${made}`)).toBe('/sessions?login=linked')
    const after = browser()
    await signIn(after, { sub: `second-${made}` })
    expect((await after.session()).user?.id).toBe(userId)
  })

  it('linking keeps the session and opens no other', async () => {
    const session = mira.cookies.get('session')
    await jsonOf(linkApple(mira))
    expect(mira.cookies.get('session')).toBe(session)
    const { items } = await jsonOf<{ items: unknown[] }>(mira.request('/api/v2/sessions'))
    expect(items).toHaveLength(1)
  })

  it('the confirmed address gets a mail about a new login', async () => {
    const email = `linker-${made}@people.test`
    await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind(email, userId).run()
    await jsonOf(linkApple(mira))
    expect(box.subjectsTo(email)).toEqual(['Your account has a new way to log in'])
    expect(box.sent[0]?.text).toContain('Apple was added to your account')
  })

  it('linking the same login again changes nothing and sends no mail', async () => {
    await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind(`twice-${made}@people.test`, userId).run()
    await jsonOf(linkApple(mira))
    await jsonOf(linkApple(mira))
    expect([(await loginsOf(mira)).linked, box.sent.length]).toEqual([['google', 'apple'], 1])
  })
})

describe('logins that cannot be linked', () => {
  it('a login that belongs to another account is refused', async () => {
    const [sub, other] = [googleSubject(), browser()]
    made++
    await join(other, { sub: googleSubject() }, `Linker ${made}`)
    await jsonOf(linkApple(other, `taken-${made}`))
    expect(await errorOf(linkApple(mira, `taken-${made}`))).toEqual([409, 'login_taken'])
    await jsonOf(linkApple(mira, `free-${made}`))
    await jsonOf(unlink(mira, 'google'))
    expect(await linkGoogle(mira, googleSubject())).toBe('/sessions?login=login_taken')
    expect(await linkGoogle(mira, sub)).toBe('/sessions?login=linked')
  })

  it('a second account at the same provider is refused', async () => {
    expect(await linkGoogle(mira, `another-${made}`)).toBe('/sessions?login=login_taken')
  })

  it('a link that another member finishes is refused', async () => {
    const other = browser()
    await join(other, { sub: `other-${made}` }, `Other ${made}`)
    expect(await linkGoogle(mira, `stolen-${made}`, other)).toBe('/sessions?login=sign_in_failed')
    expect((await signIn(browser(), { sub: `stolen-${made}` })).headers.get('location')).toMatch(/^\/welcome/)
  })

  it('a link that is finished after logging out is refused', async () => {
    const { url } = await startLink(mira, 'apple')
    await mira.request('/logout', { body: {} })
    const identityToken = await appleToken(new URL(url).searchParams.get('nonce'), appleSubject())
    expect(await errorOf(mira.request('/api/v2/authAppleId', { body: { identityToken } }))).toEqual([
      400,
      'sign_in_failed',
    ])
  })

  it.each([
    ['suspended', 24],
    ['warned', WARNING],
  ] as const)('a member who was %s after they started a link cannot finish it [2 §2]', async (code, duration) => {
    await jsonOf(linkApple(mira))
    await jsonOf(unlink(mira, 'google'))
    const google = await startLink(mira, 'google')
    await addBan({ id: userId }, duration)
    expect(await finishGoogle(mira, google.url, `late-${made}`)).toBe(`/sessions?login=${code}`)
    expect((await loginsOf(mira)).linked).toEqual(['apple'])
  })

  it('a member who was suspended after they started a link to Apple cannot finish it [2 §2]', async () => {
    const { url } = await startLink(mira, 'apple')
    await addBan({ id: userId }, 24)
    const identityToken = await appleToken(new URL(url).searchParams.get('nonce'), appleSubject())
    expect(await errorOf(mira.request('/api/v2/authAppleId', { body: { identityToken } }))).toEqual([403, 'suspended'])
    expect((await loginsOf(mira)).linked).toEqual(['google'])
  })

  it('a link to Apple is not offered without its configuration', async () => {
    const plain = browserWithIssuer('straight', { APPLE_CLIENT_ID: '' })
    for (const [name, value] of mira.cookies) plain.cookies.set(name, value)
    expect((await loginsOf(plain)).offered).toEqual(['google'])
    expect(await errorOf(plain.request('/api/v2/logins/link', { body: { provider: 'apple' } }))).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('unlinking', () => {
  it('the last login cannot be removed', async () => {
    expect(await errorOf(unlink(mira, 'google'))).toEqual([409, 'last_login'])
    expect((await loginsOf(mira)).linked).toEqual(['google'])
  })

  it('the last linked login can be removed by a member with a passkey', async () => {
    const { authenticator } = await addPasskeyTo(mira)
    await jsonOf(unlink(mira, 'google'))
    const other = browser()
    await jsonOf(signInWithPasskey(other, authenticator))
    expect((await other.session()).user?.id).toBe(userId)
  })

  it('backup codes do not count as a login', async () => {
    await jsonOf(mira.request('/api/v2/backupCodes/renew', { body: {} }))
    expect(await errorOf(unlink(mira, 'google'))).toEqual([409, 'last_login'])
  })

  it('one of two logins that are removed at the same time remains', async () => {
    await jsonOf(linkApple(mira))
    const replies = await Promise.all([unlink(mira, 'google'), unlink(mira, 'apple')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await loginsOf(mira)).linked).toHaveLength(1)
  })

  it('the confirmed address gets one mail about a removed login', async () => {
    await jsonOf(linkApple(mira))
    const address = `linker-${made}@people.test`
    await env.DB.prepare('UPDATE users SET email = ? WHERE id = ?').bind(address, userId).run()
    await jsonOf(unlink(mira, 'apple'))
    await jsonOf(unlink(mira, 'apple'))
    expect(box.sent.filter(({ to }) => to === address).map(({ text }) => text)).toEqual([
      expect.stringContaining('Apple'),
    ])
  })

  it('removing a login again is a no-op', async () => {
    await jsonOf(linkApple(mira))
    for (let times = 0; times < 2; times++) await jsonOf(unlink(mira, 'apple'))
    expect((await loginsOf(mira)).linked).toEqual(['google'])
  })
})

/** Returns the address that follows a sign-in with Google in a new browser. */
const returnOf = async (sub: string) => (await signIn(browser(), { sub })).headers.get('location')
const UNLINKED = '/sign-in/failed?reason=login_unlinked'

/** A member with a passkey, whose only identity is this one at Google. */
async function joinWithPasskey(sub: string, nickname: string): Promise<Browser> {
  const who = browser()
  await join(who, { sub }, nickname)
  await addPasskeyTo(who)
  return who
}

async function deleteNow(who: Browser, nickname: string): Promise<void> {
  await jsonOf(who.request('/api/v2/account/delete', { body: { nickname } }))
  await deleteDue()
}

const countUnlinked = (id: number) =>
  env.DB.prepare('SELECT count(*) AS n FROM unlinked_logins WHERE user_id = ?').bind(id).first('n')

describe('an unlinked login', () => {
  beforeEach(async () => {
    await addPasskeyTo(mira)
  })

  it('an unlinked login makes no second account while its member exists', async () => {
    await jsonOf(unlink(mira, 'google'))
    const again = browser()
    expect((await signIn(again, { sub: googleSubject() })).headers.get('location')).toBe(UNLINKED)
    expect(await again.session()).toMatchObject({ user: null, signUp: null })
    expect(again.cookies.has('signed-in')).toBe(false)
  })

  it('a sign-up that was begun before its login was linked and unlinked is refused', async () => {
    const late = browser()
    await jsonOf(unlink(mira, 'google'))
    await signIn(late, { sub: `late-${made}` })
    await linkGoogle(mira, `late-${made}`)
    await jsonOf(unlink(mira, 'google'))
    expect(await errorOf(signUp(late, `Late ${made}`))).toEqual([409, 'login_unlinked'])
    expect((await late.session()).user).toBeNull()
  })

  it('an unlinked login that its member links again opens their account', async () => {
    await jsonOf(unlink(mira, 'google'))
    expect(await linkGoogle(mira, googleSubject())).toBe('/sessions?login=linked')
    const again = browser()
    await signIn(again, { sub: googleSubject() })
    expect((await again.session()).user?.id).toBe(userId)
    expect(await countUnlinked(userId)).toBe(0)
  })

  it('a link that is refused leaves the login refused for sign-ups', async () => {
    await jsonOf(unlink(mira, 'google'))
    await linkGoogle(mira, `second-${made}`)
    expect(await linkGoogle(mira, googleSubject())).toBe('/sessions?login=login_taken')
    expect(await returnOf(googleSubject())).toBe(UNLINKED)
  })

  it('an unlinked login that another member links opens the account of that member', async () => {
    const other = await joinWithPasskey(`other-${made}`, `Other ${made}`)
    await jsonOf(unlink(mira, 'google'))
    await jsonOf(unlink(other, 'google'))
    expect(await linkGoogle(other, googleSubject())).toBe('/sessions?login=linked')
    const again = browser()
    await signIn(again, { sub: googleSubject() })
    expect((await again.session()).user?.id).toBe((await other.session()).user?.id)
  })

  it.each(['linked', 'unlinked'])(
    'a login makes no account while a former member exists, after its later member who had it %s is deleted',
    async (last) => {
      const nickname = `Later ${made} ${last}`
      const other = await joinWithPasskey(`later-${made}`, nickname)
      await jsonOf(unlink(mira, 'google'))
      await jsonOf(unlink(other, 'google'))
      await linkGoogle(other, googleSubject())
      if (last === 'unlinked') await jsonOf(unlink(other, 'google'))
      await deleteNow(other, nickname)
      expect(await returnOf(`later-${made}`)).toMatch(/^\/welcome/)
      expect(await returnOf(googleSubject())).toBe(UNLINKED)
      await deleteNow(mira, `Linker ${made}`)
      expect(await returnOf(googleSubject())).toMatch(/^\/welcome/)
    },
  )

  it('an unlinked login is refused until the deletion of its member is due', async () => {
    await jsonOf(unlink(mira, 'google'))
    await jsonOf(mira.request('/api/v2/account/delete', { body: { nickname: `Linker ${made}` } }))
    await deleteDue(env, Date.now() + 6 * 86_400_000)
    expect(await returnOf(googleSubject())).toBe(UNLINKED)
    await deleteDue()
    expect(await returnOf(googleSubject())).toMatch(/^\/welcome/)
    expect(await countUnlinked(userId)).toBe(0)
  })

  it('an unlinked login of a suspended member makes no account', async () => {
    await jsonOf(unlink(mira, 'google'))
    await addBan({ id: userId }, 24)
    expect(await returnOf(googleSubject())).toBe(UNLINKED)
  })

  it('two providers that are unlinked and linked again in turn open one account', async () => {
    await jsonOf(linkApple(mira))
    for (const provider of ['google', 'apple'] as const) await jsonOf(unlink(mira, provider))
    expect(await countUnlinked(userId)).toBe(2)
    await jsonOf(linkApple(mira))
    expect(await countUnlinked(userId)).toBe(1)
  })

  it('the site keeps no readable identity of an unlinked login', async () => {
    await jsonOf(unlink(mira, 'google'))
    const row = await env.DB.prepare('SELECT * FROM unlinked_logins WHERE user_id = ?').bind(userId).first()
    expect(row).toEqual({ login_hash: expect.any(String), user_id: userId })
    expect(String(row?.login_hash)).not.toContain(googleSubject())
  })
})

describe.each<Fault>(['refused', 'lost'])('logins with one database call %s', (fault) => {
  const cookieOf = (who: Browser) => [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  it('an interrupted unlinking leaves a login and can be repeated', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await jsonOf(linkApple(mira))
    const settings = { OIDC_ISSUER: `${inject('signIn').faulty}/straight` }
    await withEveryFault(
      fault,
      (bindings) =>
        sendRequestWith({ ...bindings, ...settings }, '/api/v2/logins/unlink', {
          body: { provider: 'apple' },
          headers: { cookie: cookieOf(mira) },
        }),
      async () => {
        const { linked } = await loginsOf(mira)
        expect(linked).toContain('google')
        expect(await countUnlinked(userId)).toBe(linked.includes('apple') ? 0 : 1)
        await jsonOf(unlink(mira, 'apple'))
        expect((await loginsOf(mira)).linked).toEqual(['google'])
        await jsonOf(linkApple(mira))
      },
    )
  })

  it('an interrupted linking can be repeated', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const link = async (bindings: Cloudflare.Env) => {
      const { url } = await startLink(mira, 'apple')
      const identityToken = await appleToken(new URL(url).searchParams.get('nonce'), appleSubject())
      return sendRequestWith({ ...bindings, APPLE_KEYS_URL: appleKeysUrl }, '/api/v2/authAppleId', {
        body: { identityToken },
        headers: { cookie: cookieOf(mira) },
      })
    }
    await withEveryFault(fault, link, async () => {
      await jsonOf(linkApple(mira))
      expect((await loginsOf(mira)).linked).toEqual(['google', 'apple'])
      await jsonOf(unlink(mira, 'apple'))
    })
  })
})
