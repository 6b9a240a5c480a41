import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { afterTheWeek, deleteDue, deletionTimeOf } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'

const ROOMS = 700
const CALLS_MAX = 550

/** Chat rooms that only count the calls for each member. */
function countingRooms() {
  const calls = new Map<number, number>()
  const room = {
    forgetMember: async (userId: number) => void calls.set(userId, (calls.get(userId) ?? 0) + 1),
    clear: async () => undefined,
  }
  return { calls, bindings: { ...env, CHAT: { getByName: () => room } as unknown as Cloudflare.Env['CHAT'] } }
}

const isFinished = async ({ id }: Person) =>
  (await env.DB.prepare('SELECT finished_at FROM account_deletions WHERE user_id = ?')
    .bind(id)
    .first('finished_at')) !== null

it('deletions of accounts on a site with many rooms share a limited number of calls in a run, in turn', async () => {
  await env.DB.prepare(
    `INSERT INTO chat_rooms (channel, kind, created_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT 'many-rooms-' || i, 'open', 0 FROM n LIMIT ?`,
  )
    .bind(ROOMS)
    .run()
  const [first, second] = [await addPerson(), await addPerson()]
  for (const person of [first, second]) await deletionTimeOf(person)
  const called: [number, number][] = []
  for (let run = 0; run < 6; run++) {
    const { calls, bindings } = countingRooms()
    await deleteDue(bindings, afterTheWeek() + run * 900_000)
    called.push([calls.get(first.id) ?? 0, calls.get(second.id) ?? 0])
  }
  for (const [ofFirst, ofSecond] of called) expect(ofFirst + ofSecond).toBeLessThanOrEqual(CALLS_MAX)
  expect(called[0]?.[0]).toBeGreaterThan(0)
  expect(called[1]?.[1]).toBeGreaterThan(0)
  expect([await isFinished(first), await isFinished(second)]).toEqual([true, true])
})
