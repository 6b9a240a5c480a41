import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  AddPasskeyBody,
  PasskeyOptionsReply,
  PasskeySignInBody,
  PasskeySignInOptionsReply,
} from '../../../contract/http/passkeys.ts'
import { ORIGIN } from './site.ts'

/** Deviations of an answer from an honest one. */
export type Deviation = {
  origin?: string
  rpId?: string
  challenge?: string
  /** `webauthn.create` or `webauthn.get`. */
  type?: string
  isVerified?: boolean
  isPresent?: boolean
  /** The count of signatures; an honest authenticator adds one each time. */
  counter?: number
  /** The attestation statement has a certificate. */
  hasCertificate?: boolean
  userHandle?: string
}

const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40]

/** An authenticator with one passkey on the curve P-256, which answers as a browser with it would. */
export class Authenticator {
  readonly id: string
  readonly #keys: CryptoKeyPair
  readonly #credentialId: Uint8Array<ArrayBuffer>
  #userHandle = ''
  #counter: number

  private constructor(keys: CryptoKeyPair, counter: number) {
    this.#keys = keys
    this.#credentialId = crypto.getRandomValues(new Uint8Array(32))
    this.id = toBase64url(this.#credentialId)
    this.#counter = counter
  }

  /** `counter`: 0 for one that never counts, as synced passkeys do. */
  static async make(counter = 1): Promise<Authenticator> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    return new Authenticator((await crypto.subtle.generateKey(algorithm, true, ['sign'])) as CryptoKeyPair, counter)
  }

  /** Answers the options for a new passkey. */
  async create(options: PasskeyOptionsReply, deviation: Deviation = {}): Promise<AddPasskeyBody> {
    this.#userHandle = options.user.id
    const clientData = clientDataOf('webauthn.create', options.challenge, deviation)
    const length = new Uint8Array([0, this.#credentialId.length])
    const credential = [new Uint8Array(16), length, this.#credentialId, await this.#coseKey()]
    const authData = joined(await this.#authenticatorData(options.rp.id, HAS_CREDENTIAL, deviation), ...credential)
    const statement = deviation.hasCertificate
      ? new Map<string, unknown>([
          ['alg', -7],
          ['sig', new Uint8Array(64)],
          ['x5c', [new Uint8Array(8)]],
        ])
      : new Map<string, unknown>()
    const attestation = new Map<string, unknown>([
      ['fmt', deviation.hasCertificate ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', authData],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: toBase64url(clientData),
        attestationObject: toBase64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal', 'unheard-of'],
      },
    }
  }

  /** Answers the options for a sign-in. */
  async get(options: PasskeySignInOptionsReply, deviation: Deviation = {}): Promise<PasskeySignInBody> {
    if (this.#counter > 0) this.#counter++
    const clientData = clientDataOf('webauthn.get', options.challenge, deviation)
    const authenticatorData = await this.#authenticatorData(options.rpId, 0, deviation)
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', clientData))
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signed = joined(authenticatorData, hash)
    const signature = new Uint8Array(await crypto.subtle.sign(algorithm, this.#keys.privateKey, signed))
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: toBase64url(clientData),
        authenticatorData: toBase64url(authenticatorData),
        signature: toBase64url(toDer(signature)),
        userHandle: (deviation.userHandle ?? this.#userHandle) || undefined,
      },
    }
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const }
  }

  async #authenticatorData(rpId: string, flags: number, deviation: Deviation): Promise<Uint8Array<ArrayBuffer>> {
    const { isPresent = true, isVerified = true, counter = this.#counter } = deviation
    const host = new TextEncoder().encode(deviation.rpId ?? rpId)
    const data = new Uint8Array(37)
    data.set(new Uint8Array(await crypto.subtle.digest('SHA-256', host)))
    data[32] = flags | (isPresent ? USER_PRESENT : 0) | (isVerified ? USER_VERIFIED : 0)
    new DataView(data.buffer).setUint32(33, counter)
    return data
  }

  async #coseKey(): Promise<Uint8Array> {
    const raw = new Uint8Array((await crypto.subtle.exportKey('raw', this.#keys.publicKey)) as ArrayBuffer)
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, raw.slice(1, 33)],
      [-3, raw.slice(33)],
    ])
    return isoCBOR.encode(key as Parameters<typeof isoCBOR.encode>[0])
  }
}

function clientDataOf(kind: string, given: string, deviation: Deviation): Uint8Array<ArrayBuffer> {
  const { type = kind, challenge = given, origin = ORIGIN } = deviation
  return joined(new TextEncoder().encode(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
}

/** ECDSA signatures of WebCrypto are two plain numbers; WebAuthn has them in DER. */
function toDer(signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const integer = (bytes: Uint8Array) => {
    const digits = bytes.slice(bytes.findIndex((byte) => byte !== 0))
    const positive = (digits[0] ?? 0) >= 0x80 ? joined(new Uint8Array(1), digits) : digits
    return joined(new Uint8Array([0x02, positive.length]), positive)
  }
  const half = signature.length / 2
  const numbers = joined(integer(signature.slice(0, half)), integer(signature.slice(half)))
  return joined(new Uint8Array([0x30, numbers.length]), numbers)
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
