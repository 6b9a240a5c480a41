import { env } from 'cloudflare:workers'
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, UnsecuredJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import {
  appleClaims,
  browserAtApple,
  now,
  sendToken,
  signAppleToken,
  startAppleSignIn,
} from '../../support/worker/apple.ts'
import { addBan } from '../../support/worker/bans.ts'
import { countSessions } from '../../support/worker/browser.ts'
import { type Fault, withEveryFault } from '../../support/worker/faults.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf } from '../../support/worker/site.ts'

let mira: Person
let loginsMade = 0

beforeAll(async () => {
  mira = await addPerson({ flags: 'm' })
})

afterEach(() => vi.useRealTimers())

/** Opens a browser on its way back from Apple, with the claims of its token, for a new login of Mira. */
async function browserReturningFromApple(settings: Partial<Cloudflare.Env> = {}) {
  const subject = `apple-mira-${++loginsMade}`
  await env.DB.prepare('INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, 0)')
    .bind(env.APPLE_ISSUER, subject, mira.id)
    .run()
  const browser = browserAtApple(settings)
  const nonce = (await startAppleSignIn(browser)).searchParams.get('nonce')
  return { browser, claims: { ...appleClaims(subject), nonce } }
}

describe('signing in with Apple [1 §7 Login]', () => {
  it('each sign-in goes to Apple with a new nonce', async () => {
    const [first, second] = [await startAppleSignIn(browserAtApple()), await startAppleSignIn(browserAtApple())]
    expect(first.origin + first.pathname).toBe(`${env.APPLE_ISSUER}/auth/authorize`)
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      client_id: env.APPLE_CLIENT_ID,
      redirect_uri: 'http://localhost/sign-in/apple/return',
      response_mode: 'fragment',
      nonce: expect.stringMatching(/.{32,}/),
    })
    expect(first.searchParams.get('nonce')).not.toBe(second.searchParams.get('nonce'))
  })

  it('a linked account gets a session', async () => {
    const { browser, claims } = await browserReturningFromApple()
    expect((await sendToken(browser, await signAppleToken(claims))).status).toBe(200)
    expect((await browser.session()).user?.id).toBe(mira.id)
  })

  it('the reply to a sign-in describes the member', async () => {
    const { browser, claims } = await browserReturningFromApple()
    expect(await jsonOf(sendToken(browser, await signAppleToken(claims)))).toEqual({
      user: {
        id: mira.id,
        nickname: mira.nickname,
        avatar: null,
        mature: false,
        showChat: true,
        theme: null,
        timeZone: null,
        flags: 'm',
        gloperator: true,
        heartsAvailable: 5,
        unread: 0,
        unreadMessages: 0,
        chatId: expect.any(String),
      },
    })
  })

  it('the reply to the sign-in of suspended staff has no flags of staff', async () => {
    const staff = await addPerson({ flags: 'pmf' })
    await env.DB.prepare('INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, 0)')
      .bind(env.APPLE_ISSUER, 'apple-suspended', staff.id)
      .run()
    await addBan(staff, 24)
    const { browser, claims } = await browserReturningFromApple()
    const reply = await jsonOf(sendToken(browser, await signAppleToken({ ...claims, sub: 'apple-suspended' })))
    expect(reply).toMatchObject({ user: { id: staff.id, flags: 'p', gloperator: false } })
  })

  it('a token without a linked account opens no session [1 §5]', async () => {
    const { browser, claims } = await browserReturningFromApple()
    const before = await countSessions()
    const token = await signAppleToken({ ...claims, sub: 'apple-nobody' })
    expect(await errorOf(sendToken(browser, token))).toEqual([403, 'no_apple_account'])
    expect(await countSessions()).toBe(before)
    expect([...browser.cookies.keys()]).not.toContain('session')
  })

  it('a token of another tab leaves the sign-in of the browser as it is', async () => {
    const { browser, claims } = await browserReturningFromApple()
    const nonce = (await startAppleSignIn(browser)).searchParams.get('nonce')
    expect(await errorOf(sendToken(browser, await signAppleToken(claims)))).toEqual([400, 'sign_in_failed'])
    await jsonOf(sendToken(browser, await signAppleToken({ ...claims, nonce })))
    expect(browser.cookies.has('apple-nonce')).toBe(false)
  })

  it('an account that was merged gets no session', async () => {
    const merged = await addPerson()
    await env.DB.batch([
      env.DB.prepare('INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, 0)').bind(
        env.APPLE_ISSUER,
        'apple-merged',
        merged.id,
      ),
      env.DB.prepare('UPDATE users SET merged_into_id = ? WHERE id = ?').bind(mira.id, merged.id),
    ])
    const { browser, claims } = await browserReturningFromApple()
    const token = await signAppleToken({ ...claims, sub: 'apple-merged' })
    expect(await errorOf(sendToken(browser, token))).toEqual([403, 'no_apple_account'])
    expect(browser.cookies.has('session')).toBe(false)
  })

  it('a token is valid once', async () => {
    const { browser, claims } = await browserReturningFromApple()
    const token = await signAppleToken(claims)
    expect((await sendToken(browser, token)).status).toBe(200)
    expect(await errorOf(sendToken(browser, token))).toEqual([400, 'sign_in_failed'])
  })

  it('a token is valid once, also for a copy of the cookie', async () => {
    const { browser, claims } = await browserReturningFromApple()
    const [token, copy] = [await signAppleToken(claims), browserAtApple()]
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    expect((await sendToken(browser, token)).status).toBe(200)
    expect(await errorOf(sendToken(copy, token))).toEqual([400, 'sign_in_failed'])
    expect((await copy.session()).user).toBeNull()
  })

  it('a token is refused with a cookie that the site did not sign', async () => {
    const { claims } = await browserReturningFromApple()
    const [token, expiresAt] = [await signAppleToken(claims), Date.now() + 600_000]
    const forged = [`${claims.nonce}`, `${claims.nonce}.${expiresAt}..${'0'.repeat(64)}`]
    for (const cookie of forged) {
      const browser = browserAtApple()
      browser.cookies.set('apple-nonce', cookie)
      expect(await errorOf(sendToken(browser, token))).toEqual([400, 'sign_in_failed'])
    }
  })

  it('the cookie of a sign-in cannot be changed to link a login', async () => {
    const { browser, claims } = await browserReturningFromApple()
    browser.cookies.set('session', mira.token)
    const cookie = browser.cookies.get('apple-nonce') ?? ''
    browser.cookies.set('apple-nonce', cookie.replace('..', `.${mira.id}.`))
    expect(await errorOf(sendToken(browser, await signAppleToken(claims)))).toEqual([400, 'sign_in_failed'])
  })

  it('a sign-in can be completed for ten minutes', async () => {
    const { browser, claims } = await browserReturningFromApple()
    const token = await signAppleToken({ ...claims, exp: now() + 3600 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    expect(await errorOf(sendToken(browser, token))).toEqual([400, 'sign_in_failed'])
  })

  it('a token is valid only in the browser that started the sign-in', async () => {
    const { claims } = await browserReturningFromApple()
    const token = await signAppleToken(claims)
    const other = await browserReturningFromApple()
    expect(await errorOf(sendToken(other.browser, token))).toEqual([400, 'sign_in_failed'])
    expect(await errorOf(sendToken(browserAtApple(), token))).toEqual([400, 'sign_in_failed'])
  })

  it('a token that was refused in another browser remains valid in its own', async () => {
    const { browser, claims } = await browserReturningFromApple()
    const token = await signAppleToken(claims)
    await sendToken((await browserReturningFromApple()).browser, token)
    expect((await sendToken(browser, token)).status).toBe(200)
  })

  it('the same subject of another provider is not the linked account', async () => {
    await env.DB.prepare('INSERT INTO identities (issuer, subject, user_id, created_at) VALUES (?, ?, ?, 0)')
      .bind('https://accounts.google.com', 'apple-other', mira.id)
      .run()
    const { browser, claims } = await browserReturningFromApple()
    const token = await signAppleToken({ ...claims, sub: 'apple-other' })
    expect(await errorOf(sendToken(browser, token))).toEqual([403, 'no_apple_account'])
  })

  const forged: [string, (claims: JWTPayload) => Promise<unknown>][] = [
    ['of another issuer', (claims) => signAppleToken({ ...claims, iss: 'https://appleid.apple.com.evil.example' })],
    ['without an issuer', (claims) => signAppleToken({ ...claims, iss: undefined })],
    ['for another app', (claims) => signAppleToken({ ...claims, aud: 'other.example' })],
    ['without an audience', (claims) => signAppleToken({ ...claims, aud: undefined })],
    ['that has expired', (claims) => signAppleToken({ ...claims, exp: now() - 60 })],
    ['without an expiry', (claims) => signAppleToken({ ...claims, exp: undefined })],
    ['that is not valid yet', (claims) => signAppleToken({ ...claims, nbf: now() + 600 })],
    ['without a subject', (claims) => signAppleToken({ ...claims, sub: undefined })],
    ['that is unsigned', async (claims) => new UnsecuredJWT(claims).encode()],
    ['signed with another key', async (claims) => signAppleToken(claims, (await generateKeyPair('RS256')).privateKey)],
    [
      'signed with an unknown key',
      async (claims) => signAppleToken(claims, (await generateKeyPair('RS256')).privateKey, 'RS256', 'x'),
    ],
    [
      'signed with the public key as a secret',
      async (claims) => signAppleToken(claims, await publicKeyAsSecret(), 'HS256'),
    ],
    [
      'signed with another algorithm',
      async (claims) => signAppleToken(claims, (await generateKeyPair('PS256')).privateKey, 'PS256'),
    ],
    [
      'changed after it was signed',
      async (claims) =>
        (await signAppleToken({ ...claims, sub: 'x' })).replace(
          /\.[^.]+\./,
          `.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.`,
        ),
    ],
    ['without its signature', async (claims) => (await signAppleToken(claims)).replace(/[^.]+$/, '')],
    ['that is not a token', async () => 'x.y.z'],
  ]

  it.each(forged)('a token %s is refused', async (_name, token) => {
    const { browser, claims } = await browserReturningFromApple()
    const before = await countSessions()
    expect(await errorOf(sendToken(browser, await token(claims)))).toEqual([400, 'sign_in_failed'])
    expect(await countSessions()).toBe(before)
    expect([...browser.cookies.keys()]).not.toContain('session')
  })

  it.each(['', 7, null, { jwt: 'x' }, 'x'.repeat(8193)])('a value that cannot be a token is refused', async (token) => {
    expect(await errorOf(sendToken(browserAtApple(), token))).toEqual([400, 'bad_request'])
  })

  describe('while sign-in with Apple is not configured', () => {
    const unset = () => browserAtApple({ APPLE_CLIENT_ID: '' })

    it('every token is refused', async () => {
      const { browser, claims } = await browserReturningFromApple()
      const returning = unset()
      for (const [name, value] of browser.cookies) returning.cookies.set(name, value)
      const { aud, ...unaddressed } = claims
      for (const token of [
        await signAppleToken(claims),
        await signAppleToken({ ...claims, aud: '' }),
        await signAppleToken(unaddressed),
      ]) {
        expect(await errorOf(sendToken(returning, token))).toEqual([400, 'sign_in_failed'])
      }
    })

    it('a sign-in cannot be started', async () => {
      expect(await errorOf(unset().request('/sign-in/apple'))).toEqual([404, 'not_found'])
    })

    it('the session says that sign-in with Apple is unavailable', async () => {
      const { appleSignIn } = await unset().session()
      expect([appleSignIn, (await browserAtApple().session()).appleSignIn]).toEqual([false, true])
    })
  })

  it('every token is refused while the keys of Apple cannot be fetched', async () => {
    const { browser, claims } = await browserReturningFromApple({ APPLE_KEYS_URL: 'http://localhost:1/keys' })
    const [status] = await errorOf(sendToken(browser, await signAppleToken(claims)))
    expect([400, 502]).toContain(status)
  })
})

async function publicKeyAsSecret(): Promise<Uint8Array> {
  const { d, p, q, dp, dq, qi, ...half } = JSON.parse(inject('signIn').appleKey)
  const spki = await exportSPKI((await importJWK(half, 'RS256', { extractable: true })) as CryptoKey)
  return new TextEncoder().encode(spki)
}

describe.each<Fault>(['refused', 'lost'])('sign-in with Apple with one database call %s', (fault) => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())

  const sessions = () =>
    env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE user_id = ?').bind(mira.id).first<number>('n')

  const attemptSignIn = async (bindings: Partial<Cloudflare.Env> = {}) => {
    const { browser, claims } = await browserReturningFromApple(bindings)
    return { browser, reply: await sendToken(browser, await signAppleToken(claims)) }
  }

  it('a failed sign-in leaves at most a session whose reply was lost', async () => {
    let before = await sessions()
    const calls = await withEveryFault(
      fault,
      async (bindings) => (await attemptSignIn({ DB: bindings.DB })).reply,
      async (reply, n) => {
        expect(reply.headers.getSetCookie().join(), `call ${n}`).not.toMatch(/signed-in=1/)
        const after = await sessions()
        expect(fault === 'refused' ? [0] : [0, 1], `call ${n}`).toContain((after ?? 0) - (before ?? 0))
        before = after
      },
    )
    expect(calls).toBeGreaterThanOrEqual(3)
  })

  it('the attempt after a failed one succeeds', async () => {
    await withEveryFault(
      fault,
      async (bindings) => (await attemptSignIn({ DB: bindings.DB })).reply,
      async () => {
        const { browser } = await attemptSignIn()
        expect((await browser.session()).user?.id).toBe(mira.id)
      },
    )
  })
})
