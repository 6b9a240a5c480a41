import { sql } from 'drizzle-orm'
import { streamChannel } from '../../../contract/channel.ts'
import { originName, streamFolder } from '../../../durable-objects/stream/stream.ts'
import { leaveRooms } from '../../domain/chat/sockets.ts'
import { detachFromClosedCompos } from '../../domain/compos/detach.ts'
import { fileKeysColumn, removeRowsInParts, rowsColumn } from '../../domain/sketches/deletion.ts'
import { batchEach, type Db, statement } from '../../lib/database.ts'
import { emptyFolder, removeOriginals } from '../../lib/files.ts'
import { parseStrings } from '../../lib/json.ts'
import { noteDeletion } from './deletion-notes.ts'
import type { EraseStep } from './erase-step.ts'

const SKETCHES_AT_ONCE = 10
/** Parts of the rows of sketches in one batch. */
const PARTS_AT_ONCE = 20
const UPLOADS_AT_ONCE = 25
const STREAMS_AT_ONCE = 5
/** Calls to R2 for the files of one stream in one batch. */
const CALLS_PER_STREAM = 50

const noteStep: EraseStep = {
  name: 'note the deletion',
  references: [],
  run: async ({ env, userIds, dueAt, position }) => {
    for (const userId of userIds) await noteDeletion(env.FILES, userId, dueAt)
    return { done: true, position }
  },
}

/** Closes the member's open pages and rooms. Their sessions have ended. */
const closeSockets: EraseStep = {
  name: 'close sockets',
  references: [],
  run: async ({ db, env, userId, position }) => {
    await leaveRooms(db, env, { userId })
    await env.MEMBER_CHANNEL.getByName(String(userId)).endAll()
    return { done: true, position }
  },
}

type FileRow = { id: number | string; keys: string }
type SketchRow = { id: number; keys: string; rows: number }

/**
 * Deletes sketches with their pictures, earlier pictures, videos and files. Files are deleted before their rows,
 * because without the row they could not be found.
 */
const removeSketches: EraseStep = {
  name: 'remove sketches',
  references: [
    'sketches.user_id',
    'sketch_tags.artist_id',
    'album_sketches.artist_id',
    'challenge_entries.artist_id',
    'compo_entries.artist_id',
    'group_sketches.artist_id',
    'feed_sketches.artist_id',
    'fan_outs.artist_id',
    'ranked_sketches.mature_by',
  ],
  run: async ({ db, env, userId, position }) => {
    const rows = await db.all<SketchRow>(sql`SELECT id, ${fileKeysColumn} AS keys, ${rowsColumn} AS rows
      FROM sketches WHERE user_id = ${userId} ORDER BY id LIMIT ${SKETCHES_AT_ONCE}`)
    const parts = { left: PARTS_AT_ONCE }
    for (const { id, rows: count } of rows)
      if (!(await removeRowsInParts(db, { id, rows: count }, parts)))
        return { done: false, position, calls: 1 + PARTS_AT_ONCE }
    const keys = rows.flatMap((row) => parseStrings(row.keys))
    await removeOriginals(env.FILES, keys)
    const ids = JSON.stringify(rows.map(({ id }) => id))
    await detachFromClosedCompos(db, sql`SELECT value FROM json_each(${ids})`, Date.now())
    await deleteRows(db, 'sketches', rows)
    return { done: rows.length < SKETCHES_AT_ONCE, position, calls: 5 + keys.length + PARTS_AT_ONCE - parts.left }
  },
}

const removeUploads: EraseStep = {
  name: 'remove uploads',
  references: ['pending_uploads.user_id'],
  run: async ({ db, env, userId, position }) => {
    const rows = await db.all<FileRow>(
      sql`SELECT id, file_key AS keys FROM pending_uploads WHERE user_id = ${userId} LIMIT ${UPLOADS_AT_ONCE}`,
    )
    await removeOriginals(
      env.FILES,
      rows.map(({ keys }) => keys),
    )
    await deleteRows(db, 'pending_uploads', rows)
    return { done: rows.length < UPLOADS_AT_ONCE, position, calls: 4 + rows.length }
  },
}

/** Deletes streams with their recordings, objects and chat rooms. */
const removeStreams: EraseStep = {
  name: 'remove streams',
  references: ['streams.user_id'],
  run: async ({ db, env, userId, userIds, position }) => {
    const rows = await db.all<{ id: number; hasObject: number }>(
      sql`SELECT id, state <> 'announced' AS hasObject FROM streams WHERE user_id = ${userId} ORDER BY id LIMIT ${STREAMS_AT_ONCE}`,
    )
    let calls = 1
    for (const { id, hasObject } of rows) {
      const files = { left: CALLS_PER_STREAM }
      calls += 4
      if (hasObject) await env.STREAM.getByName(originName(id)).erase()
      const room = env.CHAT.getByName(streamChannel(id))
      await room.clear()
      await room.forgetMembers(userIds)
      const isEmpty = await emptyFolder(env.FILES, streamFolder(id), files)
      calls += CALLS_PER_STREAM - files.left
      if (!isEmpty) return { done: false, position, calls }
      await batchEach(db, [
        statement<unknown>(db, sql`DELETE FROM notifications WHERE stream_id = ${id}`),
        statement<unknown>(db, sql`DELETE FROM chat_rooms WHERE channel = ${streamChannel(id)}`),
        statement<unknown>(
          db,
          sql`UPDATE users SET stored_bytes = stored_bytes - (SELECT recording_bytes FROM streams WHERE id = ${id})
            WHERE id = (SELECT user_id FROM streams WHERE id = ${id})`,
        ),
        statement<unknown>(db, sql`DELETE FROM streams WHERE id = ${id}`),
      ])
    }
    return { done: rows.length < STREAMS_AT_ONCE, position, calls }
  },
}

async function deleteRows(db: Db, table: string, rows: readonly FileRow[]): Promise<void> {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  await db.run(sql`DELETE FROM ${sql.raw(table)} WHERE id IN (SELECT value FROM json_each(${ids}))`)
}

export const eraseFilesSteps: readonly EraseStep[] = [
  noteStep,
  closeSockets,
  removeStreams,
  removeSketches,
  removeUploads,
]
