import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Chapter } from '../../../contract/http/stream.ts'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/db.ts'
import { KEYS_AT_ONCE, removeKeys } from '../../lib/files.ts'
import { actOnStream } from './acts.ts'
import { streamChapters, streams } from './schema.ts'

/** Keeps a recording that waits for its artist's decision; answers what stands of it then. */
export async function keepReplay(db: Db, id: number): Promise<void> {
  await db
    .update(streams)
    .set({ replay: 'kept' })
    .where(and(eq(streams.id, id), sql`${streams.replay} = 'pending'`))
}

/** Removes recordings and all that belongs to them for the site; the files go with `clearFolder`. */
export async function removeReplays(db: Db, ids: readonly number[]): Promise<void> {
  const chosen = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  await db.batch([
    db
      .update(streams)
      .set({ replay: 'none', replaySketchId: null, preview: 0, clearing: true })
      .where(and(inArray(streams.id, chosen), sql`${streams.replay} <> 'none'`)),
    db.delete(streamChapters).where(inArray(streamChapters.streamId, chosen)),
  ])
}

/** Removes what is in the folder of a stream, once it is to be removed; what fails here is found by the sweep. */
export async function clearFolder(db: Db, files: R2Bucket, id: number): Promise<void> {
  for (;;) {
    const { objects, truncated } = await files.list({ prefix: streamFolder(id), limit: KEYS_AT_ONCE })
    await removeKeys(
      files,
      objects.map(({ key }) => key),
    )
    if (!truncated) break
  }
  await db.update(streams).set({ clearing: false }).where(eq(streams.id, id))
}

/** Sets the chapters of a stream, in the place of all that it had; of two at one time the later one stands. */
export async function setChapters(db: Db, id: number, chapters: readonly Chapter[]): Promise<void> {
  await db.batch([
    db.delete(streamChapters).where(eq(streamChapters.streamId, id)),
    db
      .insert(streamChapters)
      .select(
        sql`SELECT ${id}, value ->> 'atMs', value ->> 'title' FROM json_each(${JSON.stringify(chapters)}) WHERE true`,
      )
      .onConflictDoUpdate({
        target: [streamChapters.streamId, streamChapters.atMs],
        set: { title: sql`excluded.title` },
      }),
  ])
}

type Hiding = { id: number; hidden: boolean; reason: string; staffId: number }

/** Hides a replay, or shows it again, with a line in the staff log; false when there is none such. */
export async function hideReplay(db: Db, { id, hidden, reason, staffId }: Hiding, now: number): Promise<boolean> {
  const [before, after] = hidden ? (['kept', 'hidden'] as const) : (['hidden', 'kept'] as const)
  const condition = sql`streams.id = ${id} AND streams.replay = ${before}`
  const act = { staffId, act: 'replay_hide', reason, changes: { replay: [before, after] } } as const
  const [, , [stream]] = await db.batch([
    actOnStream(db, act, condition, now),
    db.update(streams).set({ replay: after }).where(condition),
    db.select({ replay: streams.replay }).from(streams).where(eq(streams.id, id)),
  ])
  return stream?.replay === after
}
