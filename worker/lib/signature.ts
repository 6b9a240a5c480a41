import { toHex } from './random.ts'

/** Signs a text by HMAC with SHA-256. Returns 64 hex digits. */
export async function sign(secret: string, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret), new TextEncoder().encode(text))
  return toHex(new Uint8Array(signature))
}

/** Checks a signature of `sign` in constant time. Nothing is valid without a secret. */
export async function isSigned(secret: string, text: string, signature: string): Promise<boolean> {
  if (!secret || !/^[0-9a-f]{64}$/.test(signature)) return false
  const given = Uint8Array.from(signature.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return crypto.subtle.verify('HMAC', await keyOf(secret), given, new TextEncoder().encode(text))
}

function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign', 'verify'])
}
