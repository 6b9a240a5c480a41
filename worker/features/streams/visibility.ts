import { and, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../lib/viewer.ts'
import { notBlocked, type Restriction, type Seer, sketchAccess } from '../sketches/visibility.ts'
import { streams } from './schema.ts'

/** The condition that every list of streams goes by: no mature ones for who did not choose to see such, none across a block. */
export function streamsListedFor(viewer: Viewer | null): SQL | undefined {
  // As text, not as a value: by it the indexes of what everyone is shown are chosen.
  const forAll = sql`${streams.mature} = 0`
  return and(viewer?.showMature ? undefined : forAll, notBlocked(viewer, streams.userId))
}

type Access = { maySee: true; notice: 'mature' | null } | { maySee: false; notice: 'mature' | 'blocked' }

/** Whether a viewer may see a stream, as it is with sketches. */
export function streamAccess(viewer: Seer | null, stream: Pick<Restriction, 'userId' | 'mature' | 'blocked'>): Access {
  const { maySee, notice } = sketchAccess(viewer, { ...stream, unlisted: false, violation: null })
  if (maySee) return { maySee, notice: notice === 'mature' ? notice : null }
  return { maySee, notice: notice === 'blocked' ? notice : 'mature' }
}
