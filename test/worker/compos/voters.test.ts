import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { CompoVoters } from '../../../contract/http/compos.ts'
import { COMPO_VOTERS_LISTED } from '../../../contract/limits.ts'
import { compareVoters } from '../../../worker/features/compos/comparing.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addCompo, addEntries, closeCompo, voteAll } from '../../support/worker/compos.ts'
import { addMembers } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, addVoter, type Person } from '../../support/worker/people.ts'
import { rowsRead } from '../../support/worker/rows-read.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const path = (key: string) => `/api/v2/compo/voters?name=${key}`
const readVoters = (as: Person, key: string) => requestJson<CompoVoters>(path(key), { as })

/** A compo in which one voter picks what all others like least, and one skips everything. */
async function addVoted() {
  const key = await addCompo({ state: 'voting' })
  const order = (await addEntries(key, 6)).map(({ sketchId }) => sketchId)
  const sorted = (ids: number[]) => ids.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  const others = await Promise.all([addVoter(), addVoter(), addVoter(), addVoter()])
  for (const voter of others) await voteAll(voter, key, (ids) => sorted(ids)[0] ?? null)
  const [contrarian, skipper] = [await addVoter(), await addVoter()]
  await voteAll(contrarian, key, (ids) => sorted(ids).at(-1) ?? null)
  await voteAll(skipper, key, () => null)
  return { key, contrarian, skipper, others }
}

describe('the voters of a closed compo, for staff', () => {
  it('voters whose picks are far from all others come first, with what they answered', async () => {
    const { key, contrarian, skipper } = await addVoted()
    await closeCompo(key)
    const { voters, items } = await readVoters(await addPerson({ flags: 'm' }), key)
    expect(voters).toBe(5)
    expect(items[0]).toMatchObject({ voter: { id: contrarian.id, nickname: contrarian.nickname }, sets: 2, picks: 2 })
    const [first = 0, ...deviations] = items.map(({ deviation }) => deviation)
    expect(first).toBeLessThan(-1)
    // Their sets are random, and some are easier than others.
    expect(deviations.every((deviation) => deviation > first)).toBe(true)
    expect(items.map(({ voter }) => voter?.id)).not.toContain(skipper.id)
  })

  it('only staff read the list of voters, and only after the result', async () => {
    const { key, contrarian } = await addVoted()
    const staff = await addPerson({ flags: 'm' })
    expect(await errorOf(sendRequest(path(key), { as: staff }))).toEqual([404, 'not_found'])
    await closeCompo(key)
    expect(await errorOf(sendRequest(path(key), { as: contrarian }))).toEqual([403, 'forbidden'])
    expect(await errorOf(sendRequest(path(key)))).toEqual([401, 'not_logged_in'])
  })

  it.each(['', '?name=', '?name=No%20Key', `?name=${'a'.repeat(33)}`])('the question %j is refused', async (query) => {
    const reply = sendRequest(`/api/v2/compo/voters${query}`, { as: await addPerson({ flags: 'm' }) })
    expect(await errorOf(reply)).toEqual([400, 'bad_request'])
  })

  it('staff find no voters of a missing compo, and members are refused as for any other compo', async () => {
    expect(await errorOf(sendRequest(path('nowhere'), { as: await addPerson({ flags: 'm' }) }))).toEqual([
      404,
      'not_found',
    ])
    for (const as of [await addPerson(), await addPerson({ flags: 'g' })])
      expect(await errorOf(sendRequest(path('nowhere'), { as }))).toEqual([403, 'forbidden'])
  })

  it('reading the voters is on the staff log, once an hour for each member of staff', async () => {
    const { key } = await addVoted()
    await closeCompo(key)
    const staff = [await addPerson({ flags: 'm' }), await addPerson({ flags: 'm' })]
    for (const member of staff) for (let read = 0; read < 2; read++) await readVoters(member, key)
    const { results } = await env.DB.prepare(
      `SELECT staff_id AS staff FROM audit_log WHERE action = 'compo_voters' AND target_type = 'compo'
        AND target_id = (SELECT id FROM compos WHERE key = ?) ORDER BY id`,
    )
      .bind(key)
      .all()
    expect(results).toEqual(staff.map(({ id }) => ({ staff: id })))
  })

  it('the ballot of a deleted account is compared without a name', async () => {
    const { key, contrarian } = await addVoted()
    await closeCompo(key)
    await env.DB.prepare('UPDATE compo_ballots SET voter_id = NULL WHERE voter_id = ?').bind(contrarian.id).run()
    const { items } = await readVoters(await addPerson({ flags: 'm' }), key)
    expect(items[0]).toMatchObject({ voter: null, picks: 2 })
  })

  it('the list reads at most three rows for each voter, however many voted', async () => {
    const { key } = await addVoted()
    await closeCompo(key)
    const staff = await addPerson({ flags: 'm' })
    await readVoters(staff, key)
    const compo = await env.DB.prepare('SELECT id FROM compos WHERE key = ?').bind(key).first<number>('id')
    const voters = JSON.stringify(await addMembers(4 * COMPO_VOTERS_LISTED, 'voter of many'))
    await env.DB.prepare(
      `INSERT INTO compo_ballots (compo_id, voter_id, seed, total, shows_mature, created_at, sets_count, picks_count, likelihood, deviation)
        SELECT ?1, value, 1, 1, 0, 1, 1, 1, 0.5, key - 9 FROM json_each(?2)`,
    )
      .bind(compo, voters)
      .run()
    expect((await readVoters(staff, key)).items).toHaveLength(COMPO_VOTERS_LISTED)
    expect(await rowsRead(path(key), { as: staff })).toBeLessThanOrEqual(3 * COMPO_VOTERS_LISTED + 5)
  })

  it('voters of a published result are compared by the next run of the schedule, and later runs change nothing', async () => {
    const { key, contrarian } = await addVoted()
    await closeCompo(key)
    const staff = await addPerson({ flags: 'm' })
    const list = await readVoters(staff, key)
    await env.DB.batch([
      env.DB.prepare('UPDATE compos SET compared_count = NULL WHERE key = ?').bind(key),
      env.DB.prepare('UPDATE compo_ballots SET deviation = NULL, picks_count = NULL'),
    ])
    expect(await errorOf(sendRequest(path(key), { as: staff }))).toEqual([404, 'not_found'])
    for (let run = 0; run < 2; run++) await compareVoters(openDb(env.DB))
    expect(await readVoters(staff, key)).toEqual(list)
    expect(list.items[0]?.voter?.id).toBe(contrarian.id)
  })
})
