import { isSigned, sign } from '../../lib/signature.ts'
import { MAIL_PURPOSES, type MailPurpose } from './kinds.ts'

/** The address at which a member switches off mails of a purpose without logging in. It does not expire. */
export async function unsubscribePath(secret: string, userId: number, purpose: MailPurpose): Promise<string> {
  return `/unsubscribe/${userId}.${purpose}.${await sign(secret, signedText(userId, purpose))}`
}

/** Returns the member and purpose of a token of `unsubscribePath`; null for any other text. */
export async function readUnsubscribeToken(
  secret: string,
  token: string,
): Promise<{ userId: number; purpose: MailPurpose } | null> {
  const [, id, name, signature = ''] = /^([1-9]\d{0,14})\.([a-z]+)\.([0-9a-f]{64})$/.exec(token) ?? []
  const purpose = MAIL_PURPOSES.find((known) => known === name)
  if (!purpose) return null
  const userId = Number(id)
  return (await isSigned(secret, signedText(userId, purpose), signature)) ? { userId, purpose } : null
}

const signedText = (userId: number, purpose: MailPurpose) => `unsubscribe ${userId} ${purpose}`
