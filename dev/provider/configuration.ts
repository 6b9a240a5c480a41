import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { type Configuration, type CookiesSetOptions, interactionPolicy } from 'oidc-provider'
import { createMemoryAdapter } from './memory-adapter.ts'
import type { Directory } from './people.ts'
import { errorPage } from './sign-in-page.ts'

export const SCOPES = ['openid', 'email', 'profile']

export type Client = { clientId: string; clientSecret: string; redirectUris: string[] }

const HOUR_SECONDS = 60 * 60

/** Configures oidc-provider to behave like Google for a single client. */
export async function createConfiguration(
  client: Client,
  directory: Directory,
  siteUrl: string,
): Promise<Configuration> {
  const cookie: CookiesSetOptions = { httpOnly: true, sameSite: 'lax' }
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))

  return {
    adapter: createMemoryAdapter(),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientBasedCORS: () => false,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    // Like Google, the ID token contains the claims of every scope.
    conformIdTokenClaims: false,
    cookies: { keys: [randomUUID()], long: { ...cookie, path: '/auth' }, short: cookie },
    expiresWithSession: async () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    async findAccount(_context, sub) {
      const person = await directory.find(sub)
      if (!person) return undefined
      const { name, email, picture } = person
      return { accountId: sub, claims: async () => ({ sub, email, email_verified: true, name, picture }) }
    },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [await signingKey()] },
    pkce: { required: () => true },
    renderError(context, { error, error_description: description }) {
      context.type = 'html'
      context.body = errorPage(description ? `${error}: ${description}` : error, siteUrl)
    },
    responseTypes: ['code'],
    scopes: SCOPES,
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      Grant: HOUR_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: HOUR_SECONDS,
    },
  }
}

async function signingKey(): Promise<object> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }
}
