import { sql } from 'drizzle-orm'
import { streamFolder } from '../../../durable-objects/stream/stream.ts'
import type { Db } from '../../lib/database.ts'
import { thingName } from './file-names.ts'
import type { NewFile } from './section.ts'

const FILES_AT_ONCE = 500

/**
 * The stream whose folder was listed last, and the last listed key in it, which is empty after the end of the folder.
 */
export type RecordingPosition = { streamId: number; after: string }

export const FIRST_RECORDING: RecordingPosition = { streamId: 0, after: '' }

/**
 * Lists the next files of a member's recordings, including recordings that wait for a decision or are hidden by staff.
 */
export async function listRecordings(
  db: Db,
  files: R2Bucket,
  { userId, position }: { userId: number; position: RecordingPosition },
): Promise<{ files: NewFile[]; next: RecordingPosition | null }> {
  const { streamId, after } = position
  const first = after === '' ? streamId + 1 : streamId
  const stream = await db.get<{ id: number; title: string } | undefined>(
    sql`SELECT id, title FROM streams WHERE user_id = ${userId} AND replay <> 'none' AND id >= ${first}
      ORDER BY id LIMIT 1`,
  )
  if (!stream) return { files: [], next: null }
  const startAfter = stream.id === streamId && after !== '' ? after : undefined
  const folder = streamFolder(stream.id)
  const page = await files.list({ prefix: folder, limit: FILES_AT_ONCE, ...(startAfter && { startAfter }) })
  const listed = page.objects.map(
    ({ key, size, uploaded }): NewFile => ({
      name: `recordings/${thingName(stream)}/${key.slice(folder.length)}`,
      source: 'recording',
      fileKey: key,
      bytes: size,
      modifiedAt: uploaded.getTime(),
    }),
  )
  const last = page.truncated ? (page.objects.at(-1)?.key ?? startAfter ?? '') : ''
  return { files: listed, next: { streamId: stream.id, after: last } }
}
