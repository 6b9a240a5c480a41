import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { SketchPageReply } from '../../../contract/http/sketch-page.ts'
import { GLOPS_FOR_RULES, MEMBER_LIMITS, NEW_MEMBER_DAYS, RATING_CHANGES_MAX } from '../../../contract/limits.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'

const rate = (as: Person | null, which: number, rating: unknown = 'rules') =>
  sendRequest('/rate', { as, body: { key: crypto.randomUUID(), rating, which } })
const pageOf = (id: number, as: Person | null) => requestJson<SketchPageReply>(`/api/v2/sketch/${id}`, { as })

async function glops({ id }: Person) {
  return env.DB.prepare(
    "SELECT glops, (SELECT coalesce(sum(amount), 0) FROM ledger WHERE user_id = users.id AND unit = 'glop') AS lines FROM users WHERE id = ?",
  )
    .bind(id)
    .first<{ glops: number; lines: number }>()
}

describe('ratings [1 §6]', () => {
  it('a rating `rules` counts as a like', async () => {
    const mira = await addPerson()
    const sketch = await addSketch(await addPerson())
    expect(await (await rate(mira, sketch)).json()).toEqual({ rateRules: 1, userRating: 'rules' })
    expect(await pageOf(sketch, mira)).toMatchObject({ rateRules: 1, likes: 1, userRating: 'rules' })
  })

  it('a rating `rules` gives the artist a glop', async () => {
    const ines = await addPerson()
    await rate(await addPerson(), await addSketch(ines))
    expect(await glops(ines)).toEqual({ glops: GLOPS_FOR_RULES, lines: GLOPS_FOR_RULES })
  })

  it('a rating `piggy` is visible only to staff and to the member who gave it', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    expect(await (await rate(mira, sketch, 'piggy')).json()).toEqual({ rateRules: 0, userRating: 'piggy' })
    expect(await pageOf(sketch, staff)).toMatchObject({ ratePiggy: 1, rateRules: 0, userRating: null })
    expect(await pageOf(sketch, mira)).toMatchObject({ ratePiggy: null, userRating: 'piggy' })
    for (const as of [null, ines]) expect(await pageOf(sketch, as)).toMatchObject({ ratePiggy: null, userRating: null })
    expect(await glops(ines)).toEqual({ glops: 0, lines: 0 })
  })

  it('a changed rating updates likes and glops', async () => {
    const [ines, mira, staff] = [await addPerson(), await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    for (const [rating, rules] of [
      ['rules', 1],
      ['piggy', 0],
      ['rules', 1],
      ['rules', 1],
      ['piggy', 0],
    ] as const) {
      expect(await (await rate(mira, sketch, rating)).json()).toEqual({ rateRules: rules, userRating: rating })
      expect(await glops(ines)).toEqual({ glops: rules, lines: rules })
      expect(await pageOf(sketch, staff)).toMatchObject({ rateRules: rules, ratePiggy: 1 - rules })
    }
  })

  it('a member has one rating per sketch, however many are sent at once', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    await Promise.all(Array.from({ length: 5 }, (_, n) => rate(mira, sketch, n % 2 ? 'rules' : 'piggy')))
    await rate(mira, sketch)
    expect(await pageOf(sketch, mira)).toMatchObject({ rateRules: 1, userRating: 'rules' })
    expect(await glops(ines)).toEqual({ glops: 1, lines: 1 })
    const row = await env.DB.prepare('SELECT count(*) AS n FROM ratings WHERE sketch_id = ?').bind(sketch).first()
    expect(row).toEqual({ n: 1 })
  })

  it('a rating can be changed five times, which adds a like to the statistics once', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    for (let time = 0; time <= RATING_CHANGES_MAX; time++)
      await jsonOf(rate(mira, sketch, time % 2 ? 'rules' : 'piggy'))
    for (let time = 0; time < 3; time++) {
      expect(await errorOf(rate(mira, sketch, 'piggy'))).toEqual([409, 'rating_limit'])
      expect(await jsonOf(rate(mira, sketch, 'rules'))).toEqual({ rateRules: 1, userRating: 'rules' })
    }
    const kept = await env.DB.prepare(
      `SELECT (SELECT count(*) FROM ledger WHERE sketch_id = ?1) AS lines,
        (SELECT sum(ratings) FROM member_counts WHERE user_id = ?2) AS likes`,
    )
      .bind(sketch, ines.id)
      .first()
    expect(kept).toEqual({ lines: RATING_CHANGES_MAX, likes: 1 })
  })

  it.each(['new', 'other'] as const)('a member rates a limited number of times a day: %s', async (kind) => {
    const ago = Date.now() - (NEW_MEMBER_DAYS + 1) * 86_400_000
    const mira = await addPerson(kind === 'other' ? { createdAt: ago } : {})
    const ines = await addPerson()
    const [first, second, third] = [await addSketch(ines), await addSketch(ines), await addSketch(ines)]
    await jsonOf(rate(mira, first))
    const { meta } = await env.DB.prepare('UPDATE member_counts SET given_ratings = ? WHERE user_id = ?')
      .bind(MEMBER_LIMITS.ratingsPerDay[kind] - 1, mira.id)
      .run()
    expect(meta.changes).toBe(1)
    await jsonOf(rate(mira, second))
    expect(await errorOf(rate(mira, third))).toEqual([409, 'daily_rating_limit'])
    expect(await errorOf(rate(mira, second, 'piggy'))).toEqual([409, 'daily_rating_limit'])
    expect(await jsonOf(rate(mira, second))).toMatchObject({ userRating: 'rules' })
    expect(await glops(ines)).toEqual({ glops: 2, lines: 2 })
  })

  it('a repeated rating does not count among those of the day', async () => {
    const [mira, sketch] = [await addPerson(), await addSketch(await addPerson())]
    for (const rating of ['rules', 'rules', 'piggy', 'piggy']) await jsonOf(rate(mira, sketch, rating))
    const counted = env.DB.prepare('SELECT sum(given_ratings) AS n FROM member_counts WHERE user_id = ?').bind(mira.id)
    expect(await counted.first('n')).toBe(2)
  })

  it('deleting a sketch takes back the glop of its rating', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    await rate(mira, sketch)
    await sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } })
    expect(await glops(ines)).toEqual({ glops: 0, lines: 0 })
  })

  it('members cannot rate their own sketch', async () => {
    const ines = await addPerson()
    expect(await errorOf(rate(ines, await addSketch(ines)))).toEqual([403, 'own_sketch'])
  })

  it('a rating needs a login and a visible sketch', async () => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    expect(await errorOf(rate(null, await addSketch(ines)))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(rate(mira, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(rate(mira, await addSketch(ines, { mature: true })))).toEqual([404, 'not_found'])
  })

  it.each(['poor', '', null])('the rating %j is refused', async (rating) => {
    const [ines, mira] = [await addPerson(), await addPerson()]
    const sketch = await addSketch(ines)
    expect(await errorOf(rate(mira, sketch, rating))).toEqual([400, 'bad_request'])
    expect(await pageOf(sketch, mira)).toMatchObject({ rateRules: 0, userRating: null })
  })
})
