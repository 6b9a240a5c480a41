import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type Browser, browserWithIssuer, countSessions, signIn, startSignIn } from '../../support/worker/browser.ts'

const locationOf = (reply: Response) => reply.headers.get('location') ?? ''

const flaws = [
  'wrong-nonce',
  'no-nonce',
  'wrong-issuer',
  'no-issuer',
  'wrong-audience',
  'audience-of-many',
  'no-audience',
  'expired',
  'no-expiry',
  'not-yet',
  'no-subject',
  'unsigned',
  'no-signature',
  'hmac-by-secret',
  'hmac-by-key',
  'other-key',
  'unknown-key',
  'tampered',
  'no-token',
  'no-sense',
  'refusing',
  'broken',
]

describe('an ID token', () => {
  it.each(['straight', 'straight-too'])('a valid token is accepted: %s', async (issuer) => {
    const before = await countSessions()
    expect(locationOf(await signIn(browserWithIssuer(issuer), { sub: 'mira' }))).toMatch(/^\/welcome/)
    expect(await countSessions()).toBe(before + 1)
  })

  it.each(flaws)('sign-in fails without a session when the token reply has this fault: %s', async (flaw) => {
    const browser = browserWithIssuer(flaw)
    const before = await countSessions()
    const reply = await signIn(browser, { sub: 'mira', email: env.FIRST_ADMIN_EMAIL, email_verified: true })
    expect([reply.status, locationOf(reply)]).toEqual([302, '/sign-in/failed'])
    expect(await countSessions()).toBe(before)
    expect([...browser.cookies.keys()].filter((name) => name !== 'bookmark')).toEqual([])
    expect(await browser.session()).toMatchObject({ user: null, signUp: null })
  })

  it.each([
    ['announces another issuer', 'of-another'],
    ['is unknown', 'unknown'],
  ])('sign-in fails when the provider %s', async (_, issuer) => {
    const reply = await browserWithIssuer(issuer).request('/sign-in')
    expect(reply.status === 502 || locationOf(reply) === '/sign-in/failed').toBe(true)
  })
})

describe('the address after signing in', () => {
  /** Returns the sign-in attempt that the cookie holds. */
  const attempt = (browser: Browser) => JSON.parse(atob(decodeURIComponent(browser.cookies.get('signing-in') ?? '')))

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    '/..//evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'sketch/7',
    '',
  ])('sign-in leads only to pages of the site: %j', async (returnTo) => {
    const browser = browserWithIssuer('straight')
    expect(attempt(await beginSignIn(browser, returnTo)).returnTo).toMatch(/^\/(?![/\\])/)
    const location = locationOf(await signIn(browserWithIssuer('straight'), { sub: 'returning' }, returnTo))
    const onward = new URL(location, 'http://localhost').searchParams.get('return') ?? ''
    expect(new URL(onward, 'http://localhost').origin).toBe('http://localhost')
  })

  it('a forged return address in the cookie is replaced by the home page', async () => {
    const browser = browserWithIssuer('straight')
    const callback = await startSignIn(browser, { sub: 'returning' })
    const forged = { ...attempt(browser), returnTo: '//evil.example' }
    browser.cookies.set('signing-in', encodeURIComponent(btoa(JSON.stringify(forged))))
    expect(locationOf(await browser.request(callback))).toBe('/welcome?return=%2F')
  })

  it('a malformed attempt in the cookie is refused', async () => {
    for (const value of ['', 'x', btoa('null'), btoa('{}'), btoa('{"state":1}'), '%00']) {
      const browser = browserWithIssuer('straight')
      const callback = await startSignIn(browser, { sub: 'returning' })
      browser.cookies.set('signing-in', value)
      expect(locationOf(await browser.request(callback))).toBe('/sign-in/failed')
    }
  })
})

/** Starts a sign-in, which stores the attempt in a cookie; returns the browser. */
async function beginSignIn(browser: Browser, returnTo: string): Promise<Browser> {
  await startSignIn(browser, { sub: 'returning' }, returnTo)
  return browser
}
