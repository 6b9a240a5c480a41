import { and, type SQL, sql } from 'drizzle-orm'
import type { ReplayState } from '../../../contract/http/streams.ts'
import { type AccessFields, type AccessViewer, notBlocked, sketchAccess } from '../sketches/visibility.ts'
import { isStaff, type Viewer } from '../users/viewer.ts'
import { streams } from './schema.ts'

/** The condition that every list of streams goes by: no mature ones for who did not choose to see such, none across a block. */
export function streamsListedFor(viewer: Viewer | null): SQL | undefined {
  // As text, not as a value: by it the indexes of what everyone is shown are chosen.
  const forAll = sql`${streams.mature} = 0`
  return and(viewer?.showMature ? undefined : forAll, notBlocked(viewer, streams.userId))
}

/** The same of every list of replays, which go by the sketches that they were posted with as well. */
export function replaysListedFor(viewer: Viewer | null): SQL | undefined {
  const forAll = sql`${streams.replayMature} = 0`
  return and(
    sql`${streams.replay} = 'kept' AND ${streams.replayUnlisted} = 0 AND ${streams.replayViolating} = 0`,
    viewer?.showMature ? undefined : forAll,
    streamsListedFor(viewer),
  )
}

type Access = { maySee: true; notice: 'mature' | null } | { maySee: false; notice: 'mature' | 'blocked' }

/** Whether a viewer may see a stream, as it is with sketches; one whose replay was posted with a mature one is mature. */
export function streamAccess(
  viewer: AccessViewer | null,
  stream: Pick<AccessFields, 'userId' | 'mature' | 'blocked'> & { replayMature: boolean },
): Access {
  const mature = stream.mature || stream.replayMature
  const { maySee, notice } = sketchAccess(viewer, { ...stream, mature, unlisted: false, violation: null })
  if (maySee) return { maySee, notice: notice === 'mature' ? notice : null }
  return { maySee, notice: notice === 'blocked' ? notice : 'mature' }
}

/** What decides who is shown what a stream has left: its last picture, and its recording. */
type Left = Pick<typeof streams.$inferSelect, 'userId' | 'endReason' | 'replay' | 'replayViolating'>

/** Whether a viewer who may see a stream may see its last picture; of what staff ended or hid, its artist and staff alone. */
export function maySeePicture(viewer: Viewer | null, stream: Left): boolean {
  return isTheirs(viewer, stream) || !isWithheld(stream)
}

/** The replay as a viewer who may see the stream is told of it: one that waits, or is withheld, is told to its artist and staff alone. */
export function replayFor(viewer: Viewer | null, stream: Left): ReplayState {
  const isThere = isTheirs(viewer, stream) || (stream.replay === 'kept' && !isWithheld(stream))
  return isThere ? stream.replay : 'none'
}

const isTheirs = (viewer: Viewer | null, { userId }: Left) => viewer?.id === userId || isStaff(viewer)

// What staff ended is kept only where they showed it afterwards.
const isWithheld = ({ endReason, replay, replayViolating }: Left) =>
  replay === 'hidden' || replayViolating || (endReason === 'staff' && replay !== 'kept')
