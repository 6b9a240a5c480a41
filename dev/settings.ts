import { join } from 'node:path'

/** The project's folder. */
export const ROOT = join(import.meta.dirname, '..')

/** Where the site on this machine runs, and where it keeps what it stores. */
export type LocalSite = {
  sitePort: number
  providerPort: number
  /** Folder for the local D1 and R2, below the project's. */
  state: string
}

export const DEFAULT_SITE: LocalSite = { sitePort: 8787, providerPort: 8788, state: '.local/state' }

/** The place that the environment names (`CROQUIS_PORT`, `CROQUIS_STATE`), or home. */
export function siteFromEnv(env: NodeJS.ProcessEnv): LocalSite {
  const sitePort = Number(env.CROQUIS_PORT ?? DEFAULT_SITE.sitePort)
  return { sitePort, providerPort: sitePort + 1, state: env.CROQUIS_STATE ?? DEFAULT_SITE.state }
}

export const siteOrigin = (place: LocalSite) => `http://localhost:${place.sitePort}`
export const providerIssuer = (place: LocalSite) => `http://localhost:${place.providerPort}`

/** Known to everyone who reads this, and good for the local provider alone. */
export const LOCAL_CLIENT = { clientId: 'croquis-local', clientSecret: 'known-to-everyone' }

/** An error whose message alone is printed, without a stack. */
export function plainError(message: string): Error {
  return Object.assign(new Error(message), { plain: true })
}

/** Prints why a script ends, and ends it. */
export function exitWith(error: unknown): never {
  console.error(error instanceof Error && 'plain' in error ? error.message : error)
  process.exit(1)
}
