import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnSession } from '../../../contract/http/auth.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type Browser, browserWithIssuer, join, signIn, signUp, startSignIn } from '../../support/worker/browser.ts'
import { ask, jsonOf, refusal } from '../../support/worker/site.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const DAY_MS = 86_400_000

let made = 0
let claims: { sub: string }
let home: Browser

beforeEach(async () => {
  made++
  claims = { sub: `member-${made}` }
  home = browserWithIssuer('straight')
  await join(home, claims, `Member ${made}`)
})
afterEach(() => vi.useRealTimers())

/** Another browser in which the same member signs in. */
async function elsewhere(userAgent = FIREFOX): Promise<Browser> {
  const browser = browserWithIssuer('straight')
  await browser.go(await startSignIn(browser, claims), { headers: { 'user-agent': userAgent } })
  return browser
}

const sessionsOf = async (browser: Browser) =>
  (await jsonOf<{ items: OwnSession[] }>(browser.go('/api/v2/sessions'))).items

const end = (browser: Browser, id: string) => browser.go('/api/v2/sessions/end', { body: { id } })
const isIn = async (browser: Browser) => (await browser.session()).user !== null
const copyOf = (browser: Browser) => {
  const copy = browserWithIssuer('straight')
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

describe('a session', () => {
  it('is a new one at every login, and ends the one that this browser had', async () => {
    const stolen = copyOf(home)
    const before = home.cookies.get('session')
    await signIn(home, claims)
    expect(home.cookies.get('session')).not.toBe(before)
    expect([await isIn(home), await isIn(stolen)]).toEqual([true, false])
    expect(await sessionsOf(home)).toHaveLength(1)
  })

  it('is never one that was put into the browser before the login', async () => {
    const browser = browserWithIssuer('straight')
    browser.cookies.set('session', 'a'.repeat(40))
    await signIn(browser, claims)
    expect(browser.cookies.get('session')).not.toBe('a'.repeat(40))
    expect(await isIn(browser)).toBe(true)
  })

  it('of another browser goes on through a login', async () => {
    const other = await elsewhere()
    await signIn(home, claims)
    expect([await isIn(home), await isIn(other)]).toEqual([true, true])
  })

  it('ends a session of someone else that the browser had when a newcomer joins in it', async () => {
    const stolen = copyOf(home)
    await signIn(home, { sub: `newcomer-${made}` })
    await jsonOf(signUp(home, `Newcomer ${made}`))
    expect((await home.session()).user?.nickname).toBe(`Newcomer ${made}`)
    expect(await isIn(stolen)).toBe(false)
  })

  it('is kept by the site as a hash alone', async () => {
    const token = home.cookies.get('session') ?? ''
    const { results } = await env.DB.prepare('SELECT * FROM sessions').all()
    expect(token).toMatch(/^[0-9a-f]{40}$/)
    expect(JSON.stringify(results)).not.toContain(token)
  })

  it('ends after 90 days', async () => {
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start + 89 * DAY_MS })
    expect(await isIn(home)).toBe(true)
    vi.setSystemTime(start + 90 * DAY_MS + 1000)
    expect(await isIn(home)).toBe(false)
    expect(await refusal(home.go('/api/v2/sessions'))).toEqual([401, 'not_logged_in'])
  })

  it.each(['', 'x', 'a'.repeat(40), 'a'.repeat(4000), "' OR 1=1 --", '%00'])(
    'is none with the token %j',
    async (token) => {
      const reply = await ask('/api/v2/session', { headers: { cookie: `session=${token}` } })
      expect(await reply.json()).toMatchObject({ user: null })
    },
  )
})

describe("the list of one's sessions", () => {
  it('names the device and the times of each, and which one is this', async () => {
    await elsewhere(FIREFOX)
    const list = await sessionsOf(home)
    expect(list).toHaveLength(2)
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    expect(list.find(({ current }) => !current)).toEqual({
      id: expect.stringMatching(/^[\w-]{8,40}$/),
      device: 'Firefox on Linux',
      dateCreated: expect.stringMatching(/^\d{14}$/),
      dateSeen: expect.stringMatching(/^\d{14}$/),
      current: false,
    })
  })

  it('carries nothing that opens a session', async () => {
    const other = await elsewhere()
    const text = JSON.stringify(await sessionsOf(home))
    for (const browser of [home, other]) expect(text).not.toContain(browser.cookies.get('session'))
    const { results } = await env.DB.prepare('SELECT token_hash FROM sessions').all<{ token_hash: string }>()
    for (const { token_hash } of results) expect(text).not.toContain(token_hash)
  })

  it('tells when each was last used, to the hour', async () => {
    const other = await elsewhere()
    const later = Date.now() + 3 * 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    expect(await isIn(other)).toBe(true)
    const list = await sessionsOf(home)
    expect(list.find(({ current }) => !current)?.dateSeen).toBe(toWireTime(later))
    const [first] = await sessionsOf(other)
    expect([first?.current, first?.dateSeen]).toEqual([expect.any(Boolean), toWireTime(later)])
  })

  it("holds nobody else's", async () => {
    const stranger = browserWithIssuer('straight')
    await join(stranger, { sub: `stranger-${made}` }, `Stranger ${made}`)
    expect(await sessionsOf(stranger)).toHaveLength(1)
    expect(await refusal(browserWithIssuer('straight').go('/api/v2/sessions'))).toEqual([401, 'not_logged_in'])
  })
})

describe('ending a session', () => {
  it('stops it at once, and no other', async () => {
    const [other, third] = [await elsewhere(), await elsewhere()]
    const id = (await sessionsOf(other)).find(({ current }) => current)?.id ?? ''
    expect(await jsonOf(end(home, id))).toEqual({ ok: true })
    expect(await refusal(other.go('/api/v2/sessions'))).toEqual([401, 'not_logged_in'])
    expect(await refusal(other.go('/heart', { body: { action: 'heart', which: 1 } }))).toEqual([401, 'not_logged_in'])
    expect([await isIn(home), await isIn(third)]).toEqual([true, true])
    expect(await refusal(end(home, id))).toEqual([404, 'not_found'])
  })

  it("is not for someone else's: that one is not there", async () => {
    const stranger = browserWithIssuer('straight')
    await join(stranger, { sub: `stranger-${made}` }, `Stranger ${made}`)
    const [{ id = '' } = {}] = await sessionsOf(home)
    expect(await refusal(end(stranger, id))).toEqual([404, 'not_found'])
    expect(await isIn(home)).toBe(true)
  })

  it.each(['', 'a'.repeat(41), '../x', "' OR 1=1"])('needs the id of one, not %j', async (id) => {
    expect(await refusal(end(home, id))).toEqual([400, 'bad_request'])
    expect(await isIn(home)).toBe(true)
  })

  it('is what logging out does to this one', async () => {
    const [other, stolen] = [await elsewhere(), copyOf(home)]
    expect(await jsonOf(home.go('/logout', { body: {} }))).toEqual({ ok: true })
    expect(home.cookies.has('session')).toBe(false)
    expect(home.cookies.has('signed-in')).toBe(false)
    expect([await isIn(home), await isIn(stolen), await isIn(other)]).toEqual([false, false, true])
    expect(await refusal(home.go('/logout', { body: {} }))).toEqual([401, 'not_logged_in'])
  })

  it('is not done by a link to /logout', async () => {
    await home.go('/logout', { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } })
    expect(await isIn(home)).toBe(true)
  })
})

describe('what every page is told of who looks', () => {
  it('is nobody for a visitor, and where the app is to be had when that is configured', async () => {
    expect(await browserWithIssuer('straight').session()).toEqual({
      user: null,
      ban: null,
      signUp: null,
      appDownloadUrl: null,
      appleSignIn: true,
    })
    const settings = { APP_DOWNLOAD_URL: 'https://croquis.example/app' }
    expect((await browserWithIssuer('straight', settings).session()).appDownloadUrl).toBe(settings.APP_DOWNLOAD_URL)
  })
})

describe('our cookies', () => {
  /** All cookies that a sign-in, a sign-up, a write and a log-out set, by name. */
  async function cookiesAt(origin: string): Promise<Map<string, string[]>> {
    const browser = browserWithIssuer('straight', {}, origin)
    const set: string[] = []
    const keep = (reply: Response) => {
      set.push(...reply.headers.getSetCookie())
      return reply
    }
    keep(await browser.go('/sign-in/apple'))
    const left = keep(await browser.go('/sign-in'))
    const { searchParams } = new URL(left.headers.get('location') ?? '')
    const said = { sub: `cookies-${made}`, nonce: searchParams.get('nonce') }
    const code = btoa(JSON.stringify(said)).replaceAll('=', '')
    keep(await browser.go(`/sign-in/callback?code=${code}&state=${searchParams.get('state')}`))
    keep(await signUp(browser, `Cookies ${made}`))
    expect(await isIn(browser)).toBe(true)
    keep(await browser.go('/logout', { body: {} }))
    expect(await isIn(browser)).toBe(false)
    const named = set.map((cookie): [string, string[]] => [cookie.split('=')[0] ?? '', cookie.split('; ').slice(1)])
    const all = new Map<string, string[]>()
    for (const [name, attributes] of named) if (!attributes.includes('Max-Age=0')) all.set(name, attributes)
    return all
  }

  it('on the open web are bound to this host, Secure, HttpOnly and SameSite=Lax', async () => {
    const cookies = await cookiesAt('https://croquis.example')
    const secret = [...cookies].filter(([name]) => name !== 'signed-in')
    expect(secret.map(([name]) => name)).toEqual(
      expect.arrayContaining(['__Host-signing-in', '__Host-apple-nonce', '__Host-sign-up', '__Host-session']),
    )
    for (const [name, attributes] of secret) {
      expect([name, name.startsWith('__Host-')]).toEqual([name, true])
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']))
      expect(attributes.join()).not.toMatch(/domain/i)
    }
    expect(cookies.get('signed-in')).toEqual(expect.arrayContaining(['Secure', 'SameSite=Lax']))
  })

  it('on http://localhost are the same without what needs https', async () => {
    const cookies = await cookiesAt('http://localhost')
    const secret = [...cookies].filter(([name]) => name !== 'signed-in')
    expect(secret.map(([name]) => name)).toEqual(
      expect.arrayContaining(['signing-in', 'apple-nonce', 'sign-up', 'session']),
    )
    for (const [, attributes] of secret) {
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
      expect(attributes).not.toContain('Secure')
    }
  })

  it('of plain http on any other host are not to be had', async () => {
    const cookies = await browserWithIssuer('straight', {}, 'http://croquis.example').go('/sign-in')
    for (const set of cookies.headers.getSetCookie()) expect(set).toMatch(/^__Host-.*; Secure/)
  })

  it('that came from elsewhere break nothing', async () => {
    for (const cookie of [
      'bookmark=nonsense',
      'bookmark=',
      'session',
      '=;=',
      'sign-up=%',
      `bookmark=${'0'.repeat(2000)}`,
    ]) {
      const reply = await ask('/api/v2/session', { headers: { cookie } })
      expect([cookie, reply.status]).toEqual([cookie, 200])
    }
  })
})
