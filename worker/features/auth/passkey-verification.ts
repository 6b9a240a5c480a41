import type { AddPasskeyBody, PasskeySignInBody } from '../../../contract/http/passkeys.ts'
import { failure, type Result, success } from '../../lib/result.ts'

/** Loads the library at its first use, because it is large and only needed here. */
const loadLibrary = () => Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')])

/** Signature algorithms of passkeys, preferred first: Ed25519, ES256, RS256 (COSE numbers). */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/** The relying party of passkeys. `rpId` is the host name of the site. */
export type PasskeySite = { origin: string; rpId: string }

export function passkeySiteOf(url: string): PasskeySite {
  const { origin, hostname } = new URL(url)
  return { origin, rpId: hostname }
}

export type NewCredential = { credentialId: string; publicKey: string; counter: number; isSynced: boolean }

/**
 * Verifies the registration response for a new passkey: challenge, origin, relying party, and that the authenticator
 * verified the user.
 */
export async function verifyNewPasskey(
  { response, ...credential }: AddPasskeyBody,
  { challenge, site }: { challenge: string; site: PasskeySite },
): Promise<Result<NewCredential, 'bad_passkey'>> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await loadLibrary()
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    // Certificates were not asked for. To check them, the library would fetch addresses that they name.
    if (!isWithoutCertificate(attestation.get('fmt'), attestation.get('attStmt').get('x5c')))
      return failure('bad_passkey')
    const { clientDataJSON, attestationObject } = response
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== credential.id) return failure('bad_passkey')
    const { id, publicKey, counter } = registrationInfo.credential
    return success({
      credentialId: id,
      publicKey: isoBase64URL.fromBuffer(publicKey),
      counter,
      isSynced: registrationInfo.credentialBackedUp,
    })
  } catch {
    return failure('bad_passkey')
  }
}

const isWithoutCertificate = (format: string, certificates: unknown) =>
  format === 'none' || (format === 'packed' && certificates === undefined)

type StoredPasskey = { credentialId: string; publicKey: string; counter: number }
export type PasskeyUse = { counter: number; isSynced: boolean }

/**
 * Verifies the authentication response for a sign-in: challenge, origin, relying party, signature, a counter above the
 * stored one, and that the authenticator verified the user.
 */
export async function verifyPasskeyUse(
  { response, ...credential }: PasskeySignInBody,
  { challenge, site, passkey }: { challenge: string; site: PasskeySite; passkey: StoredPasskey },
): Promise<Result<PasskeyUse, 'bad_passkey'>> {
  const [{ verifyAuthenticationResponse }, { isoBase64URL }] = await loadLibrary()
  try {
    const { clientDataJSON, authenticatorData, signature } = response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    if (!verified) return failure('bad_passkey')
    return success({ counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp })
  } catch {
    return failure('bad_passkey')
  }
}
