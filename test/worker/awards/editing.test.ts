import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { toWireTime } from '../../../contract/time.ts'
import {
  addAwards,
  addCategory,
  addNominee,
  awardsBodyOf,
  closeYear,
  editAwards,
  readAwards,
} from '../../support/worker/awards.ts'
import { addPerson } from '../../support/worker/people.ts'
import { errorOf, jsonOf } from '../../support/worker/site.ts'

let lastYear = 2700
const addStaff = () => addPerson({ flags: 'm' })
const inkAndArtists = [
  { title: 'Best in ink', kind: 'sketch' as const },
  { title: 'Artist of the year', kind: 'artist' as const },
]

async function openYear() {
  const [staff, year] = [await addStaff(), ++lastYear]
  await jsonOf(editAwards(staff, awardsBodyOf(year, 'nominating', { categories: inkAndArtists })))
  return { staff, year, categories: (await readAwards(year)).categories }
}

const logOf = async (year: number) =>
  (
    await env.DB.prepare(
      "SELECT action, reason FROM audit_log WHERE target_type = 'awards' AND target_id = ? ORDER BY id",
    )
      .bind(year)
      .all()
  ).results

describe('opening the awards of a year', () => {
  it('staff open a later year with its dates, categories and recap, with an entry in the staff log', async () => {
    const [staff, year] = [await addStaff(), ++lastYear]
    const fields = { categories: inkAndArtists, recap: 'A year of quiet pages.', reason: 'It is December.' }
    await jsonOf(editAwards(staff, awardsBodyOf(year, 'nominating', fields)))
    expect(await readAwards(year)).toMatchObject({
      state: 'nominating',
      recap: 'A year of quiet pages.',
      categories: inkAndArtists,
    })
    expect(await logOf(year)).toEqual([{ action: 'awards_open', reason: 'It is December.' }])
  })

  it('opening a year a second time changes nothing', async () => {
    const { staff, year, categories } = await openYear()
    const other = [{ title: 'Best in chalk', kind: 'sketch' as const }]
    const again = { ...awardsBodyOf(year, 'voting', { categories: other }), isNew: true }
    expect(await errorOf(editAwards(staff, again))).toEqual([409, 'awards_exist'])
    expect(await readAwards(year)).toMatchObject({ state: 'nominating', categories })
    expect(await logOf(year)).toHaveLength(1)
  })

  it('a member cannot open a year', async () => {
    expect(await errorOf(editAwards(await addPerson(), awardsBodyOf(2699)))).toEqual([403, 'forbidden'])
    expect(await errorOf(editAwards(null, awardsBodyOf(2699)))).toEqual([401, 'not_logged_in'])
  })

  it('each date must be later than the one before', async () => {
    const staff = await addStaff()
    const body = awardsBodyOf(2699)
    for (const dates of [
      { nominationsEnd: body.nominationsStart },
      { votingEnd: body.votingStart },
      { votingStart: body.nominationsStart },
      { votingEnd: '29990231999999' },
    ])
      expect(await errorOf(editAwards(staff, { ...body, ...dates }))).toEqual([400, 'bad_dates'])
  })

  it.each([
    { year: 2010 },
    { year: 3000 },
    { recap: 'x'.repeat(4001) },
    { categories: [{ title: '', kind: 'sketch' }] },
    { categories: [{ title: 'Ink', kind: 'group' }] },
    { categories: Array.from({ length: 21 }, (_, at) => ({ title: `${at}`, kind: 'sketch' })) },
    { votingEnd: '2999' },
    { winner: 1 },
  ])('the malformed field %j is refused', async (field) => {
    const body = { ...awardsBodyOf(2699), ...field }
    expect(await errorOf(editAwards(await addStaff(), body))).toEqual([400, 'bad_request'])
  })
})

describe('editing the awards of a year', () => {
  it('staff move both dates, and rename, reorder, add and remove categories', async () => {
    const { staff, year, categories } = await openYear()
    const [ink, artists] = categories.map(({ id }) => id)
    const changed = [
      { id: artists, title: 'Best in ink', kind: 'artist' as const },
      { id: ink, title: 'Artist of the year', kind: 'sketch' as const },
      { title: 'Best colour', kind: 'sketch' as const },
    ]
    const body = awardsBodyOf(year, 'voting', { categories: changed })
    await jsonOf(editAwards(staff, body))
    expect(await readAwards(year)).toMatchObject({ state: 'voting', categories: changed })
    // With the same times, because a voting that has begun cannot begin later.
    await jsonOf(editAwards(staff, { ...body, categories: changed.slice(0, 1) }))
    expect((await readAwards(year)).categories).toHaveLength(1)
    expect(await logOf(year)).toHaveLength(3)
  })

  it('a category that has nominees cannot be removed', async () => {
    const { staff, year, categories } = await openYear()
    await addNominee(categories[0]?.id ?? 0)
    expect(await errorOf(editAwards(staff, awardsBodyOf(year)))).toEqual([409, 'award_category_used'])
    expect((await readAwards(year)).categories).toHaveLength(2)
  })

  it('two categories of a year cannot have the same title', async () => {
    const { staff, year } = await openYear()
    const body = awardsBodyOf(year, 'nominating', { categories: [...inkAndArtists, ...inkAndArtists] })
    expect(await errorOf(editAwards(staff, body))).toEqual([409, 'award_category_taken'])
  })

  it('a category of another year, and another kind for a category, are refused', async () => {
    const [{ staff, year, categories }, other] = [await openYear(), await openYear()]
    for (const category of [
      { id: other.categories[0]?.id, title: 'Ink', kind: 'sketch' as const },
      { id: categories[0]?.id, title: 'Ink', kind: 'artist' as const },
    ])
      expect(await errorOf(editAwards(staff, awardsBodyOf(year, 'nominating', { categories: [category] })))).toEqual([
        404,
        'not_found',
      ])
  })

  it('once voting has begun, its end is not moved to the last hours, in which nominees stay', async () => {
    const { staff, year } = await openYear()
    const body = awardsBodyOf(year, 'voting')
    const end = (hours: number) => ({ votingEnd: toWireTime(Date.now() + hours * 3_600_000) })
    await jsonOf(editAwards(staff, body))
    expect(await errorOf(editAwards(staff, { ...body, ...end(11.9) }))).toEqual([409, 'voting_ends_soon'])
    await jsonOf(editAwards(staff, { ...body, ...end(200) }))
    await jsonOf(editAwards(staff, { ...body, ...end(12.1) }))
  })

  it('a voting that ends soon can be extended to twelve hours from now or later', async () => {
    const { staff, year } = await openYear()
    const body = awardsBodyOf(year, 'voting')
    const end = (hours: number) => ({ votingEnd: toWireTime(Date.now() + hours * 3_600_000) })
    await jsonOf(editAwards(staff, { ...body, ...end(100) }))
    await env.DB.prepare('UPDATE award_years SET voting_end_at = ? WHERE year = ?')
      .bind(Date.now() + 3_600_000, year)
      .run()
    expect(await errorOf(editAwards(staff, { ...body, ...end(3) }))).toEqual([409, 'voting_ends_soon'])
    await jsonOf(editAwards(staff, { ...body, ...end(12.1) }))
  })

  it('once voting has ended its times stay, before the winners are published too', async () => {
    const { staff, year, categories } = await openYear()
    const body = awardsBodyOf(year, 'voting', {
      categories: categories.map(({ id, title, kind }) => ({ id, title, kind })),
    })
    const end = (hours: number) => ({ votingEnd: toWireTime(Date.now() + hours * 3_600_000) })
    await jsonOf(editAwards(staff, body))
    const ended = Math.floor(Date.now() / 1000) * 1000 - 60_000
    await env.DB.prepare('UPDATE award_years SET voting_end_at = ? WHERE year = ?').bind(ended, year).run()
    expect(await errorOf(editAwards(staff, { ...body, ...end(100) }))).toEqual([409, 'awards_closed'])
    await jsonOf(editAwards(staff, { ...body, votingEnd: toWireTime(ended), recap: 'Thank you all.' }))
    expect(await readAwards(year)).toMatchObject({ state: 'closed', recap: 'Thank you all.' })
  })

  it('a start of voting that has passed is not moved away', async () => {
    const { staff, year } = await openYear()
    const body = awardsBodyOf(year, 'voting')
    const times = (start: number, end: number) => ({
      votingStart: toWireTime(Date.now() + start * 3_600_000),
      votingEnd: toWireTime(Date.now() + end * 3_600_000),
    })
    await jsonOf(editAwards(staff, { ...body, ...times(-0.1, 100) }))
    expect(await errorOf(editAwards(staff, { ...body, ...times(80, 100) }))).toEqual([409, 'voting_ends_soon'])
  })

  it('a year with nominees is not ended before its voting, and one without nominees can be', async () => {
    const { staff, year, categories } = await openYear()
    const body = awardsBodyOf(year, 'closed', {
      categories: categories.map(({ id, title, kind }) => ({ id, title, kind })),
    })
    await addNominee(categories[0]?.id ?? 0)
    expect(await errorOf(editAwards(staff, body))).toEqual([409, 'voting_ends_soon'])
    await env.DB.prepare('DELETE FROM award_nominations WHERE category_id = ?').bind(categories[0]?.id).run()
    await jsonOf(editAwards(staff, body))
  })

  it('once winners are published, only the recap changes', async () => {
    const staff = await addStaff()
    const year = await addAwards('voting')
    await addCategory(year)
    await closeYear(year)
    const { dates, categories } = await readAwards(year)
    const shown = categories.map(({ id, title, kind }) => ({ id, title, kind }))
    const body = { ...awardsBodyOf(year), ...dates, categories: shown, recap: 'Thank you all.' }
    // The times of the test are not whole seconds.
    await env.DB.prepare(`UPDATE award_years SET nominations_start_at = nominations_start_at / 1000 * 1000,
        nominations_end_at = nominations_end_at / 1000 * 1000, voting_start_at = voting_start_at / 1000 * 1000,
        voting_end_at = voting_end_at / 1000 * 1000 WHERE year = ?`)
      .bind(year)
      .run()
    await jsonOf(editAwards(staff, body))
    expect((await readAwards(year)).recap).toBe('Thank you all.')
    for (const change of [{ categories: [] }, { votingEnd: '29990101000000' }])
      expect(await errorOf(editAwards(staff, { ...body, ...change }))).toEqual([409, 'awards_closed'])
  })
})
