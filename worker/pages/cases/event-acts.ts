import { sql } from 'drizzle-orm'
import { deleteChallenge, removeNotices } from '../../features/challenges/opening.ts'
import { deleteCompo } from '../../features/compos/deleting.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { orThrow } from '../../lib/or-throw.ts'
import { type Act, numberOf } from './act.ts'

/** The condition that the statement before the decision deleted the thing. */
const wasDeleted = sql`changes() > 0`

/** Deletes a compo of a group that has no entries, votes or comments. */
export const deleteGroupCompo: Act = {
  run: async ({ db, found, staff, reason, now, decide }) => {
    const along = decide(null, wasDeleted)
    orThrow(await deleteCompo(db, { compoId: numberOf(found), staffId: staff.id, reason, now, along }))
  },
}

/** Deletes a challenge of a group that has no entries. */
export const deleteGroupChallenge: Act = {
  run: async ({ c, db, found, staff, reason, now, decide }) => {
    const along = decide(null, wasDeleted)
    const deleted = orThrow(await deleteChallenge(db, { challengeId: numberOf(found), by: staff, reason, now, along }))
    afterReply(c, () => removeNotices(db, deleted))
  },
}
