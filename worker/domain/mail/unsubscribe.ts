import { toHex } from '../../lib/random.ts'
import { MAIL_PURPOSES, type MailPurpose } from './kinds.ts'

/** The address at which a member switches off mails of a purpose without logging in. It does not expire. */
export async function unsubscribePath(secret: string, userId: number, purpose: MailPurpose): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), bytesOf(userId, purpose))
  return `/unsubscribe/${userId}.${purpose}.${toHex(new Uint8Array(signature))}`
}

/** Returns the member and purpose of a token of `unsubscribePath`; null for any other text. */
export async function readUnsubscribeToken(
  secret: string,
  token: string,
): Promise<{ userId: number; purpose: MailPurpose } | null> {
  const [, id = '', name, signature = ''] = /^([1-9]\d{0,14})\.([a-z]+)\.([0-9a-f]{64})$/.exec(token) ?? []
  const purpose = MAIL_PURPOSES.find((known) => known === name)
  if (!purpose || !secret) return null
  const given = Uint8Array.from(signature.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const userId = Number(id)
  const isValid = await crypto.subtle.verify('HMAC', await keyOf(secret), given, bytesOf(userId, purpose))
  return isValid ? { userId, purpose } : null
}

const bytesOf = (userId: number, purpose: MailPurpose) => new TextEncoder().encode(`unsubscribe ${userId} ${purpose}`)

function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign', 'verify'])
}
