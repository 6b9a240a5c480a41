import * as oauth from 'oauth4webapi'
import { AppError } from '../../lib/app-error.ts'
import { isolateCache } from '../../lib/isolate-cache.ts'

/** The verified claims of a sign-in provider. `email` is null unless the provider verified it. */
export type Identity = { issuer: string; subject: string; email: string | null; name: string | null }

/** Data kept in a cookie while the browser is at the provider. */
export type SignInAttempt = { state: string; nonce: string; verifier: string; returnTo: string }

type Settings = Pick<Cloudflare.Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>

const DISCOVERY_CACHE_MS = 3_600_000
const discovered = isolateCache<{ until: number; server: oauth.AuthorizationServer }>()

/**
 * Starts a sign-in with the authorization code flow with PKCE, state and nonce. @throws AppError `sign_in_unavailable`.
 */
export async function beginSignIn(settings: Settings, redirectUri: string, returnTo: string) {
  const server = await discover(settings)
  if (!server.authorization_endpoint) throw new AppError('sign_in_unavailable')
  const attempt: SignInAttempt = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo,
  }
  const url = new URL(server.authorization_endpoint)
  url.search = new URLSearchParams({
    client_id: settings.OIDC_CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  }).toString()
  return { url: url.href, attempt }
}

/**
 * Checks the state, exchanges the code, and checks signature, issuer, audience, expiry and nonce of the ID token.
 * @throws AppError `sign_in_failed` or `sign_in_unavailable`.
 */
export async function finishSignIn(
  settings: Settings,
  { redirectUri, callback, attempt }: { redirectUri: string; callback: URL; attempt: SignInAttempt },
): Promise<Identity> {
  const server = await discover(settings)
  const client: oauth.Client = { client_id: settings.OIDC_CLIENT_ID }
  const options = insecureWhenLocal(settings)
  try {
    const parameters = oauth.validateAuthResponse(server, client, callback, attempt.state)
    const reply = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(settings.OIDC_CLIENT_SECRET),
      parameters,
      redirectUri,
      attempt.verifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, reply, {
      expectedNonce: attempt.nonce,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, reply, options)
    return identityOf(settings.OIDC_ISSUER, oauth.getValidatedIdTokenClaims(tokens))
  } catch {
    throw new AppError('sign_in_failed')
  }
}

function identityOf(issuer: string, claims: oauth.IDToken | undefined): Identity {
  if (!claims) throw new AppError('sign_in_failed')
  const email = claims.email_verified === true && typeof claims.email === 'string' ? claims.email : null
  return { issuer, subject: claims.sub, email, name: typeof claims.name === 'string' ? claims.name : null }
}

async function discover(settings: Settings): Promise<oauth.AuthorizationServer> {
  const cached = discovered.get(settings.OIDC_ISSUER)
  if (cached && cached.until > Date.now()) return cached.server
  try {
    const issuer = new URL(settings.OIDC_ISSUER)
    const reply = await oauth.discoveryRequest(issuer, insecureWhenLocal(settings))
    const server = await oauth.processDiscoveryResponse(issuer, reply)
    discovered.set(settings.OIDC_ISSUER, { until: Date.now() + DISCOVERY_CACHE_MS, server })
    return server
  } catch {
    throw new AppError('sign_in_unavailable')
  }
}

/** Allows plain HTTP only for a provider on this machine. */
function insecureWhenLocal(settings: Settings) {
  return { [oauth.allowInsecureRequests]: new URL(settings.OIDC_ISSUER).hostname === 'localhost' }
}
