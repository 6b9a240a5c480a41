/** True if this browser knows passkeys; false on pages without HTTPS, too. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'
