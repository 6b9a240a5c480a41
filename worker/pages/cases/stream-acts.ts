import { sql } from 'drizzle-orm'
import { endStream, streamExists } from '../../domain/streams/ending.ts'
import { announceEndInLobby } from '../../domain/streams/lobby.ts'
import { stopObject } from '../../domain/streams/object.ts'
import { findStreamRecord } from '../../domain/streams/queries.ts'
import { removeAnnouncement } from '../../features/streams/announcing.ts'
import { setReplayHidden } from '../../features/streams/replays.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { orThrow } from '../../lib/or-throw.ts'
import { type Act, numberOf, orGone } from './act.ts'

export const endLiveStream: Act = {
  run: async ({ c, db, found, staff, reason, now, decide }) => {
    const stream = await findStreamRecord(db, { viewer: staff }, numberOf(found))
    const { id, userId } = orGone(stream?.state === 'live' ? stream : null)
    const along = decide(null, streamExists(id, sql`state = 'live'`))
    await endStream(db, { id, userId, endReason: 'staff', byId: staff.id, reason, now, along })
    await stopObject(c.env, { id, endReason: 'staff' })
    afterReply(c, () => announceEndInLobby(c.env, id))
  },
}

export const cancelStream: Act = {
  run: async ({ db, found, staff, reason, now, decide }) => {
    const stream = await findStreamRecord(db, { viewer: staff }, numberOf(found))
    const { id, userId, title } = orGone(stream?.state === 'announced' ? stream : null)
    const along = decide(null, streamExists(id, sql`state = 'announced'`))
    orThrow(await removeAnnouncement(db, { id, userId, title, byId: staff.id, reason, now, along }))
  },
}

export const hideReplay: Act = {
  run: async ({ db, found, staff, reason, now, decide }) => {
    const stream = await findStreamRecord(db, { viewer: staff }, numberOf(found))
    const { id } = orGone(stream?.replay === 'kept' || stream?.replay === 'pending' ? stream : null)
    const along = decide({}, streamExists(id, sql`replay IN ('pending', 'kept')`))
    orThrow(await setReplayHidden(db, { id, hidden: true, reason, staffId: staff.id, now, along }))
  },
  undo: async ({ db, found, staff, reason, now, mark }) => {
    const id = numberOf(found)
    const stream = await findStreamRecord(db, { viewer: staff }, id)
    orGone(stream?.replay === 'none' ? null : stream)
    const along = mark(streamExists(id, sql`replay = 'hidden'`))
    orThrow(await setReplayHidden(db, { id, hidden: false, reason, staffId: staff.id, now, along }))
  },
}
