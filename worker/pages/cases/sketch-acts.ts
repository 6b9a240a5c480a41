import { sql } from 'drizzle-orm'
import { compoState } from '../../../contract/compo-state.ts'
import type { SketchMark } from '../../../contract/http/sketches.ts'
import { auditEntry } from '../../domain/audit-log/audit-log.ts'
import { insertEntry } from '../../domain/challenges/queries.ts'
import { hasEntry } from '../../domain/compos/disqualification.ts'
import { findAccessFields } from '../../domain/sketches/queries.ts'
import type { AccessFields } from '../../domain/sketches/visibility.ts'
import { hideMatureReplay } from '../../domain/streams/mature-replay.ts'
import { findEntry, removeEntry } from '../../features/challenges/entries.ts'
import { isCountingLastVotes, publishResult } from '../../features/compos/closing.ts'
import {
  canRestoreEntry,
  disqualifyEntry,
  findCompoEntry,
  hasNoResult,
  removeCompoEntry,
  requalifyEntry,
  restoreEntry,
} from '../../features/compos/entries.ts'
import { findMarks, setMark, setViolation } from '../../features/sketches/moderation.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { batchEach, type Statement } from '../../lib/database.ts'
import { orThrow } from '../../lib/or-throw.ts'
import { findDeletable, hasViolation, removeAsStaff, restoreSketch } from '../sketch-page/deleting.ts'
import { type Act, numberOf, orGone } from './act.ts'

const isDeleted = ({ violation }: Pick<AccessFields, 'violation'>) => violation === 'removed' || violation === 'deleted'

export const violation: Act = {
  run: async ({ db, found, body, staff, reason, now, decide }) => {
    const sketchId = numberOf(found)
    const before = orGone(await findAccessFields(db, { viewer: staff }, sketchId))
    const after = body.violation ?? null
    if (isDeleted(before)) throw new AppError('already_gone')
    const along = decide({ violation: [before.violation, after] }, hasViolation(sketchId, before.violation))
    const change = { sketchId, before, violation: after, along }
    await setViolation(db, { ...change, staffId: staff.id, reason, now })
  },
  undo: async ({ db, found, undo, staff, reason, now, mark }) => {
    const sketchId = numberOf(found)
    const before = orGone(await findAccessFields(db, { viewer: staff }, sketchId))
    const [restored = null, set = null] = undo.violation ?? []
    if (before.violation !== set) throw new AppError('changed_meanwhile')
    const change = { sketchId, before, violation: restored, along: mark(hasViolation(sketchId, set)) }
    await setViolation(db, { ...change, staffId: staff.id, reason, now })
  },
}

/** Makes the act that sets a mark. Its undo restores what the artist had chosen. */
const markAct = (mark: SketchMark): Act => ({
  run: async ({ c, db, found, staff, reason, now, decide }) => {
    const sketchId = numberOf(found)
    const before = orGone(await findMarks(db, sketchId))
    const along = decide({ [mark]: before[mark] })
    await setMark(db, { sketchId, before, mark, on: true, along, staffId: staff.id, reason, now })
    const { userId, replayStreamId } = before
    if (replayStreamId !== null && mark === 'mature' && !before.mature)
      afterReply(c, () => hideMatureReplay(c.env, { id: replayStreamId, userId }))
  },
  undo: async ({ db, found, undo, staff, reason, now, mark: markUndone }) => {
    const sketchId = numberOf(found)
    const before = orGone(await findMarks(db, sketchId))
    if (!before[mark]) throw new AppError('changed_meanwhile')
    const change = { sketchId, before, mark, on: undo[mark] ?? false, along: markUndone() }
    await setMark(db, { ...change, staffId: staff.id, reason, now })
  },
})

export const mature = markAct('mature')

export const ai = markAct('madeWithAi')

export const leaveChallenge: Act = {
  run: async ({ db, found, staff, reason, now, decide }) => {
    const sketchId = numberOf(found)
    const entry = orGone(await findEntry(db, sketchId))
    const along = decide({ challengeId: entry.challengeId, enteredDay: entry.enteredDay })
    await removeEntry(db, { ...entry, sketchId, by: { id: staff.id, reason }, now, along })
  },
  undo: async ({ db, found, undo, staff, reason, now, mark }) => {
    const [sketchId, challengeId] = [numberOf(found), undo.challengeId ?? 0]
    orGone(await findAccessFields(db, { viewer: staff }, sketchId))
    const target = { userId: found.userId, targetType: 'sketch', targetId: sketchId, reason }
    const changes = { challenge: [null, challengeId] } as const
    const isOut = sql`NOT EXISTS (SELECT 1 FROM challenge_entries WHERE sketch_id = ${sketchId})
      AND EXISTS (SELECT 1 FROM challenges WHERE id = ${challengeId})
      AND EXISTS (SELECT 1 FROM sketches WHERE id = ${sketchId})`
    await batchEach<Statement>(db, [
      ...mark(isOut),
      insertEntry(db, {
        challengeId,
        sketch: sql`sketches.id = ${sketchId}`,
        now,
        day: undo.enteredDay ?? null,
        restores: true,
      }),
      auditEntry(db, { staffId: staff.id, action: 'challenge_entry_restore', ...target, changes }, now),
    ])
  },
}

/** Removes the entry before the end of voting, and disqualifies it afterwards. */
export const leaveCompo: Act = {
  run: async ({ db, found, staff, reason, now, decide }) => {
    const sketchId = numberOf(found)
    const entry = orGone(await findCompoEntry(db, sketchId))
    const { compoId, artistId } = entry
    const by = { id: staff.id, reason }
    if (compoState(entry, now) !== 'closed') {
      const along = decide({ compoId }, hasNoResult(compoId))
      orThrow(await removeCompoEntry(db, { entry, sketchId, by, now, along }))
    } else {
      // The scheduled job may not have published the result yet.
      if (entry.resultAt === null) {
        if (isCountingLastVotes(entry.votingEndsAt, now)) throw new AppError('too_many', { retryAfterSeconds: 60 })
        await publishResult(db, compoId, now)
      }
      const along = decide({ compoId, disqualified: true }, hasEntry(sketchId, { disqualified: false }))
      await disqualifyEntry(db, { sketchId, artistId, by, now, along })
    }
  },
  undo: async ({ db, found, undo, staff, reason, now, mark }) => {
    if (undo.disqualified) {
      const sketchId = numberOf(found)
      orGone(await findAccessFields(db, { viewer: staff }, sketchId))
      const along = mark(hasEntry(sketchId, { disqualified: true }))
      await requalifyEntry(db, { sketchId, artistId: found.userId, by: { id: staff.id, reason }, now, along })
      return
    }
    const entry = { sketchId: numberOf(found), compoId: undo.compoId ?? 0, now }
    orGone(await findAccessFields(db, { viewer: staff }, entry.sketchId))
    const target = { userId: found.userId, targetType: 'sketch', targetId: entry.sketchId, reason }
    const changes = { compo: [null, entry.compoId] } as const
    await batchEach<Statement>(db, [
      ...mark(canRestoreEntry(entry)),
      restoreEntry(db, entry),
      auditEntry(db, { staffId: staff.id, action: 'compo_entry_restore', ...target, changes }, now),
    ])
  },
}

export const deleteSketch: Act = {
  run: async ({ db, found, staff, reason, now, decide }) => {
    const sketch = orGone(await findDeletable(db, numberOf(found)))
    const { id, violation } = sketch
    if (violation === 'removed') throw new AppError('already_gone')
    const along = decide({ violation: [violation, 'removed'] }, hasViolation(id, violation))
    await removeAsStaff(db, { sketch, staffId: staff.id, reason, now, along })
  },
  undo: async ({ db, found, undo, staff, reason, now, mark }) => {
    const { id, userId } = orGone(await findDeletable(db, numberOf(found)))
    const [violation = null] = undo.violation ?? []
    const along = mark(hasViolation(id, 'removed'))
    await restoreSketch(db, { sketch: { id, userId, violation }, staffId: staff.id, reason, now, along })
  },
}
