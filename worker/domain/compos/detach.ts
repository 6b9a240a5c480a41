import { type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '../../lib/database.ts'

/**
 * Detaches sketches from their entries in closed compos, so that the entries keep their places. Called before staff, or
 * the deletion of an account, delete the sketches. `sketchIds` is a list or a query of ids.
 */
export function detachFromClosedCompos(db: Db, sketchIds: SQL, now: number) {
  return statement(
    db,
    sql`UPDATE compo_entries SET sketch_id = NULL, artist_id = NULL, listed = 0, listed_for_all = 0
      WHERE sketch_id IN (${sketchIds}) AND EXISTS (SELECT 1 FROM compos
        WHERE compos.id = compo_entries.compo_id AND (result_at IS NOT NULL OR voting_ends_at <= ${now}))`,
  )
}
