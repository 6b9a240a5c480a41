import { eq } from 'drizzle-orm'
import { AppError } from '../../lib/app-error.ts'
import type { Db } from '../../lib/db.ts'
import { isStaff, type Viewer } from '../../lib/viewer.ts'
import { streams } from './schema.ts'

/** A stream that is of this member, or, where staff may act on it, anyone's. @throws AppError `not_found`, `forbidden`. */
export async function requireStream(db: Db, member: Viewer, id: number, by: 'artist' | 'staff too' = 'artist') {
  const stream = await db.select().from(streams).where(eq(streams.id, id)).get()
  if (!stream) throw new AppError('not_found')
  if (stream.userId !== member.id && !(by === 'staff too' && isStaff(member))) throw new AppError('forbidden')
  return stream
}

/**
 * A stream of this member with a recording that is there for them to keep: staff hid neither it nor the sketch that it was
 * posted with. @throws AppError `not_found`, `forbidden`.
 */
export async function requireRecording(db: Db, member: Viewer, id: number) {
  const stream = await requireStream(db, member, id)
  const { replay, replayViolating } = stream
  if ((replay !== 'pending' && replay !== 'kept') || replayViolating) throw new AppError('not_found')
  return stream
}
