import { env } from 'cloudflare:workers'
import { describe, expect, inject, it } from 'vitest'
import { Browser, countSessions, signUp } from '../../support/worker/browser.ts'
import { addPerson } from '../../support/worker/people.ts'

const { provider, people } = inject('signIn')
const FAILED = '/sign-in/failed'
const locationOf = (reply: Response) => reply.headers.get('location') ?? ''
const pathOf = (address: string) => address.slice(new URL(address).origin.length)

const browserAtProvider = () => new Browser({ OIDC_ISSUER: provider })

/** Starts a sign-in and returns the provider's address that it redirects to. */
async function startAttempt(browser: Browser, returnTo = '/'): Promise<string> {
  const left = await browser.request(`/sign-in?return=${encodeURIComponent(returnTo)}`)
  expect(left.status).toBe(302)
  return locationOf(left)
}

/** Walks through the pages of the provider as a person would, and returns the callback address. */
async function signInAtProvider(address: string, answer: Record<string, string>): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Record<string, string>): Promise<string> => {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const set of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    await reply.text()
    return new URL(locationOf(reply), url).href
  }
  const interaction = await visit(address)
  const resumed = await visit(interaction, answer)
  return resumed.startsWith('http://localhost/') ? resumed : visit(resumed)
}

async function callback(browser: Browser, address: string): Promise<string> {
  const reply = await browser.request(pathOf(address))
  expect(reply.status).toBe(302)
  return locationOf(reply)
}

describe('signing in at the provider', () => {
  it('sign-in requests an authorization code with PKCE', async () => {
    const { origin, searchParams } = new URL(await startAttempt(browserAtProvider()))
    expect(origin).toBe(provider)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'croquis',
      redirect_uri: 'http://localhost/sign-in/callback',
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/.{32,}/),
      nonce: expect.stringMatching(/.{32,}/),
      code_challenge: expect.stringMatching(/.{43}/),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
  })

  it('each attempt to sign in has a fresh state, nonce and code challenge', async () => {
    const [first, second] = [
      new URL(await startAttempt(browserAtProvider())),
      new URL(await startAttempt(browserAtProvider())),
    ]
    for (const key of ['state', 'nonce', 'code_challenge']) {
      expect(first.searchParams.get(key)).not.toBe(second.searchParams.get(key))
    }
  })

  /** Signs in through the provider; returns the path after that. */
  const signIn = async (browser: ReturnType<typeof browserAtProvider>, returnPath: string, sub: string) =>
    callback(browser, await signInAtProvider(await startAttempt(browser, returnPath), { sub }))

  it('the first sign-in asks for a nickname', async () => {
    const browser = browserAtProvider()
    expect(await signIn(browser, '/sketch/7', 'mira')).toBe('/welcome?return=%2Fsketch%2F7')
    expect(await browser.session()).toMatchObject({ user: null, signUp: { suggestedNickname: 'Mira Vale' } })
    expect((await signUp(browser, 'Mira')).status).toBe(200)
    expect(await browser.session()).toMatchObject({ user: { nickname: 'Mira', flags: '' }, signUp: null })
  })

  /** Adds the account unless another test did. */
  async function addMira(): Promise<void> {
    const first = browserAtProvider()
    if ((await signIn(first, '/', 'mira')).startsWith('/welcome')) await signUp(first, 'Mira')
  }

  it('a later sign-in opens a session', async () => {
    await addMira()
    const later = browserAtProvider()
    await signIn(later, '/', 'mira')
    expect(await later.session()).toMatchObject({ user: { nickname: 'Mira' } })
  })

  it('a later sign-in returns to the page on which it was started', async () => {
    await addMira()
    expect(await signIn(browserAtProvider(), '/sketch/7?page=2#top', 'mira')).toBe('/sketch/7?page=2#top')
  })

  it('a sign-in to an account that is being merged fails visibly and opens no session', async () => {
    await addMira()
    const merge = (targetId: number | null) =>
      env.DB.prepare("UPDATE users SET merged_into_id = ? WHERE nickname = 'Mira'").bind(targetId).run()
    await merge((await addPerson()).id)
    const before = await countSessions()
    expect(await signIn(browserAtProvider(), '/', 'mira')).toBe(FAILED)
    expect(await countSessions()).toBe(before)
    await merge(null)
  })

  it('a person new to the provider can sign in', async () => {
    const browser = browserAtProvider()
    expect(
      await callback(browser, await signInAtProvider(await startAttempt(browser), { name: 'Tomás Nova' })),
    ).toMatch(/^\/welcome/)
    expect(await browser.session()).toMatchObject({ signUp: { suggestedNickname: 'Tomás Nova' } })
  })

  it('a cancelled sign-in returns to the page on which it was started, without a session', async () => {
    const browser = browserAtProvider()
    const before = await countSessions()
    expect(
      await callback(browser, await signInAtProvider(await startAttempt(browser, '/sketch/7'), { cancel: 'yes' })),
    ).toBe('/sketch/7')
    expect(await browser.session()).toMatchObject({ user: null, signUp: null })
    expect(await countSessions()).toBe(before)
  })

  it('a code of another attempt is refused', async () => {
    const [attacker, victim] = [browserAtProvider(), browserAtProvider()]
    const stolen = new URL(await signInAtProvider(await startAttempt(attacker), { sub: 'ines' }))
    const own = new URL(await signInAtProvider(await startAttempt(victim), { sub: 'mira' }))
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    const before = await countSessions()
    expect(await callback(victim, own.href)).toBe(FAILED)
    expect(await countSessions()).toBe(before)
    expect(await victim.session()).toMatchObject({ user: null, signUp: null })
  })

  it('a callback for the attempt of another browser is refused', async () => {
    const [attacker, victim] = [browserAtProvider(), browserAtProvider()]
    const address = await signInAtProvider(await startAttempt(attacker), { sub: 'ines' })
    await startAttempt(victim)
    expect(await callback(victim, address)).toBe(FAILED)
    expect(await callback(browserAtProvider(), address)).toBe(FAILED)
    expect(await victim.session()).toMatchObject({ user: null, signUp: null })
  })

  it('a callback with an unknown state is refused', async () => {
    for (const change of ['', 'x', null]) {
      const browser = browserAtProvider()
      const address = new URL(await signInAtProvider(await startAttempt(browser), { sub: 'mira' }))
      const { searchParams } = address
      if (change === null) searchParams.delete('state')
      else searchParams.set('state', change && `${searchParams.get('state')}${change}`)
      expect(await callback(browser, address.href)).toBe(FAILED)
    }
  })

  it('a callback that names another issuer is refused', async () => {
    const browser = browserAtProvider()
    const address = new URL(await signInAtProvider(await startAttempt(browser), { sub: 'mira' }))
    expect(address.searchParams.get('iss')).toBe(provider)
    address.searchParams.set('iss', 'https://accounts.google.com')
    expect(await callback(browser, address.href)).toBe(FAILED)
  })

  it('a callback is valid once, even with a copy of the cookie of the attempt', async () => {
    const browser = browserAtProvider()
    const address = await signInAtProvider(await startAttempt(browser), { sub: 'ines' })
    const kept = new Map(browser.cookies)
    expect(await callback(browser, address)).toMatch(/^\/welcome/)
    expect(await callback(browser, address)).toBe(FAILED)
    const replaying = browserAtProvider()
    for (const [name, value] of kept) replaying.cookies.set(name, value)
    const before = await countSessions()
    expect(await callback(replaying, address)).toBe(FAILED)
    expect(await countSessions()).toBe(before)
  })

  it('a failed attempt cannot be resumed', async () => {
    const browser = browserAtProvider()
    const address = await signInAtProvider(await startAttempt(browser), { sub: 'mira' })
    const wrong = new URL(address)
    wrong.searchParams.set('code', 'x')
    expect(await callback(browser, wrong.href)).toBe(FAILED)
    expect(await callback(browser, address)).toBe(FAILED)
  })

  it('the attempt of one tab leaves the later attempt of another', async () => {
    const browser = browserAtProvider()
    const first = await signInAtProvider(await startAttempt(browser), { sub: 'ines' })
    const second = await signInAtProvider(await startAttempt(browser), { sub: 'ines' })
    expect(await callback(browser, first)).toBe(FAILED)
    expect(await callback(browser, second)).toMatch(/^\/welcome/)
  })

  it('sign-in fails visibly when the provider cannot be reached', async () => {
    const unreachable = new Browser({ OIDC_ISSUER: 'http://localhost:1' })
    const left = await unreachable.request('/sign-in')
    expect(left.status === 502 || locationOf(left) === FAILED).toBe(true)
    const browser = browserAtProvider()
    const address = await signInAtProvider(await startAttempt(browser), { sub: people[0]?.sub ?? '' })
    for (const [name, value] of browser.cookies) unreachable.cookies.set(name, value)
    expect(await callback(unreachable, address)).toBe(FAILED)
  })
})
