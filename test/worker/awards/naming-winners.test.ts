import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { WonAward } from '../../../contract/http/won-award.ts'
import { AWARD_NOMINEES_MAX, STAFF_REASON_MAX } from '../../../contract/limits.ts'
import {
  addAwards,
  addCategory,
  addNominee,
  closeYear,
  readCategory,
  sendVote,
  setWinner,
} from '../../support/worker/awards.ts'
import { addPerson, addVoter } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

let lastYear = 2600
const addStaff = () => addPerson({ flags: 'm' })

/** A year whose awards were held before members voted here. */
async function addPastYear(kind: 'sketch' | 'artist' = 'sketch') {
  const year = await addAwards('voting', ++lastYear)
  const categoryId = await addCategory(year, kind)
  await closeYear(year)
  return { year, categoryId }
}

const logOf = async (year: number) =>
  (
    await env.DB.prepare(
      "SELECT user_id, reason, changes FROM audit_log WHERE action = 'award_winner' AND target_id = ?",
    )
      .bind(year)
      .all()
  ).results

describe('winners of awards that were held before members voted here [1 §2]', () => {
  it('a sketch that staff name has the badge, and is on the staff log', async () => {
    const [staff, artist] = [await addStaff(), await addPerson()]
    const { year, categoryId } = await addPastYear()
    const sketchId = await addSketch(artist)
    await jsonOf(setWinner(staff, categoryId, sketchId))
    const { title, winner, sketches } = await readCategory(year)
    expect([winner, sketches.map(({ isWinner }) => isWinner)]).toEqual([sketchId, [true]])
    const page = await requestJson<{ awardCategories: WonAward[] }>(`/api/v2/sketch/${sketchId}`)
    expect(page.awardCategories).toMatchObject([{ year, category: title }])
    expect(await logOf(year)).toEqual([
      {
        user_id: artist.id,
        reason: 'It was announced in the forum.',
        changes: JSON.stringify({ winner: [null, title] }),
      },
    ])
  })

  it('staff name an artist', async () => {
    const artist = await addPerson()
    const { year, categoryId } = await addPastYear('artist')
    await jsonOf(setWinner(await addStaff(), categoryId, artist.id))
    expect(await readCategory(year)).toMatchObject({ winner: artist.id, artists: [{ isWinner: true }] })
  })

  it('naming the same winner again changes nothing and is logged once', async () => {
    const staff = await addStaff()
    const { year, categoryId } = await addPastYear()
    const sketchId = await addSketch(await addPerson())
    for (const _ of [1, 2]) await jsonOf(setWinner(staff, categoryId, sketchId))
    expect((await readCategory(year)).sketches).toHaveLength(1)
    expect(await logOf(year)).toHaveLength(1)
  })

  it('staff can remove a winner that they named, and repeating it changes nothing', async () => {
    const staff = await addStaff()
    const { year, categoryId } = await addPastYear()
    const sketchId = await addSketch(await addPerson())
    await jsonOf(setWinner(staff, categoryId, sketchId))
    for (const _ of [1, 2]) await jsonOf(setWinner(staff, categoryId, sketchId, false))
    expect(await readCategory(year)).toMatchObject({ winner: null, sketches: [] })
    expect(await logOf(year)).toHaveLength(2)
  })

  it('staff take back a winner whose sketch was hidden meanwhile, with an entry in the staff log', async () => {
    const staff = await addStaff()
    const { year, categoryId } = await addPastYear()
    const sketchId = await addSketch(await addPerson())
    await jsonOf(setWinner(staff, categoryId, sketchId))
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(sketchId).run()
    await jsonOf(setWinner(staff, categoryId, sketchId, false))
    expect(await logOf(year)).toHaveLength(2)
  })

  it('a member’s nominee remains a nominee after staff take back the name as winner', async () => {
    const year = await addAwards('voting', ++lastYear)
    const categoryId = await addCategory(year)
    const nominee = await addNominee(categoryId, { by: await addPerson() })
    await closeYear(year)
    const staff = await addStaff()
    await jsonOf(setWinner(staff, categoryId, nominee.id))
    await jsonOf(setWinner(staff, categoryId, nominee.id, false))
    expect(await readCategory(year)).toMatchObject({ winner: null, sketches: [{ id: nominee.id, isWinner: false }] })
  })

  it('a nominee without votes can be named', async () => {
    const year = await addAwards('voting', ++lastYear)
    const categoryId = await addCategory(year)
    const nominee = await addNominee(categoryId)
    await closeYear(year)
    await jsonOf(setWinner(await addStaff(), categoryId, nominee.id))
    expect(await readCategory(year)).toMatchObject({ winner: nominee.id, sketches: [{ id: nominee.id }] })
  })

  it('the winners of a category with votes stay the nominees with the most votes', async () => {
    const year = await addAwards('voting', ++lastYear)
    const categoryId = await addCategory(year)
    const [first, second] = [await addNominee(categoryId), await addNominee(categoryId)]
    await jsonOf(sendVote(await addVoter(), categoryId, first.id))
    await closeYear(year)
    const staff = await addStaff()
    expect(await errorOf(setWinner(staff, categoryId, second.id))).toEqual([409, 'award_counted'])
    expect(await errorOf(setWinner(staff, categoryId, first.id, false))).toEqual([409, 'award_counted'])
    expect((await readCategory(year)).winner).toBe(first.id)
    expect(await logOf(year)).toEqual([])
  })

  it('no winner is named before the close', async () => {
    const categoryId = await addCategory(await addAwards('voting', ++lastYear))
    const nominee = await addNominee(categoryId)
    expect(await errorOf(setWinner(await addStaff(), categoryId, nominee.id))).toEqual([409, 'award_counted'])
  })

  it('a member cannot name winners, and a missing category or sketch is not found', async () => {
    const { categoryId } = await addPastYear()
    const [staff, sketchId] = [await addStaff(), await addSketch(await addPerson())]
    expect(await errorOf(setWinner(await addPerson(), categoryId, sketchId))).toEqual([403, 'forbidden'])
    expect(await errorOf(setWinner(staff, 999_999, sketchId))).toEqual([404, 'not_found'])
    expect(await errorOf(setWinner(staff, categoryId, 999_999))).toEqual([404, 'not_found'])
  })

  it('staff do not name themselves or their own sketches', async () => {
    const [staff, sketches, artists] = [await addStaff(), await addPastYear(), await addPastYear('artist')]
    const sketchId = await addSketch(staff)
    expect(await errorOf(setWinner(staff, sketches.categoryId, sketchId))).toEqual([403, 'own_nomination'])
    expect(await errorOf(setWinner(staff, artists.categoryId, staff.id))).toEqual([403, 'own_nomination'])
    expect((await readCategory(sketches.year)).sketches).toEqual([])
    expect([...(await logOf(sketches.year)), ...(await logOf(artists.year))]).toEqual([])
  })

  it.each([true, false])('naming winners needs a reason: named %s', async (winner) => {
    const { categoryId } = await addPastYear()
    const sketchId = await addSketch(await addPerson())
    const staff = await addStaff()
    if (!winner) await jsonOf(setWinner(staff, categoryId, sketchId))
    const body = { cat: categoryId, obj: sketchId, winner, reason: ' ' }
    expect(await errorOf(sendRequest('/api/v2/awards/winner', { as: staff, body }))).toEqual([400, 'bad_request'])
  })

  it('a category has at most 50 nominees, and staff can name each of them', async () => {
    const staff = await addStaff()
    const year = await addAwards('voting', ++lastYear)
    const categoryId = await addCategory(year)
    const artist = await addPerson()
    for (let number = 1; number < AWARD_NOMINEES_MAX; number++) await addNominee(categoryId, { artist })
    await closeYear(year)
    const [last, beyond] = [await addSketch(artist), await addSketch(artist)]
    await jsonOf(setWinner(staff, categoryId, last))
    expect(await errorOf(setWinner(staff, categoryId, beyond))).toEqual([409, 'nominee_limit'])
    const { winner, sketches } = await readCategory(year)
    expect([winner, sketches.length]).toEqual([last, AWARD_NOMINEES_MAX])
    expect(await logOf(year)).toHaveLength(1)
    const [nominee] = sketches
    await jsonOf(setWinner(staff, categoryId, nominee?.id))
    expect(await logOf(year)).toHaveLength(2)
  })

  it.each([
    {},
    { cat: 1, obj: 1 },
    { cat: 1, winner: true },
    { obj: 1, winner: true },
    { cat: 0, obj: 1, winner: true },
    { cat: 1, obj: 0, winner: true },
    { cat: '1', obj: 1, winner: true },
    { cat: 1, obj: 1.5, winner: true },
    { cat: 1, obj: null, winner: false },
    { cat: 1, obj: 1, winner: 1 },
    { cat: 1, obj: 1, winner: true, reason: 'x'.repeat(STAFF_REASON_MAX + 1) },
    { cat: 1, obj: 1, winner: true, year: 2012 },
  ])('the malformed call %j is refused', async (body) => {
    expect(await errorOf(sendRequest('/api/v2/awards/winner', { as: await addStaff(), body }))).toEqual([
      400,
      'bad_request',
    ])
  })

  it('a winner of a missing category cannot be removed, and a visitor cannot name a winner', async () => {
    const { categoryId } = await addPastYear()
    expect(await errorOf(setWinner(await addStaff(), 999_999, 1, false))).toEqual([404, 'not_found'])
    expect(await errorOf(setWinner(null, categoryId, 1))).toEqual([401, 'not_logged_in'])
  })
})
