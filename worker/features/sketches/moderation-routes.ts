import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Ok } from '../../../contract/http/common.ts'
import { markBody, staffFeatureBody, violationBody } from '../../../contract/http/sketches.ts'
import { reasonText } from '../../../contract/rules.ts'
import type { DirectAct } from '../../domain/cases/direct-acts.ts'
import { reportedSketch } from '../../domain/cases/evidence.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { findAccessFields } from '../../domain/sketches/queries.ts'
import { mayBeFeatured } from '../../domain/sketches/visibility.ts'
import { hideMatureReplay } from '../../domain/streams/mature-replay.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orNotFound, orThrow } from '../../lib/or-throw.ts'
import type { AppEnv } from '../../middleware/app-env.ts'
import { dbOf } from '../../middleware/database.ts'
import { actDirectly, undoDirectly } from '../../middleware/direct-act.ts'
import { limitOtherActs } from '../../middleware/other-acts.ts'
import { memberOf, requireStaff } from '../../middleware/session.ts'
import { requireReason, valid } from '../../middleware/validation.ts'
import { addStaffFeature } from './featuring.ts'
import { findMarks, hasMark, setMark, setViolation } from './moderation.ts'

export const sketchModerationRoutes = new Hono<AppEnv>()
  .post('/gloperate/feature', requireStaff, valid('json', staffFeatureBody), limitOtherActs, async (c) => {
    const { sketchId, reason } = c.req.valid('json')
    const staff = memberOf(c)
    const sketch = orNotFound(await findAccessFields(dbOf(c), { viewer: staff }, sketchId))
    if (!mayBeFeatured(sketch)) throw new AppError('forbidden')
    const feature = { sketchId, userId: staff.id, artistId: sketch.userId, reason, now: Date.now() }
    const { reply, isNew } = orThrow(await addStaffFeature(dbOf(c), feature))
    if (isNew) afterReply(c, () => tellMember(c.env, sketch.userId, 'notifications'))
    return c.json(reply)
  })

  .post('/gloperate/violation', requireStaff, valid('json', violationBody), async (c) => {
    const { sketchId, violation, rule, reason } = c.req.valid('json')
    requireReason(reasonText(rule, reason))
    const staff = memberOf(c)
    const before = orNotFound(await findAccessFields(dbOf(c), { viewer: staff }, sketchId))
    // Staff restore a deleted sketch by the undo of its case.
    if (before.violation === 'removed' || before.violation === 'deleted') throw new AppError('already_gone')
    const isOwn = before.userId === staff.id
    // A colleague decided about it. Its artist appeals like every member.
    if (isOwn && before.violation !== null && before.violation !== violation) throw new AppError('forbidden')
    const change = { sketchId, before, violation }
    // No decision: acts of staff on their own things.
    if (violation === before.violation || isOwn) {
      await setViolation(dbOf(c), { ...change, staffId: staff.id, reason, now: Date.now() })
      return c.json({ ok: true } satisfies Ok)
    }
    const isUnchanged = sql`EXISTS (SELECT 1 FROM sketches WHERE id = ${sketchId} AND violation IS ${before.violation})`
    if (violation === null) {
      const thing = { kind: 'sketch', target: String(sketchId) } as const
      const undo = { ...thing, action: 'violation', isPossible: isUnchanged } as const
      await undoDirectly(c, { ...undo, reason: reasonText(rule, reason) }, (by) =>
        setViolation(dbOf(c), { ...change, ...by }),
      )
      return c.json({ ok: true } satisfies Ok)
    }
    const act: DirectAct = {
      ...{
        kind: 'sketch',
        target: String(sketchId),
        thing: reportedSketch(sketchId),
        action: 'violation',
        rule,
        reason,
      },
      ...{ undo: { violation: [before.violation, violation] }, isPossible: isUnchanged },
    }
    await actDirectly(c, act, (by) => setViolation(dbOf(c), { ...change, ...by }))
    return c.json({ ok: true } satisfies Ok)
  })

  .post('/gloperate/mark', requireStaff, valid('json', markBody), async (c) => {
    const { sketchId, mark, on, rule, reason } = c.req.valid('json')
    requireReason(reasonText(rule, reason))
    const before = orNotFound(await findMarks(dbOf(c), sketchId))
    // Artists set their own marks on the edit page.
    if (before.userId === memberOf(c).id) throw new AppError('forbidden')
    if (before[mark] === on) return c.json({ ok: true } satisfies Ok)
    if (!on && !before.setByStaff[mark]) throw new AppError('set_by_artist')
    const target = {
      kind: 'sketch',
      target: String(sketchId),
      action: mark === 'mature' ? 'mature' : 'ai',
      isPossible: hasMark(sketchId, { mark, on: !on }),
    } as const
    const change = { sketchId, before, mark, on }
    if (on) {
      const act = { ...target, thing: reportedSketch(sketchId), rule, reason, undo: { [mark]: false } }
      await actDirectly(c, act, (by) => setMark(dbOf(c), { ...change, ...by }))
      const { userId, replayStreamId } = before
      if (replayStreamId !== null && mark === 'mature')
        afterReply(c, () => hideMatureReplay(c.env, { id: replayStreamId, userId }))
    } else {
      const undo = { ...target, reason: reasonText(rule, reason) }
      await undoDirectly(c, undo, (by) => setMark(dbOf(c), { ...change, ...by }))
    }
    return c.json({ ok: true } satisfies Ok)
  })
