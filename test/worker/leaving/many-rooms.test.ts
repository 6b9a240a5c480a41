import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { afterTheWeek, deleteDue, deletionTimeOf } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { addAnnounced } from '../../support/worker/stream-calls.ts'

const ROOMS = 1000
const CALLS_MAX = 450
const STREAMS = 150

/** Chat rooms that only count the calls, and those for each member. */
function countingRooms() {
  const counted = { calls: 0, ofMember: new Map<number, number>() }
  const room = {
    forgetMembers: async (userIds: number[]) => {
      counted.calls++
      for (const id of userIds) counted.ofMember.set(id, (counted.ofMember.get(id) ?? 0) + 1)
      return []
    },
    clear: async () => undefined,
  }
  return { counted, bindings: { ...env, CHAT: { getByName: () => room } as unknown as Cloudflare.Env['CHAT'] } }
}

const isFinished = async ({ id }: Person) =>
  (await env.DB.prepare('SELECT finished_at FROM account_deletions WHERE user_id = ?')
    .bind(id)
    .first('finished_at')) !== null

const countOf = (table: string, { id }: Person) =>
  env.DB.prepare(`SELECT count(*) AS number FROM ${table} WHERE user_id = ?`).bind(id).first('number')

/** Adds members whose deletion is due. */
async function addLeavers(): Promise<[Person, Person]> {
  const leavers: [Person, Person] = [await addPerson(), await addPerson()]
  for (const person of leavers) await deletionTimeOf(person)
  return leavers
}

/** Makes runs of the schedule until both deletions are finished. Returns the calls of each run to rooms. */
async function runUntilFinished(
  leavers: readonly Person[],
  rooms: ReturnType<typeof countingRooms>,
): Promise<number[]> {
  const calls: number[] = []
  for (let run = 0; run < 10; run++) {
    const before = rooms.counted.calls
    await deleteDue(rooms.bindings, afterTheWeek() + run * 900_000)
    calls.push(rooms.counted.calls - before)
    if ((await Promise.all(leavers.map(isFinished))).every(Boolean)) return calls
  }
  throw new Error('the deletions take more than ten runs')
}

describe('deletions of accounts on a site with many rooms', () => {
  beforeEach(() =>
    env.DB.prepare(
      `INSERT INTO chat_rooms (channel, kind, created_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT 'many-rooms-' || i, 'open', 0 FROM n LIMIT ?`,
    )
      .bind(ROOMS)
      .run(),
  )
  afterEach(() => env.DB.prepare("DELETE FROM chat_rooms WHERE channel LIKE 'many-rooms-%'").run())

  it('the sketches of all accounts are gone after the first run, however many rooms there are', async () => {
    const leavers = await addLeavers()
    for (const person of leavers) await addSketch(person)
    const rooms = countingRooms()
    await deleteDue(rooms.bindings)
    expect(await Promise.all(leavers.map((person) => countOf('sketches', person)))).toEqual([0, 0])
    expect(await Promise.all(leavers.map(isFinished))).toEqual([false, false])
    await runUntilFinished(leavers, rooms)
  })

  it('each run makes a limited number of calls to rooms', async () => {
    const calls = await runUntilFinished(await addLeavers(), countingRooms())
    expect(calls.length).toBeGreaterThan(2)
    for (const number of calls) expect(number).toBeLessThanOrEqual(CALLS_MAX)
  })

  it('accounts that wait together are removed from each room by one call', async () => {
    const [rooms, [first, second]] = [countingRooms(), await addLeavers()]
    await runUntilFinished([first, second], rooms)
    expect(rooms.counted.ofMember.get(first.id)).toBeGreaterThanOrEqual(ROOMS)
    expect(rooms.counted.ofMember.get(second.id)).toBe(rooms.counted.ofMember.get(first.id))
    expect(rooms.counted.calls).toBe(rooms.counted.ofMember.get(first.id))
  })
})

it('an account with many streams does not delay the deletion of another', async () => {
  const [first, second] = await addLeavers()
  for (let number = 0; number < STREAMS; number++) await addAnnounced(first)
  const { bindings } = countingRooms()
  await deleteDue(bindings)
  expect(await countOf('streams', first)).toBeGreaterThan(0)
  expect(await isFinished(second)).toBe(true)
  await runUntilFinished([first, second], countingRooms())
  expect(await countOf('streams', first)).toBe(0)
})
