import { eq, sql } from 'drizzle-orm'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/database.ts'
import { type CallBudget, emptyFolder } from '../../lib/files.ts'
import { streams } from './schema.ts'

const STREAMS_AT_ONCE = 25
/** Maximum number of calls to R2 by one removal. The scheduled job continues after it. */
export const DELETION_CALLS = 100

/** Deletes files of removed recordings. After a failure, or when the calls are used up, the next run continues. */
export async function deleteRemovedFiles(db: Db, files: R2Bucket, calls: CallBudget): Promise<void> {
  calls.left--
  const removed = await db
    .select({ id: streams.id })
    .from(streams)
    .where(sql`${streams.filesDeletionPending} = 1`)
    .orderBy(streams.id)
    .limit(STREAMS_AT_ONCE)
  for (const { id } of removed) {
    if (!(await emptyFolder(files, streamFolder(id), calls))) return
    calls.left--
    await db.update(streams).set({ filesDeletionPending: false }).where(eq(streams.id, id))
  }
}
