import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '../../lib/app-error.ts'

type Settings = Pick<Cloudflare.Env, 'APPLE_CLIENT_ID' | 'APPLE_ISSUER' | 'APPLE_KEYS_URL'>

const keySets = new Map<string, JWTVerifyGetKey>()

/**
 * The subject of an Apple identity token whose signature, issuer, audience and expiry hold.
 * @throws AppError `sign_in_failed` when any of them does not, or when Apple sign-in is not configured.
 */
export async function verifyAppleToken(settings: Settings, identityToken: string): Promise<string> {
  if (!settings.APPLE_CLIENT_ID) throw new AppError('sign_in_failed')
  const { payload } = await jwtVerify(identityToken, keysOf(settings.APPLE_KEYS_URL), {
    issuer: settings.APPLE_ISSUER,
    audience: settings.APPLE_CLIENT_ID,
    algorithms: ['RS256', 'ES256'],
    requiredClaims: ['sub', 'exp'],
  }).catch(() => {
    throw new AppError('sign_in_failed')
  })
  return String(payload.sub)
}

function keysOf(url: string): JWTVerifyGetKey {
  const known = keySets.get(url) ?? createRemoteJWKSet(new URL(url))
  keySets.set(url, known)
  return known
}
