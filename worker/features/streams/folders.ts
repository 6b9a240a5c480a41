import { eq, sql } from 'drizzle-orm'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import { streams } from '../../domain/streams/schema.ts'
import type { Db } from '../../lib/database.ts'
import { DELETE_KEYS_MAX, removeKeys } from '../../lib/files.ts'

/** Calls to R2 and D1 that are left to make. */
export type Calls = { left: number }

const STREAMS_AT_ONCE = 25
/** Calls that a removal makes after its reply; the rest is left to the schedule. */
export const CLEARING_CALLS = 100

/** Removes what is in the folder of a stream; false where the calls did not reach to its end. */
export async function emptyFolder(files: R2Bucket, id: number, calls: Calls): Promise<boolean> {
  for (;;) {
    if (calls.left < 2) return false
    const { objects, truncated } = await files.list({ prefix: streamFolder(id), limit: DELETE_KEYS_MAX })
    const keys = objects.map(({ key }) => key)
    calls.left -= 1 + (await removeKeys(files, keys))
    if (!truncated) return true
  }
}

/** Removes the files of recordings that were removed. What is cut off, or fails, goes on with the next call. */
export async function clearRemoved(db: Db, files: R2Bucket, calls: Calls): Promise<void> {
  calls.left--
  const removed = await db
    .select({ id: streams.id })
    .from(streams)
    .where(sql`${streams.filesDeletionPending} = 1`)
    .orderBy(streams.id)
    .limit(STREAMS_AT_ONCE)
  for (const { id } of removed) {
    if (!(await emptyFolder(files, id, calls))) return
    calls.left--
    await db.update(streams).set({ filesDeletionPending: false }).where(eq(streams.id, id))
  }
}
