/** Makes a random name of 160 bits: 40 hex digits, safe in paths, file keys and cookies. */
export function randomToken(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(20)))
}

export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
