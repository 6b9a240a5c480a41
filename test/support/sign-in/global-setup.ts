import type { TestProject } from 'vitest/node'
import { startProvider } from '../../../dev/provider/provider.ts'
import { freePort } from '../free-port.ts'
import { startFaultyProvider } from './faulty-provider.ts'
import './servers.ts'

/** Must equal `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET` of vitest.config.ts. */
const client = { id: 'croquis', secret: 'secret' }

const people = [
  { sub: 'mira', name: 'Mira Vale', email: 'mira@people.test' },
  { sub: 'ines', name: 'Inês Duarte', email: 'ines@people.test' },
]

/** Starts the sign-in providers for the tests. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const provider = await startProvider({
    port: await freePort(),
    clientId: client.id,
    clientSecret: client.secret,
    redirectUris: ['http://localhost/sign-in/callback'],
    people: async () => people,
  })
  const { origin, appleKeysUrl, appleKey, close } = await startFaultyProvider(await freePort(), client)
  provide('signIn', { provider: provider.issuer, people, faulty: origin, appleKeysUrl, appleKey })
  return async () => {
    await Promise.all([provider.close(), close()])
  }
}
