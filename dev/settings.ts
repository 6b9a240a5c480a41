import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

export type LocalSite = {
  sitePort: number
  providerPort: number
  /** Folder of the local D1 and R2, relative to the project. */
  state: string
}

export const DEFAULT_SITE: LocalSite = { sitePort: 8787, providerPort: 8788, state: '.local/state' }

/** Reads `CROQUIS_PORT` and `CROQUIS_STATE`. */
export function siteFromEnv(env: NodeJS.ProcessEnv): LocalSite {
  const sitePort = Number(env.CROQUIS_PORT ?? DEFAULT_SITE.sitePort)
  return { sitePort, providerPort: sitePort + 1, state: env.CROQUIS_STATE ?? DEFAULT_SITE.state }
}

export const siteOrigin = (localSite: LocalSite) => `http://localhost:${localSite.sitePort}`
export const providerIssuer = (localSite: LocalSite) => `http://localhost:${localSite.providerPort}`

/** The page that shows the mails of the local site. */
export const mailAddress = (localSite: LocalSite) => `${providerIssuer(localSite)}/mail`

/** The stand-in for PayPal. */
export const paymentsPort = ({ sitePort }: LocalSite) => sitePort + 2

/** Not secrets: known to the local stand-in only. */
export const LOCAL_PAYPAL = {
  clientId: 'croquis-local',
  clientSecret: 'known-to-everyone',
  merchantId: 'CROQUISLOCAL1',
  webhookId: 'local-webhook',
}

/** Not a secret: accepted only by the local provider. */
export const LOCAL_CLIENT = { clientId: 'croquis-local', clientSecret: 'known-to-everyone' }

/** An error that is printed without a stack. */
export function plainError(message: string): Error {
  return Object.assign(new Error(message), { plain: true })
}

export function exitWith(error: unknown): never {
  console.error(error instanceof Error && 'plain' in error ? error.message : error)
  process.exit(1)
}
