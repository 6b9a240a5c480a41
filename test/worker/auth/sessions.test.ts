import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnSession } from '../../../contract/http/auth.ts'
import { SESSIONS_PER_MEMBER_MAX } from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { toWireTime } from '../../../contract/time.ts'
import { type Browser, browserWithIssuer, join, signIn, signUp, startSignIn } from '../../support/worker/browser.ts'
import { deleteDue } from '../../support/worker/leaving.ts'
import { type ChannelClient, openChannel } from '../../support/worker/member-channel.ts'
import { sessionHash } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest } from '../../support/worker/site.ts'
import { countTrips } from '../../support/worker/trips.ts'

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

/** Signs the same member in with another browser. */
async function otherBrowser(userAgent = FIREFOX): Promise<Browser> {
  const browser = browserWithIssuer('straight')
  await browser.request(await startSignIn(browser, claims), { headers: { 'user-agent': userAgent } })
  return browser
}

/** Connects a page of the browser to the channel of its member. */
async function openPage(browser: Browser): Promise<ChannelClient> {
  const token = browser.cookies.get('session') ?? ''
  return openChannel({ id: 0, nickname: '', token, cookie: `session=${token}` })
}

/** Adds sessions of the member, each used a second before the last one. */
async function fillSessions(count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO sessions (token_hash, public_id, user_id, device, created_at, last_seen_at, expires_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
      SELECT 'filled-' || ?1 || i, 'filled-' || i, ?1, 'Filled', 0, ?3 - 1000 * i, ?4 FROM n`,
  )
    .bind((await home.session()).user?.id, count, Date.now(), Date.now() + DAY_MS)
    .run()
}

const sessionsOf = async (browser: Browser) =>
  (await jsonOf<{ items: OwnSession[] }>(browser.request('/api/v2/sessions'))).items

const end = (browser: Browser, id: string) => browser.request('/api/v2/sessions/end', { body: { id } })
const isIn = async (browser: Browser) => (await browser.session()).user !== null
const copyOf = (browser: Browser) => {
  const copy = browserWithIssuer('straight')
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

describe('sessions', () => {
  it('a login opens a new session', async () => {
    const before = home.cookies.get('session')
    await signIn(home, claims)
    expect(home.cookies.get('session')).not.toBe(before)
    expect(await isIn(home)).toBe(true)
  })

  it('a login ends the previous session of this browser', async () => {
    const stolen = copyOf(home)
    await signIn(home, claims)
    expect(await isIn(stolen)).toBe(false)
    expect(await sessionsOf(home)).toHaveLength(1)
  })

  it('a first login of another person ends the previous session of this browser', async () => {
    const stolen = copyOf(home)
    home.cookies.set('links', 'a'.repeat(40))
    await signIn(home, { sub: `newcomer-${made}` })
    expect(await isIn(stolen)).toBe(false)
    expect([home.cookies.has('session'), home.cookies.has('links')]).toEqual([false, false])
    expect(await home.session()).toMatchObject({ user: null, signUp: { suggestedNickname: '' } })
  })

  it('a login does not adopt a session token that was planted in the browser', async () => {
    const browser = browserWithIssuer('straight')
    browser.cookies.set('session', 'a'.repeat(40))
    await signIn(browser, claims)
    expect(browser.cookies.get('session')).not.toBe('a'.repeat(40))
    expect(await isIn(browser)).toBe(true)
  })

  it('a login above the limit of sessions ends the session that was used longest ago', async () => {
    const other = await otherBrowser()
    await fillSessions(SESSIONS_PER_MEMBER_MAX - 2)
    expect(await sessionsOf(home)).toHaveLength(SESSIONS_PER_MEMBER_MAX)
    const oldest = `filled-${SESSIONS_PER_MEMBER_MAX - 2}`
    const third = await otherBrowser()
    const left = await sessionsOf(home)
    expect([left.length, left.some(({ id }) => id === oldest)]).toEqual([SESSIONS_PER_MEMBER_MAX, false])
    expect([await isIn(home), await isIn(other), await isIn(third)]).toEqual([true, true, true])
  })

  it('a login above the limit of sessions closes the pages of the session that it ends', async () => {
    const [page, otherPage] = [await openPage(home), await openPage(await otherBrowser())]
    await fillSessions(SESSIONS_PER_MEMBER_MAX - 2)
    await env.DB.prepare('UPDATE sessions SET last_seen_at = 0 WHERE token_hash = ?')
      .bind(await sessionHash(home.cookies.get('session') ?? ''))
      .run()
    await otherBrowser()
    expect(await page.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    await otherPage.ping()
  })

  it('the session of another browser survives a login', async () => {
    const other = await otherBrowser()
    await signIn(home, claims)
    expect([await isIn(home), await isIn(other)]).toEqual([true, true])
  })

  it('the session of another member in the same browser ends when a newcomer joins', async () => {
    const stolen = copyOf(home)
    await signIn(home, { sub: `newcomer-${made}` })
    await jsonOf(signUp(home, `Newcomer ${made}`))
    expect((await home.session()).user?.nickname).toBe(`Newcomer ${made}`)
    expect(await isIn(stolen)).toBe(false)
  })

  it('the site stores a session token only as a hash', async () => {
    const token = home.cookies.get('session') ?? ''
    const { results } = await env.DB.prepare('SELECT * FROM sessions').all()
    expect(token).toMatch(/^[0-9a-f]{40}\.\d+\.[0-9a-f]{64}$/)
    expect(JSON.stringify(results)).not.toContain(token.slice(0, 40))
  })

  it.each([
    ['GET /api/v2/sessions', 401],
    ['POST /logout', 200],
    ['POST /api/v2/signUp', 401],
  ])('a forged cookie is refused without the database: %s', async (call, status) => {
    const [method, path = ''] = call.split(' ')
    const newcomer = browserWithIssuer('straight')
    await signIn(newcomer, { sub: `newcomer-${made}` })
    const signUpCookie = newcomer.cookies.get('sign-up') ?? ''
    const sessionCookie = home.cookies.get('session') ?? ''
    const forged = [
      'a'.repeat(40),
      `${'a'.repeat(40)}.1.${'b'.repeat(64)}`,
      sessionCookie.replace(/^./, 'g'),
      sessionCookie.replace(/\.\d+\./, '.999.'),
    ]
    const cookies = [
      ...forged.map((value) => `session=${value}; sign-up=${value}`),
      `session=${signUpCookie}; sign-up=${sessionCookie}`,
      `session=${sessionCookie.slice(0, 40)}; sign-up=${signUpCookie.slice(0, 40)}`,
    ]
    const body = { nickname: 'Forger', birthDate: '1996-05-03' }
    for (const cookie of cookies) {
      const options = { headers: { cookie }, ...(method === 'POST' && { body }) }
      const { reply, trips } = await countTrips(path, options)
      expect([cookie, reply.status, trips]).toEqual([cookie, status, 0])
    }
  })

  it('a session ends after 90 days', async () => {
    const start = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: start + 89 * DAY_MS })
    expect(await isIn(home)).toBe(true)
    vi.setSystemTime(start + 90 * DAY_MS + 1000)
    expect(await isIn(home)).toBe(false)
    expect(await errorOf(home.request('/api/v2/sessions'))).toEqual([401, 'not_logged_in'])
  })

  it.each(['', 'x', 'a'.repeat(40), 'a'.repeat(4000), "' OR 1=1 --", '%00'])(
    'the token %j opens no session',
    async (token) => {
      const reply = await sendRequest('/api/v2/session', { headers: { cookie: `session=${token}` } })
      expect(await reply.json()).toMatchObject({ user: null })
    },
  )
})

describe('the list of sessions', () => {
  it('the list has device and times of each session', async () => {
    await otherBrowser(FIREFOX)
    const list = await sessionsOf(home)
    expect(list).toHaveLength(2)
    expect(list.find(({ current }) => !current)).toEqual({
      id: expect.stringMatching(/^[\w-]{8,40}$/),
      device: 'Firefox on Linux',
      dateCreated: expect.stringMatching(/^\d{14}$/),
      dateSeen: expect.stringMatching(/^\d{14}$/),
      current: false,
    })
  })

  it('the list marks the current session', async () => {
    await otherBrowser(FIREFOX)
    const list = await sessionsOf(home)
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    expect(list.find(({ current }) => current)?.device).not.toBe('Firefox on Linux')
  })

  it('the list contains neither a token nor the hash of one', async () => {
    const other = await otherBrowser()
    const text = JSON.stringify(await sessionsOf(home))
    for (const browser of [home, other]) expect(text).not.toContain(browser.cookies.get('session')?.slice(0, 40))
    const { results } = await env.DB.prepare('SELECT token_hash FROM sessions').all<{ token_hash: string }>()
    for (const { token_hash } of results) expect(text).not.toContain(token_hash)
  })

  it('the list shows when each session was last used, to the hour', async () => {
    const other = await otherBrowser()
    const later = Date.now() + 3 * 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    expect(await isIn(other)).toBe(true)
    const list = await sessionsOf(home)
    expect(list.find(({ current }) => !current)?.dateSeen).toBe(toWireTime(later))
    const [first] = await sessionsOf(other)
    expect([first?.current, first?.dateSeen]).toEqual([expect.any(Boolean), toWireTime(later)])
  })

  it('the list contains only sessions of the viewer', async () => {
    const stranger = browserWithIssuer('straight')
    await join(stranger, { sub: `stranger-${made}` }, `Stranger ${made}`)
    expect(await sessionsOf(stranger)).toHaveLength(1)
    expect(await errorOf(browserWithIssuer('straight').request('/api/v2/sessions'))).toEqual([401, 'not_logged_in'])
  })
})

describe('ending a session', () => {
  const idOf = async (browser: Browser) => (await sessionsOf(browser)).find(({ current }) => current)?.id ?? ''

  it('a session stops at once when another browser ends it', async () => {
    const other = await otherBrowser()
    expect(await jsonOf(end(home, await idOf(other)))).toEqual({ ok: true })
    expect(await errorOf(other.request('/api/v2/sessions'))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(other.request('/heart', { body: { action: 'heart', which: 1 } }))).toEqual([
      401,
      'not_logged_in',
    ])
  })

  it('ending a session keeps the other sessions of the member', async () => {
    const [other, third] = [await otherBrowser(), await otherBrowser()]
    await end(home, await idOf(other))
    expect([await isIn(home), await isIn(third)]).toEqual([true, true])
  })

  it('a session that has ended is not found', async () => {
    const id = await idOf(await otherBrowser())
    await end(home, id)
    expect(await errorOf(end(home, id))).toEqual([404, 'not_found'])
  })

  it('ending all other sessions leaves the present one', async () => {
    const [other, third] = [await otherBrowser(), await otherBrowser()]
    const stranger = browserWithIssuer('straight')
    await join(stranger, { sub: `stranger-${made}` }, `Stranger ${made}`)
    await jsonOf(home.request('/api/v2/sessions/end', { body: { others: true } }))
    expect([await isIn(home), await isIn(other), await isIn(third), await isIn(stranger)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    await jsonOf(home.request('/api/v2/sessions/end', { body: { others: true } }))
    expect(await sessionsOf(home)).toHaveLength(1)
  })

  it.each([{}, { others: false }, { id: 'a', others: true }])(
    'the body %j is refused, because it names no session to end',
    async (body) => {
      expect(await errorOf(home.request('/api/v2/sessions/end', { body }))).toEqual([400, 'bad_request'])
    },
  )

  it('the session of another member is not found', async () => {
    const stranger = browserWithIssuer('straight')
    await join(stranger, { sub: `stranger-${made}` }, `Stranger ${made}`)
    const [{ id = '' } = {}] = await sessionsOf(home)
    expect(await errorOf(end(stranger, id))).toEqual([404, 'not_found'])
    expect(await isIn(home)).toBe(true)
  })

  it.each(['', 'a'.repeat(41), '../x', "' OR 1=1"])('%j is not the id of a session', async (id) => {
    expect(await errorOf(end(home, id))).toEqual([400, 'bad_request'])
    expect(await isIn(home)).toBe(true)
  })

  it('logging out ends the current session', async () => {
    const stolen = copyOf(home)
    expect(await jsonOf(home.request('/logout', { body: {} }))).toEqual({ ok: true })
    expect([await isIn(home), await isIn(stolen)]).toEqual([false, false])
  })

  it('logging out keeps the other sessions of the member', async () => {
    const other = await otherBrowser()
    await home.request('/logout', { body: {} })
    expect(await isIn(other)).toBe(true)
  })

  it('logging out removes the cookies of the session', async () => {
    await home.request('/logout', { body: {} })
    expect([home.cookies.has('session'), home.cookies.has('signed-in')]).toEqual([false, false])
  })

  it('logging out forgets the opened links to unlisted sketches', async () => {
    home.cookies.set('links', 'a'.repeat(40))
    await home.request('/logout', { body: {} })
    expect(home.cookies.has('links')).toBe(false)
  })

  it('only the member of the previous session keeps the opened links at a login', async () => {
    const linksAfter = async (browser: Browser, sub: string) => {
      browser.cookies.set('links', 'a'.repeat(40))
      await signIn(browser, { sub })
      return browser.cookies.has('links')
    }
    await join(browserWithIssuer('straight'), { sub: `next-${made}` }, `Next ${made}`)
    expect(await linksAfter(home, claims.sub)).toBe(true)
    expect(await linksAfter(home, `next-${made}`)).toBe(false)
    expect(await linksAfter(browserWithIssuer('straight'), claims.sub)).toBe(false)
  })

  it('a browser forgets the opened links after the account of its member was deleted', async () => {
    const owner = (await home.session()).user
    home.cookies.set('links', 'a'.repeat(40))
    await home.request('/')
    expect(home.cookies.has('links')).toBe(true)
    await jsonOf(home.request('/api/v2/account/delete', { body: { nickname: owner?.nickname } }))
    await deleteDue()
    await home.request('/')
    expect([home.cookies.has('links'), home.cookies.has('session')]).toEqual([false, false])
  })

  it('a login and a logout delete the pending sign-up of the browser', async () => {
    const browser = browserWithIssuer('straight')
    const claims = { sub: `overtaken-${++made}` }
    await join(browser, claims, `Overtaken ${made}`)
    for (const end of ['login', '/logout']) {
      browser.cookies.set('sign-up', 'a'.repeat(40))
      await (end === 'login' ? signIn(browser, claims) : browser.request(end, { body: {} }))
      expect([end, browser.cookies.has('sign-up')]).toEqual([end, false])
    }
  })

  it('logging out again does nothing', async () => {
    await home.request('/logout', { body: {} })
    expect(await jsonOf(home.request('/logout', { body: {} }))).toEqual({ ok: true })
  })

  it('a link to /logout does not log out', async () => {
    await home.request('/logout', { headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' } })
    expect(await isIn(home)).toBe(true)
  })
})

describe('the session call for visitors', () => {
  it('a visitor gets no user', async () => {
    expect(await browserWithIssuer('straight').session()).toEqual({
      user: null,
      impersonation: null,
      ban: null,
      deletesAt: null,
      signUp: null,
      appDownloadUrl: null,
      appleSignIn: true,
      isMaintenance: false,
      isLive: false,
    })
  })

  it('a visitor gets the address of the app when it is configured', async () => {
    const settings = { APP_DOWNLOAD_URL: 'https://croquis.example/app' }
    expect((await browserWithIssuer('straight', settings).session()).appDownloadUrl).toBe(settings.APP_DOWNLOAD_URL)
  })

  it('the session reports maintenance of sign-in while it is configured [1 §1]', async () => {
    const { isMaintenance } = await browserWithIssuer('straight', { SIGN_IN_MAINTENANCE: 'yes' }).session()
    expect(isMaintenance).toBe(true)
  })
})

describe('cookies', () => {
  /** Signs in, joins and logs out, and returns the attributes of every cookie that was set, by name. */
  async function cookiesAt(origin: string): Promise<Map<string, string[]>> {
    const browser = browserWithIssuer('straight', {}, origin)
    const set: string[] = []
    const collect = (reply: Response) => {
      set.push(...reply.headers.getSetCookie())
      return reply
    }
    collect(await browser.request('/sign-in/apple'))
    const left = collect(await browser.request('/sign-in'))
    const { searchParams } = new URL(left.headers.get('location') ?? '')
    const payload = { sub: `cookies-${made}`, nonce: searchParams.get('nonce') }
    const code = btoa(JSON.stringify(payload)).replaceAll('=', '')
    collect(await browser.request(`/sign-in/callback?code=${code}&state=${searchParams.get('state')}`))
    collect(await signUp(browser, `Cookies ${made}`))
    expect(await isIn(browser)).toBe(true)
    collect(await browser.request('/logout', { body: {} }))
    expect(await isIn(browser)).toBe(false)
    const named = set.map((cookie): [string, string[]] => [cookie.split('=')[0] ?? '', cookie.split('; ').slice(1)])
    const all = new Map<string, string[]>()
    for (const [name, attributes] of named) if (!attributes.includes('Max-Age=0')) all.set(name, attributes)
    return all
  }

  it('cookies on https are bound to the host, Secure, HttpOnly and SameSite=Lax', async () => {
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

  it('cookies on http://localhost have the same attributes except Secure', async () => {
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

  it('cookies on plain http of any other host are Secure', async () => {
    const cookies = await browserWithIssuer('straight', {}, 'http://croquis.example').request('/sign-in')
    for (const set of cookies.headers.getSetCookie()) expect(set).toMatch(/^__Host-.*; Secure/)
  })

  it('malformed cookies break no request', async () => {
    for (const cookie of [
      'bookmark=nonsense',
      'bookmark=',
      'session',
      '=;=',
      'sign-up=%',
      `bookmark=${'0'.repeat(2000)}`,
    ]) {
      const reply = await sendRequest('/api/v2/session', { headers: { cookie } })
      expect([cookie, reply.status]).toEqual([cookie, 200])
    }
  })
})
