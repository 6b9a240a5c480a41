import { and, eq, sql } from 'drizzle-orm'
import { blockedColumn, type Reader } from '../../domain/sketches/visibility.ts'
import { streams } from '../../domain/streams/schema.ts'
import { streamAccess } from '../../domain/streams/visibility.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'

/** Selects the replay that a sketch was posted with. */
export function selectReplay(db: Db, { viewer }: Reader, sketchId: number) {
  return db
    .select({
      id: streams.id,
      userId: streams.userId,
      mature: streams.mature,
      replayMature: streams.replayMature,
      blocked: blockedColumn(viewer, streams.userId),
    })
    .from(streams)
    .where(and(eq(streams.replaySketchId, sketchId), sql`${streams.replay} = 'kept'`))
    .limit(1)
}

type ReplayRow = { id: number; userId: number; mature: boolean; replayMature: boolean; blocked: boolean }

export function replayOf(viewer: Viewer | null, row: ReplayRow | undefined): { streamId: number } | null {
  return row && streamAccess(viewer, row).maySee ? { streamId: row.id } : null
}
