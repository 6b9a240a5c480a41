import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { recordOtherAct } from '../domain/audit-log/staff-limits.ts'
import { orThrow } from '../lib/or-throw.ts'
import type { AppEnv } from './app-env.ts'
import { dbOf } from './database.ts'
import { memberOf } from './session.ts'

/**
 * Counts an act of staff that is no decision and that no other limit counts. It is counted before it is carried out,
 * also if it is refused then: otherwise simultaneous calls would exceed the limit.
 * @throws AppError `other_act_limit`.
 */
export async function countOtherAct(c: Context<AppEnv>): Promise<void> {
  orThrow(await recordOtherAct(dbOf(c), { staffId: memberOf(c).id, now: Date.now() }))
}

/** Limits the acts of a route that only staff may call (`countOtherAct`). */
export const limitOtherActs = createMiddleware<AppEnv>(async (c, next) => {
  await countOtherAct(c)
  await next()
})
