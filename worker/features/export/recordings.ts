import { sql } from 'drizzle-orm'
import { replayChatKey, streamFolder } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/database.ts'
import { thingName } from './file-names.ts'
import type { NewFile } from './section.ts'

const FILES_AT_ONCE = 500
/**
 * Maximum of files of recordings in an export. Each takes about ten written rows, two dollars for all. 200,000 segments
 * are 220 hours of streams.
 */
const RECORDING_FILES_MAX = 200_000

/**
 * The stream whose folder was listed last, the last listed key in it, which is empty after the end of the folder, and the
 * number of files so far.
 */
export type RecordingPosition = { streamId: number; after: string; count: number }

export const FIRST_RECORDING: RecordingPosition = { streamId: Number.MAX_SAFE_INTEGER, after: '', count: 0 }

/**
 * Lists the next files of a member's recordings, the latest stream first, including recordings that wait for a decision or
 * are hidden by staff. Leaves out the chat beside a replay, which has lines of others.
 */
export async function listRecordings(
  db: Db,
  files: R2Bucket,
  {
    userId,
    position,
    filesMax = RECORDING_FILES_MAX,
  }: { userId: number; position: RecordingPosition | Omit<RecordingPosition, 'count'>; filesMax?: number },
): Promise<{ files: NewFile[]; next: RecordingPosition | null }> {
  // A stored position without a count is from the former order, the earliest stream first.
  const { streamId, after, count } = 'count' in position ? position : FIRST_RECORDING
  const first = after === '' ? streamId - 1 : streamId
  const stream = await db.get<{ id: number; title: string } | undefined>(
    sql`SELECT id, title FROM streams WHERE user_id = ${userId} AND replay <> 'none' AND id <= ${first}
      ORDER BY id DESC LIMIT 1`,
  )
  if (!stream) return { files: [], next: null }
  const startAfter = stream.id === streamId && after !== '' ? after : undefined
  const folder = streamFolder(stream.id)
  const page = await files.list({ prefix: folder, limit: FILES_AT_ONCE, ...(startAfter && { startAfter }) })
  const shown = page.objects.filter(({ key }) => key !== replayChatKey(stream.id)).slice(0, filesMax - count)
  const listed = shown.map(
    ({ key, size, uploaded }): NewFile => ({
      name: `recordings/${thingName(stream)}/${key.slice(folder.length)}`,
      source: 'recording',
      fileKey: key,
      bytes: size,
      modifiedAt: uploaded.getTime(),
    }),
  )
  const last = page.truncated ? (page.objects.at(-1)?.key ?? startAfter ?? '') : ''
  const next = { streamId: stream.id, after: last, count: count + listed.length }
  return { files: listed, next: next.count < filesMax ? next : null }
}
