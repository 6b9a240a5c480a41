import { env } from 'cloudflare:workers'
import type { PasskeyOptionsReply, PasskeySignInOptionsReply } from '../../../contract/http/passkeys.ts'
import { Authenticator, type Deviation } from './authenticator.ts'
import type { Browser } from './browser.ts'
import type { Person } from './people.ts'
import { jsonOf } from './site.ts'

export const passkeyOptions = (browser: Browser) =>
  jsonOf<PasskeyOptionsReply>(browser.request('/api/v2/passkeys/options', { body: {} }))

export const signInOptions = (browser: Browser) =>
  jsonOf<PasskeySignInOptionsReply>(browser.request('/api/v2/passkeys/signInOptions', { body: {} }))

/** Asks for the options for a new passkey and answers them. */
export async function sendPasskey(
  browser: Browser,
  authenticator: Authenticator,
  deviation?: Deviation,
): Promise<Response> {
  const body = await authenticator.create(await passkeyOptions(browser), deviation)
  return browser.request('/api/v2/passkeys/add', { body })
}

/** Adds a passkey to the account of a browser; returns its authenticator and the backup codes that came with it. */
export async function addPasskeyTo(
  browser: Browser,
  counter?: number,
): Promise<{ authenticator: Authenticator; codes: string[] }> {
  const authenticator = await Authenticator.make(counter)
  const { codes } = await jsonOf<{ codes: string[] }>(sendPasskey(browser, authenticator))
  return { authenticator, codes }
}

/** Asks for the options for a sign-in and answers them. */
export async function signInWithPasskey(
  browser: Browser,
  authenticator: Authenticator,
  deviation?: Deviation,
): Promise<Response> {
  const body = await authenticator.get(await signInOptions(browser), deviation)
  return browser.request('/api/v2/passkeys/signIn', { body })
}

/** Gives a member two passkeys without a key, of which one can be removed; returns its id. */
export async function addPasskeys({ id }: Person): Promise<number> {
  const { results } = await env.DB.prepare(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
      VALUES (?1, ?2 || 'a', '', 0, '[]', 0, 'Phone', 1), (?1, ?2 || 'b', '', 0, '[]', 0, 'Key', 1) RETURNING id`,
  )
    .bind(id, crypto.randomUUID())
    .all<{ id: number }>()
  return results[0]?.id ?? -1
}
