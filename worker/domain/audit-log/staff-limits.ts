import { type SQL, sql } from 'drizzle-orm'
import { CASE_ACTIONS, DELETING_ACTIONS } from '../../../contract/cases.ts'
import { STAFF_LIMITS } from '../../../contract/limits.ts'
import type { Db } from '../../lib/database.ts'
import { DONE, failure, type Result } from '../../lib/result.ts'
import { countedToday, countUse } from '../users/member-limits.ts'

const DAY_MS = 86_400_000

type StaffLimit = keyof typeof STAFF_LIMITS
type ByStaff = { staffId: number; now: number }

/** Decisions that warn or ban are counted by the audit log, which also has warnings and bans outside of cases. */
const COUNTED_BY_LOG: readonly string[] = ['none', 'warn', 'ban']
/** Acts of decisions that `actsPerDay` counts by the decision. */
export const COUNTED_ACTS = CASE_ACTIONS.filter((action) => !COUNTED_BY_LOG.includes(action))

/** Constant texts as literals, because a statement has at most 100 parameters. */
const literals = (texts: readonly string[]) => sql.raw(texts.map((text) => `'${text}'`).join(', '))

const decided = ({ staffId, now }: ByStaff, actions: readonly string[]) =>
  sql`SELECT 1 FROM case_decisions WHERE staff_id = ${staffId} AND action IN (${literals(actions)}) AND decided_at > ${now - DAY_MS}`
const logged = ({ staffId, now }: ByStaff, actions: readonly string[]) =>
  sql`SELECT 1 FROM audit_log WHERE staff_id = ${staffId} AND action IN (${literals(actions)}) AND created_at > ${now - DAY_MS}`
const countOf = (rows: SQL, limit: StaffLimit) =>
  sql`(SELECT count(*) FROM (${rows} LIMIT ${STAFF_LIMITS[limit].admin}))`

/** The number of acts of the last 24 hours that each limit counts. */
const COUNTS: Record<StaffLimit, (by: ByStaff) => SQL> = {
  actsPerDay: (by) =>
    countOf(sql`${decided(by, COUNTED_ACTS)} UNION ALL ${logged(by, ['warn', 'ban', 'shorten_ban'])}`, 'actsPerDay'),
  deletionsPerDay: (by) =>
    sql`(${countOf(decided(by, DELETING_ACTIONS), 'deletionsPerDay')} + ${countedToday('room_clears', { authorId: by.staffId, now: by.now })})`,
  roomActsPerDay: ({ staffId, now }) => countedToday('room_acts', { authorId: staffId, now }),
  otherActsPerDay: ({ staffId, now }) => countedToday('staff_acts', { authorId: staffId, now }),
  mergesPerDay: (by) => countOf(logged(by, ['merge']), 'mergesPerDay'),
}

/** The condition that a member of staff may do one more act that a limit counts. */
export function mayAsStaff(limit: StaffLimit, by: ByStaff): SQL {
  const { gloperator, admin } = STAFF_LIMITS[limit]
  const isAdmin = sql`instr((SELECT flags FROM users WHERE users.id = ${by.staffId}), 'a') > 0`
  return sql`(${COUNTS[limit](by)} < iif(${isAdmin}, ${admin}, ${gloperator}))`
}

/** The rule that an entry of the log breaks above a limit of its member of staff, by `staffIdWithin`. */
export const STAFF_LIMIT_RULE = 'audit_log.staff_id'

/**
 * The id of a member of staff for an entry of the log. Above their limit of a day it is null, which fails the batch.
 */
export const staffIdWithin = (limit: StaffLimit, by: ByStaff): SQL =>
  sql`iif(${mayAsStaff(limit, by)}, ${by.staffId}, NULL)`

/** Makes the statement that counts an act that no other limit counts. It changes no row above the limit of a day. */
export const countingOtherAct = (db: Db, by: ByStaff) =>
  countUse(db, 'staff_acts', { authorId: by.staffId, now: by.now }, mayAsStaff('otherActsPerDay', by))

/**
 * Counts an act that no other limit counts, before it is written. Fails with `other_act_limit` above the limit of a
 * day.
 */
export async function recordOtherAct(db: Db, by: ByStaff): Promise<Result<void, 'other_act_limit'>> {
  const counted = await countingOtherAct(db, by)
  return counted.length > 0 ? DONE : failure('other_act_limit')
}
