import type { Viewer } from '../domain/users/viewer.ts'
import type { Db } from '../lib/database.ts'

/** What handlers find in the context. */
export type AppEnv = {
  Bindings: Cloudflare.Env
  Variables: {
    requestId: string
    /** Read through `dbOf`. */
    db: Db | undefined
    dbSession: D1DatabaseSession | undefined
    /** The member who asks, or null for a visitor. Read through `viewerOf` and `memberOf`. */
    viewer: Viewer | null
    /** Hash of the token of the session that asks. */
    sessionHash: string | null
  }
}
