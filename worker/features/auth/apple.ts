import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '../../lib/app-error.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'

type Settings = Pick<Cloudflare.Env, 'APPLE_CLIENT_ID' | 'APPLE_ISSUER' | 'APPLE_KEYS_URL'>

const keySets = isolateCache<JWTVerifyGetKey>()

/** The address of Apple's sign-in. Apple returns to `redirectUri` with the identity token in the fragment. */
export function appleSignInUrl(settings: Settings, redirectUri: string, nonce: string): string {
  const url = new URL('/auth/authorize', settings.APPLE_ISSUER)
  url.search = new URLSearchParams({
    client_id: settings.APPLE_CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code id_token',
    response_mode: 'fragment',
    nonce,
  }).toString()
  return url.href
}

/**
 * Checks signature, issuer, audience, expiry and nonce of an Apple identity token and returns its subject.
 * @throws AppError `sign_in_failed`, also when Apple sign-in is not configured.
 */
export async function verifyAppleToken(settings: Settings, identityToken: string, nonce: string): Promise<string> {
  if (!settings.APPLE_CLIENT_ID) throw new AppError('sign_in_failed')
  const { payload } = await jwtVerify(identityToken, keysOf(settings.APPLE_KEYS_URL), {
    issuer: settings.APPLE_ISSUER,
    audience: settings.APPLE_CLIENT_ID,
    algorithms: ['RS256', 'ES256'],
    requiredClaims: ['sub', 'exp'],
  }).catch(() => {
    throw new AppError('sign_in_failed')
  })
  if (payload.nonce !== nonce) throw new AppError('sign_in_failed')
  return String(payload.sub)
}

function keysOf(url: string): JWTVerifyGetKey {
  const keySet = keySets.get(url) ?? createRemoteJWKSet(new URL(url))
  keySets.set(url, keySet)
  return keySet
}
