import { eq, sql } from 'drizzle-orm'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/database.ts'
import { type CallBudget, emptyFolder } from '../../lib/files.ts'
import { streams } from './schema.ts'

const STREAMS_AT_ONCE = 25
/** Maximum number of calls to R2 by one removal. The scheduled job continues after it. */
export const DELETION_CALLS = 100

/** Number of removed recordings that share the calls of a run, so that one with many files does not delay the others. */
const STREAMS_PER_RUN_MIN = 5

/**
 * Deletes files of removed recordings, in random order: one member may have removed many large ones. After a failure, or
 * when the calls are used up, the next run continues.
 */
export async function deleteRemovedFiles(db: Db, files: R2Bucket, calls: CallBudget): Promise<void> {
  calls.left--
  const removed = await db
    .select({ id: streams.id })
    .from(streams)
    .where(sql`${streams.filesDeletionPending} = 1`)
    .orderBy(sql`random()`)
    .limit(STREAMS_AT_ONCE)
  const share = Math.floor(calls.left / Math.min(removed.length, STREAMS_PER_RUN_MIN))
  for (const { id } of removed) {
    const own = { left: Math.min(share, calls.left) }
    calls.left -= own.left
    const isEmpty = await emptyFolder(files, streamFolder(id), own)
    calls.left += own.left
    if (!isEmpty) continue
    calls.left--
    await db.update(streams).set({ filesDeletionPending: false }).where(eq(streams.id, id))
  }
}
