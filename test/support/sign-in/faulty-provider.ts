import type { IncomingMessage, ServerResponse } from 'node:http'
import { base64url, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { listen } from '../../../dev/provider/listen.ts'

type Flaw = (token: {
  claims: JWTPayload
  sign: (claims: JWTPayload) => Promise<string>
}) => Promise<string | undefined>

const KEY = 'the-key'
/** Issuers without a token: discovery of another issuer, every code refused, server error. */
const TOKENLESS = new Set(['of-another', 'refusing', 'broken'])
const HOUR_SECONDS = 3600
const now = () => Math.floor(Date.now() / 1000)

/**
 * Starts a provider without people: an authorization code is base64url JSON of the claims, and the first part of the
 * issuer's path selects the flaw of the ID token. `straight` and `straight-too` are valid issuers.
 */
export async function startFaultyProvider(port: number, client: { id: string; secret: string }) {
  const origin = `http://localhost:${port}`
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const { privateKey: otherKey } = await generateKeyPair('RS256')
  const apple = await generateKeyPair('RS256', { extractable: true })
  const signed = (claims: JWTPayload, key: CryptoKey | Uint8Array = privateKey, alg = 'RS256', kid = KEY) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key)

  const flaws: Record<string, Flaw> = {
    straight: ({ claims, sign }) => sign(claims),
    'straight-too': ({ claims, sign }) => sign(claims),
    'wrong-nonce': ({ claims, sign }) => sign({ ...claims, nonce: `${claims.nonce}x` }),
    'no-nonce': ({ claims: { nonce, ...claims }, sign }) => sign(claims),
    'wrong-issuer': ({ claims, sign }) => sign({ ...claims, iss: `${origin}/straight` }),
    'no-issuer': ({ claims: { iss, ...claims }, sign }) => sign(claims),
    'wrong-audience': ({ claims, sign }) => sign({ ...claims, aud: 'someone-else' }),
    'audience-of-many': ({ claims, sign }) =>
      sign({ ...claims, aud: [client.id, 'someone-else'], azp: 'someone-else' }),
    'no-audience': ({ claims: { aud, ...claims }, sign }) => sign(claims),
    expired: ({ claims, sign }) => sign({ ...claims, exp: now() - HOUR_SECONDS, iat: now() - 2 * HOUR_SECONDS }),
    'no-expiry': ({ claims: { exp, ...claims }, sign }) => sign(claims),
    'not-yet': ({ claims, sign }) => sign({ ...claims, nbf: now() + HOUR_SECONDS }),
    'no-subject': ({ claims: { sub, ...claims }, sign }) => sign(claims),
    unsigned: async ({ claims }) => new UnsecuredJWT(claims).encode(),
    'no-signature': async ({ claims, sign }) => `${(await sign(claims)).split('.').slice(0, 2).join('.')}.`,
    'hmac-by-secret': ({ claims }) => signed(claims, new TextEncoder().encode(client.secret.padEnd(32, '0')), 'HS256'),
    'hmac-by-key': async ({ claims }) => signed(claims, new TextEncoder().encode(await exportSPKI(publicKey)), 'HS256'),
    'other-key': ({ claims }) => signed(claims, otherKey),
    'unknown-key': ({ claims }) => signed(claims, otherKey, 'RS256', 'another-key'),
    tampered: async ({ claims, sign }) => {
      const [header, , signature] = (await sign(claims)).split('.')
      return [header, base64url.encode(JSON.stringify({ ...claims, sub: 'someone-else' })), signature].join('.')
    },
    'no-token': async () => undefined,
    'no-sense': async () => 'not.a.token',
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [, name = '', ...rest] = new URL(request.url ?? '/', origin).pathname.split('/')
    const issuer = `${origin}/${name}`
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

    if (name === 'apple-keys')
      return json({ keys: [{ ...(await exportJWK(apple.publicKey)), kid: KEY, alg: 'RS256' }] })
    if (!flaws[name] && !TOKENLESS.has(name)) return response.writeHead(404).end()
    switch (rest.join('/')) {
      case '.well-known/openid-configuration':
        return json({
          issuer: name === 'of-another' ? `${origin}/straight` : issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        })
      case 'jwks':
        return json({ keys: [{ ...(await exportJWK(publicKey)), kid: KEY, alg: 'RS256', use: 'sig' }] })
      case 'token': {
        if (name === 'refusing') return json({ error: 'invalid_grant' }, 400)
        if (name === 'broken') return response.writeHead(500).end('<h1>Out of order</h1>')
        const form = new URLSearchParams(await textOf(request))
        const said: JWTPayload = JSON.parse(Buffer.from(form.get('code') ?? '', 'base64url').toString())
        const claims = { iss: issuer, aud: client.id, iat: now(), exp: now() + HOUR_SECONDS, ...said }
        const token = await flaws[name]?.({ claims, sign: signed })
        return json({ access_token: 'unused', token_type: 'Bearer', id_token: token })
      }
      default:
        return response.writeHead(404).end()
    }
  }

  const close = await listen({ port, hosts: ['127.0.0.1', '::1'] }, (request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const appleKey = JSON.stringify({ ...(await exportJWK(apple.privateKey)), kid: KEY })
  return { origin, appleKeysUrl: `${origin}/apple-keys`, appleKey, close }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
