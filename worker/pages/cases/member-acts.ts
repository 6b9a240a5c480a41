import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { WARNING } from '../../../contract/ban.ts'
import type { BanBody } from '../../../contract/http/bans.ts'
import { leaveAsBanned } from '../../domain/bans/leave.ts'
import { mayBan } from '../../domain/bans/rules.ts'
import { bans } from '../../domain/bans/schema.ts'
import { tellMember } from '../../domain/member-channel/tell-member.ts'
import { users } from '../../domain/users/schema.ts'
import { banOf, findMember } from '../../domain/users/viewer.ts'
import { addBan, liftBan } from '../../features/bans/queries.ts'
import { afterReply } from '../../lib/after-reply.ts'
import { AppError } from '../../lib/app-error.ts'
import { orThrow } from '../../lib/or-throw.ts'
import { type Act, type Acting, orGone, type Undoing } from './act.ts'

/**
 * Finds the author, whom the viewer may ban, if a further condition holds.
 * @throws AppError `already_gone`, `forbidden`.
 */
async function findBannable({ db, found, staff }: Pick<Acting, 'db' | 'found' | 'staff'>, condition?: SQL) {
  const member = orGone(found.userId === null ? null : await findMember(db, found.userId, condition))
  if (!mayBan(staff, member)) throw new AppError('forbidden')
  return member
}

async function addBanOf(acting: Acting, duration: BanBody['duration']): Promise<void> {
  const { c, db, body, staff, reason, now, decide } = acting
  const member = await findBannable(acting, isNull(users.mergedIntoId))
  const ban = { staff, member, duration, reason, notes: body.note, replacesLonger: false, key: undefined }
  const { endedStreamId } = orThrow(await addBan(db, { ...ban, now, along: decide({}) }))
  await leaveAsBanned(db, c.env, { userId: member.id, durationHours: duration, endedStreamId })
  afterReply(c, () => tellMember(c.env, member.id, 'standing'))
}

/** The condition that the statement before the mark closed the ban. */
const wasLifted = sql`changes() > 0`

/** Lifts the ban of the decision. Another one that replaced it stays. */
async function liftBanOf(undoing: Undoing): Promise<void> {
  const { c, db, staff, reason, now, decidedAt, mark } = undoing
  const member = await findBannable(undoing)
  if (banOf(member, now)?.createdAt !== decidedAt) throw new AppError('changed_meanwhile')
  const condition = eq(bans.createdAt, decidedAt)
  const along = mark(wasLifted)
  await liftBan(db, { staffId: staff.id, userId: member.id, reason, now, condition, along })
  afterReply(c, () => tellMember(c.env, member.id, 'standing'))
}

export const warn: Act = { run: (acting) => addBanOf(acting, WARNING), undo: liftBanOf }

export const ban: Act = {
  run: (acting) => {
    const { duration } = acting.body
    if (duration === undefined) throw new AppError('bad_request')
    return addBanOf(acting, duration)
  },
  undo: liftBanOf,
}
