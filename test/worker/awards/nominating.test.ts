import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { AWARD_NOMINEES_STAY_HOURS } from '../../../contract/limits.ts'
import {
  addAwards,
  addCategory,
  addNominee,
  moveAwards,
  nominateArtist,
  nominateSketch,
  readAwards,
  readCategory,
  removeNominee,
  sendVote,
  withdraw,
} from '../../support/worker/awards.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, addVoter } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

async function addOpen(kind: 'artist' | 'sketch' = 'sketch') {
  const year = await addAwards('nominating')
  return { year, categoryId: await addCategory(year, kind), mira: await addVoter(), noor: await addVoter() }
}

describe('a nomination', () => {
  it('a nomination has a category and a sketch [1 §4]', async () => {
    const { year, categoryId, mira, noor } = await addOpen()
    const sketchId = await addSketch(noor, { title: 'Low tide' })
    expect(await jsonOf(nominateSketch(mira, categoryId, sketchId))).toEqual({ ok: true })
    expect((await readCategory(year, mira)).sketches).toMatchObject([
      {
        id: sketchId,
        title: 'Low tide',
        userId: noor.id,
        nominatedByMe: true,
        own: false,
        isWinner: false,
        votes: null,
      },
    ])
  })

  it('a nomination has a category and an artist [1 §4]', async () => {
    const { year, categoryId, mira, noor } = await addOpen('artist')
    const sketchId = await addSketch(noor)
    await jsonOf(nominateArtist(mira, categoryId, noor.id))
    expect((await readCategory(year, noor)).artists).toMatchObject([
      { id: noor.id, nickname: noor.nickname, own: true, nominatedByMe: false, sketches: [{ sketchId }] },
    ])
  })

  it('the same nominee again changes nothing, also by another member', async () => {
    const { year, categoryId, mira, noor } = await addOpen()
    const sketchId = await addSketch(noor)
    await jsonOf(nominateSketch(mira, categoryId, sketchId))
    await jsonOf(nominateSketch(mira, categoryId, sketchId))
    await jsonOf(nominateSketch(await addVoter(), categoryId, sketchId))
    expect((await readCategory(year)).sketches).toHaveLength(1)
  })

  it('nobody nominates themselves or their own sketch', async () => {
    const [sketches, artists] = [await addOpen(), await addOpen('artist')]
    const { mira } = sketches
    const own = await addSketch(mira)
    expect(await errorOf(nominateSketch(mira, sketches.categoryId, own))).toEqual([403, 'own_nomination'])
    expect(await errorOf(nominateArtist(mira, artists.categoryId, mira.id))).toEqual([403, 'own_nomination'])
  })

  it('a visitor cannot nominate [1 §6]', async () => {
    const { categoryId, mira } = await addOpen()
    expect(await errorOf(nominateSketch(null, categoryId, await addSketch(mira)))).toEqual([401, 'not_logged_in'])
  })

  it.each(['upcoming', 'waiting', 'voting', 'closed'] as const)(
    'nominations are refused while a year is %s',
    async (state) => {
      const { year, categoryId, mira, noor } = await addOpen()
      const sketchId = await addSketch(noor)
      await moveAwards(year, state)
      expect(await errorOf(nominateSketch(mira, categoryId, sketchId))).toEqual([409, 'nominations_closed'])
      expect((await readCategory(year)).sketches).toEqual([])
    },
  )

  it('a category for sketches takes no artist, and one for artists no sketch', async () => {
    const [sketches, artists] = [await addOpen(), await addOpen('artist')]
    const { mira, noor } = sketches
    expect(await errorOf(nominateArtist(mira, sketches.categoryId, noor.id))).toEqual([400, 'bad_request'])
    const sketchId = await addSketch(noor)
    expect(await errorOf(nominateSketch(mira, artists.categoryId, sketchId))).toEqual([400, 'bad_request'])
  })

  it('a missing category, sketch or artist is not found', async () => {
    const { categoryId, mira, noor } = await addOpen()
    const sketchId = await addSketch(noor)
    expect(await errorOf(nominateSketch(mira, 999_999, sketchId))).toEqual([404, 'not_found'])
    expect(await errorOf(nominateSketch(mira, categoryId, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(nominateArtist(mira, categoryId, 999_999))).toEqual([404, 'not_found'])
  })

  it('a sketch that its nominator does not see in lists is not found', async () => {
    const { categoryId, mira, noor } = await addOpen()
    for (const fields of [{ unlisted: true }, { mature: true }, { violation: 'copyright' as const }]) {
      const sketchId = await addSketch(noor, fields)
      expect(await errorOf(nominateSketch(mira, categoryId, sketchId))).toEqual([404, 'not_found'])
    }
  })

  it('blocked members do not nominate each other, on either side [1 §5]', async () => {
    const [{ categoryId, mira, noor }, artists] = [await addOpen(), await addOpen('artist')]
    const [hers, his] = [await addSketch(mira), await addSketch(noor)]
    await block(mira, noor)
    expect(await errorOf(nominateSketch(mira, categoryId, his))).toEqual([404, 'not_found'])
    expect(await errorOf(nominateSketch(noor, categoryId, hers))).toEqual([404, 'not_found'])
    expect(await errorOf(nominateArtist(noor, artists.categoryId, mira.id))).toEqual([404, 'not_found'])
  })

  it('a member makes at most three nominations in a category', async () => {
    const { categoryId, mira, noor } = await addOpen()
    for (let number = 0; number < 3; number++) await jsonOf(nominateSketch(mira, categoryId, await addSketch(noor)))
    expect(await errorOf(nominateSketch(mira, categoryId, await addSketch(noor)))).toEqual([409, 'nomination_limit'])
  })

  it('a category has at most 50 nominees', async () => {
    const { year, categoryId, mira, noor } = await addOpen()
    for (let number = 0; number < 50; number++) await addNominee(categoryId, { artist: noor })
    expect(await errorOf(nominateSketch(mira, categoryId, await addSketch(noor)))).toEqual([409, 'nominee_limit'])
    expect((await readCategory(year)).sketches).toHaveLength(50)
  })

  it.each([
    {},
    { categoryId: 1 },
    { categoryId: 1, action: 'nominateSketch' },
    { categoryId: 1, action: 'nominateSketch', artistId: 1 },
    { categoryId: 0, action: 'nominateArtist', artistId: 1 },
    { categoryId: 1, action: 'feature', sketchId: 1 },
    { action: 'nominateArtist', artistId: 1 },
    { categoryId: 1, action: 'nominateSketch', sketchId: '1' },
  ])('the malformed nomination %j is refused', async (body) => {
    expect(await errorOf(sendRequest('/awards', { as: await addPerson(), body }))).toEqual([400, 'bad_request'])
  })

  it('a member nominates from a day after the sign-up on', async () => {
    const { year, categoryId, mira } = await addOpen()
    const sketchId = await addSketch(mira)
    expect(await errorOf(nominateSketch(await addPerson(), categoryId, sketchId))).toEqual([403, 'too_new_to_nominate'])
    expect((await readAwards(year, await addPerson())).canNominate).toBe(false)
  })
})

describe('taking back a nomination', () => {
  it('a member takes back their own nomination while nominations are open, and repeating it changes nothing', async () => {
    const { year, categoryId, mira, noor } = await addOpen()
    const sketchId = await addSketch(noor)
    await jsonOf(nominateSketch(mira, categoryId, sketchId))
    await jsonOf(withdraw(mira, categoryId, sketchId))
    await jsonOf(withdraw(mira, categoryId, sketchId))
    expect((await readCategory(year)).sketches).toEqual([])
  })

  it('a nomination of another member cannot be taken back', async () => {
    const { categoryId, mira, noor } = await addOpen()
    const nominee = await addNominee(categoryId, { by: mira })
    expect(await errorOf(withdraw(noor, categoryId, nominee.id))).toEqual([403, 'forbidden'])
  })

  it('a nomination cannot be taken back in the last hours, because others who want the nominee rely on it', async () => {
    const { year, categoryId, mira } = await addOpen()
    const nominee = await addNominee(categoryId, { by: mira })
    const endIn = (minutes: number) =>
      env.DB.prepare('UPDATE award_years SET nominations_end_at = ? WHERE year = ?')
        .bind(Date.now() + minutes * 60_000, year)
        .run()
    for (const minutes of [1, AWARD_NOMINEES_STAY_HOURS * 60]) {
      await endIn(minutes)
      expect(await errorOf(withdraw(mira, categoryId, nominee.id))).toEqual([409, 'nomination_stays'])
    }
    await endIn(AWARD_NOMINEES_STAY_HOURS * 60 + 1)
    await jsonOf(withdraw(mira, categoryId, nominee.id))
    expect((await readCategory(year)).sketches).toEqual([])
  })

  it('a nomination cannot be taken back after the end of nominations', async () => {
    const { year, categoryId, mira } = await addOpen()
    const nominee = await addNominee(categoryId, { by: mira })
    await moveAwards(year, 'voting')
    expect(await errorOf(withdraw(mira, categoryId, nominee.id))).toEqual([409, 'nominations_closed'])
    expect((await readCategory(year)).sketches).toHaveLength(1)
  })

  it('a missing category is not found, and a malformed call is refused', async () => {
    const { mira } = await addOpen()
    expect(await errorOf(withdraw(mira, 999_999, 1))).toEqual([404, 'not_found'])
    expect(await errorOf(withdraw(mira, 1, 'x'))).toEqual([400, 'bad_request'])
    expect(await errorOf(withdraw(mira, 1, null))).toEqual([400, 'bad_request'])
  })
})

describe('a nominee that staff remove', () => {
  it('is gone with its votes, and its place and the votes are free', async () => {
    const { year, categoryId, mira } = await addOpen()
    const staff = await addPerson({ flags: 'm' })
    const [first, second] = [await addNominee(categoryId), await addNominee(categoryId)]
    await moveAwards(year, 'voting')
    await jsonOf(sendVote(mira, categoryId, first.id))
    await jsonOf(removeNominee(staff, categoryId, first.id))
    await jsonOf(removeNominee(staff, categoryId, first.id))
    expect((await readCategory(year)).sketches?.map(({ id }) => id)).toEqual([second.id])
    await jsonOf(sendVote(mira, categoryId, second.id))
    expect(await staffLogOf(first.artist)).toMatchObject([
      {
        staff_id: staff.id,
        action: 'award_nominee_remove',
        reason: 'The same twice.',
        changes: expect.stringContaining(`"Sketch ${first.id}"`),
      },
    ])
  })

  it('cannot be nominated again by members, until staff nominate it', async () => {
    const { year, categoryId, mira, noor } = await addOpen()
    const staff = await addVoter({ flags: 'm' })
    const nominee = await addNominee(categoryId)
    await jsonOf(removeNominee(staff, categoryId, nominee.id))
    for (const as of [mira, noor])
      expect(await errorOf(nominateSketch(as, categoryId, nominee.id))).toEqual([409, 'nominee_removed'])
    expect((await readCategory(year)).sketches).toEqual([])
    await jsonOf(nominateSketch(staff, categoryId, nominee.id))
    await jsonOf(withdraw(staff, categoryId, nominee.id))
    await jsonOf(nominateSketch(mira, categoryId, nominee.id))
    expect((await readCategory(year)).sketches).toMatchObject([{ id: nominee.id }])
    expect(await staffLogOf(nominee.artist)).toMatchObject([
      { action: 'award_nominee_remove' },
      { action: 'award_nominee_restore', changes: expect.stringContaining(`"Sketch ${nominee.id}"`) },
    ])
  })

  it('is not restored by a member who nominates the winner that staff made of it', async () => {
    const { categoryId, mira } = await addOpen()
    const staff = await addVoter({ flags: 'm' })
    const nominee = await addNominee(categoryId)
    await jsonOf(removeNominee(staff, categoryId, nominee.id))
    await env.DB.prepare(
      `INSERT INTO award_nominations (category_id, kind, sketch_id, artist_id, created_at, votes_count, is_winner)
        VALUES (?, 'sketch', ?, ?, 1, 0, 1)`,
    )
      .bind(categoryId, nominee.id, nominee.artist.id)
      .run()
    await nominateSketch(mira, categoryId, nominee.id)
    expect((await staffLogOf(nominee.artist)).map(({ action }) => action)).toEqual(['award_nominee_remove'])
  })

  it('stays removed if staff nominate it and are refused, for example because they are the nominee', async () => {
    const { categoryId, mira } = await addOpen('artist')
    const [staff, nominee] = [await addVoter({ flags: 'm' }), await addVoter({ flags: 'm' })]
    await jsonOf(nominateArtist(mira, categoryId, nominee.id))
    await jsonOf(removeNominee(staff, categoryId, nominee.id))
    expect(await errorOf(nominateArtist(nominee, categoryId, nominee.id))).toEqual([403, 'own_nomination'])
    expect(await errorOf(nominateArtist(mira, categoryId, nominee.id))).toEqual([409, 'nominee_removed'])
    expect((await staffLogOf(nominee)).map(({ action }) => action)).toEqual(['award_nominee_remove'])
  })

  it('can be nominated in other categories', async () => {
    const { year, categoryId, mira } = await addOpen('artist')
    const other = await addCategory(year, 'artist')
    const nominee = await addNominee(categoryId)
    await jsonOf(removeNominee(await addPerson({ flags: 'm' }), categoryId, nominee.id))
    expect(await errorOf(nominateArtist(mira, categoryId, nominee.id))).toEqual([409, 'nominee_removed'])
    await jsonOf(nominateArtist(mira, other, nominee.id))
  })

  it('stays in the last hours of voting, so that nobody decides the award by removing it', async () => {
    const { year, categoryId } = await addOpen()
    const staff = await addPerson({ flags: 'm' })
    await moveAwards(year, 'voting')
    const endIn = (minutes: number) =>
      env.DB.prepare('UPDATE award_years SET voting_end_at = ? WHERE year = ?')
        .bind(Date.now() + minutes * 60_000, year)
        .run()
    const nominee = await addNominee(categoryId)
    for (const minutes of [1, AWARD_NOMINEES_STAY_HOURS * 60 - 1, AWARD_NOMINEES_STAY_HOURS * 60]) {
      await endIn(minutes)
      expect(await errorOf(removeNominee(staff, categoryId, nominee.id))).toEqual([409, 'nominee_stays'])
    }
    expect((await readCategory(year)).sketches).toHaveLength(1)
    await endIn(AWARD_NOMINEES_STAY_HOURS * 60 + 1)
    await jsonOf(removeNominee(staff, categoryId, nominee.id))
    expect((await readCategory(year)).sketches).toEqual([])
  })

  it('needs a reason', async () => {
    const { categoryId } = await addOpen()
    const [staff, nominee] = [await addPerson({ flags: 'm' }), await addNominee(categoryId)]
    expect(await errorOf(removeNominee(staff, categoryId, nominee.id, ''))).toEqual([400, 'bad_request'])
  })

  it('stays once the voting has ended', async () => {
    const { year, categoryId } = await addOpen()
    const [staff, nominee] = [await addPerson({ flags: 'm' }), await addNominee(categoryId)]
    await moveAwards(year, 'closed')
    expect(await errorOf(removeNominee(staff, categoryId, nominee.id))).toEqual([409, 'nominee_stays'])
    expect((await readCategory(year)).sketches).toHaveLength(1)
    expect(await errorOf(removeNominee(staff, 999_999, nominee.id))).toEqual([404, 'not_found'])
  })
})

describe('the page of a year', () => {
  it('years without awards from 2011 to 2022 have an empty page, and later ones none [1 §9]', async () => {
    expect(await readAwards(2013)).toMatchObject({ year: 2013, state: 'none', categories: [], dates: null })
    expect(await errorOf(sendRequest('/api/v2/awards/info?year=2023'))).toEqual([404, 'not_found'])
  })

  it('the page without a year is that of the latest year whose nominations have begun [1 §2]', async () => {
    const year = await addAwards('nominating', 2500)
    await addAwards('upcoming', 2501)
    const info = await requestJson<{ year: number; years: number[] }>('/api/v2/awards/info')
    expect(info.year).toBe(year)
    expect(info.years.slice(0, 2)).toEqual([2501, 2500])
    expect(info.years).toContain(2011)
  })

  it.each(['?year=2010', '?year=3000', '?year=x', '?vp=2'])('the question %s is refused', async (query) => {
    expect(await errorOf(sendRequest(`/api/v2/awards/info${query}`))).toEqual([400, 'bad_request'])
  })

  it('the same call works by POST, and refuses unknown fields', async () => {
    const post = (body: object) => sendRequest('/api/v2/awards/info', { body })
    expect(await jsonOf(post({ year: 2014 }))).toMatchObject({ year: 2014, vote_preview: false })
    expect(await errorOf(post({ year: 2014, all: true }))).toEqual([400, 'bad_request'])
  })

  it('mature nominees are shown to viewers who see mature sketches [1 §5]', async () => {
    const { year, categoryId } = await addOpen()
    const adult = await addPerson({ showMature: true })
    await addNominee(categoryId, { sketch: { mature: true } })
    expect((await readCategory(year)).sketches).toEqual([])
    expect((await readCategory(year, adult)).sketches).toHaveLength(1)
  })

  it('nominees are hidden across a block [1 §5]', async () => {
    const { year, categoryId, mira, noor } = await addOpen()
    await addNominee(categoryId, { artist: noor })
    await block(noor, mira)
    expect((await readCategory(year, mira)).sketches).toEqual([])
    expect((await readCategory(year)).sketches).toHaveLength(1)
  })

  it('a nominee that staff hide leaves the page, and cannot be voted for', async () => {
    const { year, categoryId } = await addOpen()
    const nominee = await addNominee(categoryId, { sketch: { violation: 'copyright' } })
    await moveAwards(year, 'voting')
    expect((await readCategory(year)).sketches).toEqual([])
    expect(await errorOf(sendVote(await addVoter(), categoryId, nominee.id))).toEqual([404, 'not_found'])
  })
})
