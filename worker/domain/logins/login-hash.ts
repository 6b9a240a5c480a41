import { sign } from '../../lib/signature.ts'

export type Login = { issuer: string; subject: string }

/** A hash of a login that cannot be computed without the secret. The signed text is that of stored hashes. */
export function loginHash(secret: string, { issuer, subject }: Login): Promise<string> {
  return sign(secret, `banned login ${issuer} ${subject}`)
}
