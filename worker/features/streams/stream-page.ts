import { asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { streamChannel } from '../../../contract/channel.ts'
import type { ShownStream, StreamPageReply } from '../../../contract/http/streams.ts'
import { displayTitle } from '../../../contract/text.ts'
import { toWireTime } from '../../../contract/time.ts'
import { challenges } from '../../domain/challenges/schema.ts'
import { type StoredViolation, sketches } from '../../domain/sketches/schema.ts'
import { blockedColumn, linkedColumn, type Reader, sketchAccess } from '../../domain/sketches/visibility.ts'
import { replayLinkedColumn } from '../../domain/streams/queries.ts'
import { streamChapters, streams } from '../../domain/streams/schema.ts'
import { isPreviewShown, replayStatusFor, streamAccess } from '../../domain/streams/visibility.ts'
import { users } from '../../domain/users/schema.ts'
import type { Viewer } from '../../domain/users/viewer.ts'
import type { Db } from '../../lib/database.ts'
import { streamColumns, streamItemOf } from './listing.ts'
import { hasReminder } from './queries.ts'

/** The sketch of the replay, or else the subject of the stream. */
const linkedSketch = alias(sketches, 'linked_sketch')

/** Finds the page of a stream, or only the notice for a viewer who may not see it. */
export async function findStreamPage(db: Db, reader: Reader, id: number): Promise<StreamPageReply | null> {
  const { viewer } = reader
  const [[row], chapters] = await db.batch([selectPage(db, reader, id), selectChapters(db, id)])
  if (!row) return null
  const access = streamAccess(viewer, { ...row.item, replayMature: row.replayMature, blocked: row.blocked })
  return access.maySee
    ? { hidden: false, notice: access.notice, ...shownStream(viewer, row, chapters) }
    : { hidden: true, id, notice: access.notice }
}

type PageRow = Awaited<ReturnType<typeof selectPage>>[number]
type Chapters = Awaited<ReturnType<typeof selectChapters>>

function shownStream(viewer: Viewer | null, row: PageRow, chapters: Chapters): Omit<ShownStream, 'hidden' | 'notice'> {
  const { item, sketch, challenge, startsAt, endReason, state } = row
  const replayFields = { ...row, userId: item.userId }
  const replay = replayStatusFor(viewer, replayFields)
  const { description, durationMs, isFanOf, reminded, reminders, source } = row
  return {
    ...streamItemOf({ ...item, previewNumber: isPreviewShown(viewer, replayFields) ? item.previewNumber : 0 }),
    ...{ description, state, durationMs, isFanOf, reminded, reminders, source },
    end: endReason,
    startsAt: startsAt === null ? null : toWireTime(startsAt),
    replay,
    undecided: state === 'ended' && (row.replay === 'pending' || !row.finalized),
    chapters: replay === 'none' && state === 'ended' ? [] : chapters,
    sketch:
      sketch?.id && sketchAccess(viewer, sketch).maySee
        ? { id: sketch.id, linkKey: sketch.linkKey, title: displayTitle(sketch.title) }
        : null,
    sketchId: viewer?.id === item.userId ? row.sketchId : null,
    challenge: challenge?.id ? challenge : null,
    channel: streamChannel(item.id),
  }
}

function selectChapters(db: Db, id: number) {
  return db
    .select({ atMs: streamChapters.atMs, title: streamChapters.title })
    .from(streamChapters)
    .where(eq(streamChapters.streamId, id))
    .orderBy(asc(streamChapters.atMs))
}

function selectPage(db: Db, reader: Reader, id: number) {
  const { viewer } = reader
  return db
    .select({
      item: streamColumns,
      blocked: blockedColumn(viewer, streams.userId),
      description: streams.description,
      state: streams.state,
      startsAt: streams.startsAt,
      endReason: streams.endReason,
      replayMature: streams.replayMature,
      replayViolating: streams.replayViolating,
      replayUnlisted: streams.replayUnlisted,
      replayLinked: replayLinkedColumn(reader),
      durationMs: streams.durationMs,
      replay: streams.replay,
      finalized: streams.finalized,
      sketchId: streams.sketchId,
      source: streams.source,
      isFanOf:
        sql`EXISTS (SELECT 1 FROM fans WHERE fans.user_id = streams.user_id AND fans.fan_id = ${viewer?.id ?? 0})`
          .mapWith(Boolean)
          .as('is_fan_of'),
      reminded: hasReminder(viewer),
      reminders: streams.remindersCount,
      // Aliased: a batch merges columns of the same name.
      challenge: {
        id: sql<number>`${challenges.id}`.as('challenge_id'),
        title: sql<string>`${challenges.title}`.as('challenge_title'),
      },
      sketch: {
        id: sql<number>`${linkedSketch.id}`.as('linked_sketch_id'),
        title: sql<string>`${linkedSketch.title}`.as('linked_sketch_title'),
        userId: sql<number>`${linkedSketch.userId}`.as('linked_sketch_user_id'),
        mature: sql`${linkedSketch.mature}`.mapWith(Boolean).as('linked_sketch_mature'),
        unlisted: sql`${linkedSketch.unlisted}`.mapWith(Boolean).as('linked_sketch_unlisted'),
        linked: linkedColumn(reader, linkedSketch.linkKey),
        linkKey: sql<string | null>`${linkedSketch.linkKey}`.as('linked_sketch_link_key'),
        violation: sql<StoredViolation | null>`${linkedSketch.violation}`.as('linked_sketch_violation'),
        blocked: sql`${blockedColumn(viewer, linkedSketch.userId).getSQL()}`
          .mapWith(Boolean)
          .as('linked_sketch_blocked'),
      },
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.userId))
    .leftJoin(challenges, eq(challenges.id, streams.challengeId))
    .leftJoin(linkedSketch, sql`${linkedSketch.id} = coalesce(${streams.replaySketchId}, ${streams.sketchId})`)
    .where(eq(streams.id, id))
}
