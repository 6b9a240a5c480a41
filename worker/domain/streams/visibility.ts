import { and, type SQL, sql } from 'drizzle-orm'
import type { ReplayStatus } from '../../../contract/http/streams.ts'
import { type AccessFields, type AccessViewer, notBlocked, sketchAccess } from '../sketches/visibility.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { streams } from './schema.ts'

/** The condition of a listed stream: no blocked artist, and mature only if the viewer switched mature streams on. */
export function streamsListedFor(viewer: Viewer | null): SQL | undefined {
  return and(matureShownTo(viewer, undefined), notBlocked(viewer, streams.userId))
}

function matureShownTo(viewer: Viewer | null, artist: number | undefined): SQL | undefined {
  // A literal, not a parameter: the partial indexes need it.
  return seesMature(viewer, artist) ? undefined : sql`${streams.mature} = 0`
}

/**
 * The condition of every list of streams in parts, as `partsWithBlocked` of sketches: rows are chosen before blocks are
 * looked up. Mature streams are shown only if the viewer switched them on, or if the list is of the viewer's own streams.
 * Own streams of an artist who switched mature streams off are the second part. No stream is in two parts.
 */
export function streamParts(viewer: Viewer | null, artist?: number): (SQL | undefined)[] {
  const own = sql`${streams.userId} = ${viewer?.id ?? 0} AND ${streams.mature} = 1`
  return [matureShownTo(viewer, artist), ...(missesOwnMature(viewer, artist) ? [own] : [])]
}

/** The same parts for every list of replays, which also respect the sketch of the replay. */
export function replayParts(viewer: Viewer | null, artist?: number): (SQL | undefined)[] {
  const isKept = sql`${streams.replay} = 'kept' AND ${streams.replayUnlisted} = 0 AND ${streams.replayViolating} = 0`
  const isNotMature = sql`${streams.replayMature} = 0`
  const shown = and(isKept, seesMature(viewer, artist) ? undefined : isNotMature, matureShownTo(viewer, artist))
  const isMature = sql`(${streams.mature} = 1 OR ${streams.replayMature} = 1)`
  const own = sql`${isKept} AND ${streams.userId} = ${viewer?.id ?? 0} AND ${isMature}`
  return [shown, ...(missesOwnMature(viewer, artist) ? [own] : [])]
}

/** True for a viewer whose own mature streams are an exception in lists of all artists. */
const missesOwnMature = (viewer: Viewer | null, artist: number | undefined) =>
  viewer !== null && artist === undefined && !viewer.showMature

const seesMature = (viewer: Viewer | null, artist: number | undefined) =>
  viewer !== null && (viewer.showMature || viewer.id === artist)

type Access = { maySee: true; notice: 'mature' | null } | { maySee: false; notice: 'mature' | 'blocked' }

/** Applies the visibility of sketches to a stream. A stream is mature if the sketch of its replay is. */
export function streamAccess(
  viewer: AccessViewer | null,
  stream: Pick<AccessFields, 'userId' | 'mature' | 'blocked'> & { replayMature: boolean },
): Access {
  const mature = stream.mature || stream.replayMature
  const { maySee, notice } = sketchAccess(viewer, {
    ...stream,
    mature,
    unlisted: false,
    linked: false,
    violation: null,
  })
  if (maySee) return { maySee, notice: notice === 'mature' ? notice : null }
  return { maySee, notice: notice === 'blocked' ? notice : 'mature' }
}

type ReplayFields = Pick<
  typeof streams.$inferSelect,
  'userId' | 'endReason' | 'replay' | 'replayViolating' | 'replayUnlisted'
> & {
  /** The reader has the link of the replay's unlisted sketch. */
  replayLinked: boolean
}

/** True if a viewer who may see the stream may also see its preview. Artist and staff also see a hidden preview. */
export function isPreviewShown(viewer: Viewer | null, stream: ReplayFields): boolean {
  return isOwnerOrStaff(viewer, stream) || !isHidden(stream)
}

/**
 * The status of the replay for a viewer who may see the stream. Others than artist and staff get no pending or hidden
 * replay.
 */
export function replayStatusFor(viewer: Viewer | null, stream: ReplayFields): ReplayStatus {
  const isShown = isOwnerOrStaff(viewer, stream) || (stream.replay === 'kept' && !isHidden(stream))
  return isShown ? stream.replay : 'none'
}

const isOwnerOrStaff = (viewer: Viewer | null, { userId }: ReplayFields) => viewer?.id === userId || isStaff(viewer)

/** True if staff hid the pictures of a stream, or if they are of an unlisted sketch and the reader has no link. */
const isHidden = (stream: ReplayFields) => isHiddenByStaff(stream) || (stream.replayUnlisted && !stream.replayLinked)

// A stream that staff ended counts as hidden until staff show its replay.
const isHiddenByStaff = ({ endReason, replay, replayViolating }: ReplayFields) =>
  replay === 'hidden' || replayViolating || (endReason === 'staff' && replay !== 'kept')
