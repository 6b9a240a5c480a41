/** True if this browser supports passkeys. False on pages without HTTPS. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'
