import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { chaptersBody, hideReplayBody, streamReplayBody } from '../../../contract/http/streams.ts'
import { reasonText } from '../../../contract/rules.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'
import { reportedStream } from '../../domain/cases/evidence.ts'
import { streamExists } from '../../domain/streams/ending.ts'
import { DELETION_CALLS, deleteRemovedFiles } from '../../domain/streams/folders.ts'
import { findOwnRecording, findOwnStream, findStreamRecord } from '../../domain/streams/queries.ts'
import { copyChatToReplay } from '../../domain/streams/replay-chat.ts'
import { checkStorage } from '../../domain/uploads/storage.ts'
import { countEdit } from '../../domain/users/member-limits.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { actDirectly, undoDirectly } from '../../middleware/direct-act.ts'
import { memberOf, requireOwnSession, requireStaff, requireUser } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { keepReplay, removeReplays, setChapters, setReplayHidden } from './replays.ts'

export const replayRoutes = new Hono<AppEnv>()
  .post('/api/v2/stream/replay', requireOwnSession, valid('json', streamReplayBody), async (c) => {
    const { id, keep } = c.req.valid('json')
    if (keep) {
      const recording = orThrow(await findOwnRecording(dbOf(c), memberOf(c), id))
      if (recording.replay === 'pending') {
        // Its bytes already count.
        orThrow(await checkStorage(dbOf(c), { userId: recording.userId, bytes: 0 }))
        await copyChatToReplay(c.env, recording)
        const replay = await keepReplay(dbOf(c), id)
        // The other files were deleted before the chat was copied.
        if (replay === 'none') await c.env.FILES.delete(replayChatKey(id))
        if (replay !== 'kept') throw new AppError('not_found')
      }
    } else {
      const stream = orThrow(await findOwnStream(dbOf(c), memberOf(c), { id }))
      // The final report of the stream's object adds the recording.
      if (!stream.finalized) throw new AppError('not_found', { message: 'the recording is not complete yet' })
      await removeReplays(dbOf(c), [id])
      afterReply(c, () => deleteRemovedFiles(dbOf(c), c.env.FILES, { left: DELETION_CALLS }))
    }
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/stream/chapters', requireUser, valid('json', chaptersBody), async (c) => {
    const { id, chapters } = c.req.valid('json')
    const { replay, durationMs, startedAt, endedAt } = orThrow(await findOwnStream(dbOf(c), memberOf(c), { id }))
    if (replay === 'none') throw new AppError('not_found')
    // A chapter that was marked while live may begin after the last frame.
    const lastMs = Math.max(durationMs, (endedAt ?? 0) - (startedAt ?? 0))
    if (chapters.some(({ atMs }) => atMs > lastMs))
      throw new AppError('bad_request', { message: 'after the end', field: 'chapters' })
    const texts = chapters.map(({ title }) => title).join('')
    orThrow(await countEdit(dbOf(c), { authorId: memberOf(c).id, now: Date.now() }, texts))
    await setChapters(dbOf(c), id, chapters)
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/api/v2/stream/hideReplay', requireStaff, valid('json', hideReplayBody), async (c) => {
    const { id, hidden, rule, reason } = c.req.valid('json')
    requireReason(reasonText(rule, reason))
    const staff = memberOf(c)
    const stream = orNotFound(await findStreamRecord(dbOf(c), { viewer: staff }, id))
    const isOwn = stream.userId === staff.id
    // A colleague decided about it. Its artist appeals like every member.
    if (isOwn && !hidden) throw new AppError('forbidden')
    if (!hidden && stream.replay === 'hidden' && !isOwn) {
      const isPossible = streamExists(id, sql`replay = 'hidden'`)
      const undo = { kind: 'stream', target: String(id), action: 'hide_replay', isPossible } as const
      orThrow(
        await undoDirectly(c, { ...undo, reason: reasonText(rule, reason) }, (by) =>
          setReplayHidden(dbOf(c), { id, hidden, ...by }),
        ),
      )
      return c.json({ ok: true } satisfies Ok)
    }
    // No decision: acts of staff on their own things.
    if (!hidden || isOwn || (stream.replay !== 'pending' && stream.replay !== 'kept')) {
      orThrow(await setReplayHidden(dbOf(c), { id, hidden, reason, staffId: staff.id, now: Date.now() }))
      return c.json({ ok: true } satisfies Ok)
    }
    const isPossible = streamExists(id, sql`replay IN ('pending', 'kept')`)
    const thing = { kind: 'stream', target: String(id), thing: reportedStream(id) } as const
    const act = { ...thing, action: 'hide_replay', rule, reason, undo: {}, isPossible } as const
    orThrow(await actDirectly(c, act, (by) => setReplayHidden(dbOf(c), { id, hidden, ...by })))
    return c.json({ ok: true } satisfies Ok)
  })
