import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { SessionReply } from '../../../contract/http/auth.ts'
import { jsonOf, ORIGIN, type RequestOptions, sendRequestWith } from './site.ts'
import '../sign-in/servers.ts'

let addresses = 0

/** Claims of an ID token. */
export type Claims = { sub: string; email?: string; email_verified?: unknown; name?: string }

/** A browser that follows no redirects, with its own cookies and IP address. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #env: Cloudflare.Env
  readonly #origin: string
  readonly #address = `2001:db8:${(++addresses).toString(16)}::1`

  constructor(settings: Partial<Cloudflare.Env> = {}, origin: string = ORIGIN) {
    this.#env = { ...env, ...settings }
    this.#origin = origin
  }

  async request(path: string, options: RequestOptions = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      origin: this.#origin,
      'cf-connecting-ip': this.#address,
      ...(cookie && { cookie }),
      ...options.headers,
    }
    const reply = await sendRequestWith(this.#env, new URL(path, this.#origin).href, { ...options, headers })
    for (const set of reply.headers.getSetCookie()) this.#storeCookie(set)
    return reply
  }

  session(): Promise<SessionReply> {
    return jsonOf(this.request('/api/v2/session'))
  }

  #storeCookie(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split('; ')
    const [name = '', value = ''] = pair.split('=')
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** A browser on a site that uses an issuer of the faulty provider. */
export function browserWithIssuer(
  issuer: string,
  settings: Partial<Cloudflare.Env> = {},
  origin: string = ORIGIN,
): Browser {
  return new Browser({ OIDC_ISSUER: `${inject('signIn').faulty}/${issuer}`, ...settings }, origin)
}

/** Starts a sign-in; returns the callback address for these claims. */
export async function startSignIn(browser: Browser, claims: Claims, returnTo = '/'): Promise<string> {
  const reply = await browser.request(`/sign-in?return=${encodeURIComponent(returnTo)}`)
  if (reply.status !== 302) throw new Error(`/sign-in returned status ${reply.status}: ${await reply.text()}`)
  const { searchParams } = new URL(reply.headers.get('location') ?? '')
  const tokenClaims = { nonce: searchParams.get('nonce'), ...claims }
  const code = btoa(JSON.stringify(tokenClaims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `/sign-in/callback?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' })}`
}

/** Signs in with these claims; returns the reply to the callback. */
export async function signIn(browser: Browser, claims: Claims, returnTo?: string): Promise<Response> {
  return browser.request(await startSignIn(browser, claims, returnTo))
}

export function signUp(browser: Browser, nickname: unknown, birthDate: unknown = '1996-05-03'): Promise<Response> {
  return browser.request('/api/v2/signUp', { body: { nickname, birthDate } })
}

/** Signs in with these claims and creates the account. */
export async function join(browser: Browser, claims: Claims, nickname: string): Promise<void> {
  await signIn(browser, claims)
  await jsonOf(signUp(browser, nickname))
}

/** Number of sessions and pending sign-ups. */
export async function countSessions(): Promise<number> {
  const row = await env.DB.prepare(
    'SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM pending_sign_ups) AS opened',
  ).first<{ opened: number }>()
  return row?.opened ?? -1
}
