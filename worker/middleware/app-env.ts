import type { Impersonation, Viewer } from '../domain/users/viewer.ts'
import type { Db } from '../lib/database.ts'

export type AppEnv = {
  Bindings: Cloudflare.Env
  Variables: {
    requestId: string
    isFileRead: boolean | undefined
    /** The request counted against a rate of searches. */
    isSearch: boolean | undefined
    /** A rate admitted the request. */
    isCounted: boolean | undefined
    /** Read through `dbOf`. */
    db: Db | undefined
    dbSession: D1DatabaseSession | undefined
    /** Null for a visitor. Read through `viewerOf` and `memberOf`. */
    viewer: Viewer | null
    sessionHash: string | null
    /** The time before the session was read, so roles that changed later are missing in the viewer. */
    sessionReadAt: number
    /** Set while staff act as the viewer. */
    impersonation: Impersonation | null
  }
}
