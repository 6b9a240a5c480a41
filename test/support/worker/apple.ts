import { env } from 'cloudflare:workers'
import { importJWK, type JWTPayload, SignJWT } from 'jose'
import { inject } from 'vitest'
import { Browser } from './browser.ts'
import '../sign-in/servers.ts'

/** Identifier of Apple's key among the keys that the site fetches. */
export const APPLE_KEY = 'the-key'

const { appleKey, appleKeysUrl } = inject('signIn')
const key = importJWK(JSON.parse(appleKey), 'RS256')

export const now = () => Math.floor(Date.now() / 1000)

export const appleClaims = (sub: string) => ({
  iss: env.APPLE_ISSUER,
  aud: env.APPLE_CLIENT_ID,
  sub,
  iat: now(),
  exp: now() + 600,
})

export const signAppleToken = async (
  claims: JWTPayload,
  by?: CryptoKey | Uint8Array,
  alg = 'RS256',
  kid = APPLE_KEY,
): Promise<string> => new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(by ?? (await key))

/** A browser on a site that fetches the keys of the tests' Apple. */
export const browserAtApple = (settings: Partial<Cloudflare.Env> = {}) =>
  new Browser({ APPLE_KEYS_URL: appleKeysUrl, ...settings })

export const sendToken = (browser: Browser, identityToken: unknown) =>
  browser.request('/api/v2/authAppleId', { body: { identityToken } })

/** Starts a sign-in with Apple and returns the address that it redirects to. */
export async function startAppleSignIn(browser: Browser): Promise<URL> {
  const left = await browser.request('/sign-in/apple')
  if (left.status !== 302) throw new Error(`/sign-in/apple returned status ${left.status}`)
  return new URL(left.headers.get('location') ?? '')
}

/** Signs in with a login at Apple; returns the reply to its token. */
export async function signInWithApple(browser: Browser, sub: string): Promise<Response> {
  const nonce = (await startAppleSignIn(browser)).searchParams.get('nonce')
  return sendToken(browser, await signAppleToken({ ...appleClaims(sub), nonce }))
}
