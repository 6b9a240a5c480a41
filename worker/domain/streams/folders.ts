import { eq, sql } from 'drizzle-orm'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/database.ts'
import { type CallBudget, DELETE_KEYS_MAX, removeKeys } from '../../lib/files.ts'
import { streams } from './schema.ts'

const STREAMS_AT_ONCE = 25
/** Calls that a removal makes after its reply. The scheduled job does the rest. */
export const DELETION_CALLS = 100

/** Removes the files of a stream. Returns false if more calls were needed. */
export async function emptyFolder(files: R2Bucket, id: number, calls: CallBudget): Promise<boolean> {
  for (;;) {
    if (calls.left < 2) return false
    const { objects, truncated } = await files.list({ prefix: streamFolder(id), limit: DELETE_KEYS_MAX })
    const keys = objects.map(({ key }) => key)
    calls.left -= 1 + (await removeKeys(files, keys))
    if (!truncated) return true
  }
}

/** Deletes files of removed recordings. The next run continues after a failure or the last call. */
export async function deleteRemovedFiles(db: Db, files: R2Bucket, calls: CallBudget): Promise<void> {
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
