import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SketchPageReply } from '../../../contract/http/sketch-page.ts'
import { GLOPS_FOR_FEATURE, STARS_PER_MONTH } from '../../../contract/limits.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch, addSketches } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

const MAY = Date.UTC(2031, 4, 31, 23, 59, 59)
const JUNE = MAY + 1000

afterEach(() => vi.useRealTimers())

const feature = (as: Person | null, which: number) => sendRequest('/heart', { as, body: { action: 'feature', which } })
const staffFeature = (as: Person | null, sketchId: number, reason = 'The light.') =>
  sendRequest('/gloperate/feature', { as, body: { sketchId, reason } })
const pageOf = (id: number, as: Person | null = null) => requestJson<SketchPageReply>(`/api/v2/sketch/${id}`, { as })
const sumOf = (unit: 'glop' | 'star', { id }: Person) =>
  env.DB.prepare('SELECT coalesce(sum(amount), 0) AS sum FROM ledger WHERE user_id = ? AND unit = ?')
    .bind(id, unit)
    .first<number>('sum')

describe('features [1 §4], [1 §6]', () => {
  it('a featured sketch is shown with the member who featured it and the date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MAY })
    const noor = await addPerson({ flags: 'f' })
    const sketch = await addSketch(await addPerson())
    expect(await pageOf(sketch, noor)).toMatchObject({ userCanFeature: true, starsAvailable: STARS_PER_MONTH })
    const given = { featuredDate: '20310531235959', starsAvailable: STARS_PER_MONTH - 1 }
    expect(await (await feature(noor, sketch)).json()).toEqual(given)
    expect(await pageOf(sketch, noor)).toMatchObject({
      ...given,
      featured: true,
      featuredBy: noor.id,
      featuredByName: noor.nickname,
      userCanFeature: false,
    })
  })

  it('the member who featured a sketch is not named across a block', async () => {
    const [noor, mira, rune] = [await addPerson({ flags: 'f' }), await addPerson(), await addPerson()]
    const sketch = await addSketch(await addPerson())
    await jsonOf(feature(noor, sketch))
    await block(mira, noor)
    await block(noor, rune)
    for (const viewer of [mira, rune])
      expect(await pageOf(sketch, viewer)).toMatchObject({ featured: true, featuredBy: null, featuredByName: null })
    expect(await pageOf(sketch, await addPerson())).toMatchObject({ featuredByName: noor.nickname })
  })

  it('a feature is on the staff log with its reason, which is "Featured" for one that costs a star', async () => {
    const [ines, noor, staff] = [await addPerson(), await addPerson({ flags: 'f' }), await addPerson({ flags: 'm' })]
    const sketches = await addSketches(ines, 2)
    await jsonOf(feature(noor, sketches[0] ?? 0))
    await jsonOf(feature(noor, sketches[0] ?? 0))
    await jsonOf(staffFeature(staff, sketches[1] ?? 0))
    expect(await staffLogOf(ines)).toMatchObject([
      { staff_id: noor.id, action: 'feature', reason: 'Featured' },
      { staff_id: staff.id, action: 'feature', reason: 'The light.' },
    ])
  })

  it('staff do not feature a sketch without a reason', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    for (const body of [{ sketchId: sketch }, { sketchId: sketch, reason: ' ' }]) {
      const reply = await sendRequest('/gloperate/feature', { as: staff, body })
      expect(await reply.json()).toMatchObject({ error: { code: 'bad_request', field: 'reason' } })
    }
    expect(await pageOf(sketch)).toMatchObject({ featured: false })
    expect(await staffLogOf(ines)).toEqual([])
  })

  it('a feature costs a star', async () => {
    const noor = await addPerson({ flags: 'f' })
    await feature(noor, await addSketch(await addPerson()))
    expect(await sumOf('star', noor)).toBe(-1)
  })

  it('a feature gives the artist fifty glops', async () => {
    const ines = await addPerson()
    await feature(await addPerson({ flags: 'f' }), await addSketch(ines))
    expect(await sumOf('glop', ines)).toBe(GLOPS_FOR_FEATURE)
  })

  it('repeated requests of a member feature a sketch once', async () => {
    const [ines, noor] = [await addPerson(), await addPerson({ flags: 'f' })]
    const sketch = await addSketch(ines)
    const replies = await Promise.all(Array.from({ length: 6 }, () => feature(noor, sketch)))
    for (const reply of replies) expect(await reply.json()).toMatchObject({ starsAvailable: STARS_PER_MONTH - 1 })
    expect(await sumOf('glop', ines)).toBe(GLOPS_FOR_FEATURE)
  })

  it('a feature cannot be undone', async () => {
    const [ines, noor] = [await addPerson(), await addPerson({ flags: 'f' })]
    const which = await addSketch(ines)
    await feature(noor, which)
    expect((await sendRequest('/heart', { as: noor, body: { action: 'unfeature', which } })).status).toBe(400)
    expect(await sumOf('glop', ines)).toBe(GLOPS_FOR_FEATURE)
  })

  describe('when two members feature a sketch at the same time', () => {
    async function featureAtOnce() {
      const ines = await addPerson()
      const sketch = await addSketch(ines)
      const both = [await addPerson({ flags: 'f' }), await addPerson({ flags: 'f' })]
      const replies = await Promise.all(both.map((each) => feature(each, sketch)))
      return { ines, both, replies }
    }

    it('the sketch is featured once', async () => {
      const { ines, replies } = await featureAtOnce()
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await sumOf('glop', ines)).toBe(GLOPS_FOR_FEATURE)
    })

    it('only one of the members spends a star', async () => {
      const { both } = await featureAtOnce()
      expect((await Promise.all(both.map((each) => sumOf('star', each)))).sort()).toEqual([-1, 0])
    })
  })

  it('a member has five stars a month', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MAY })
    const [ines, noor] = [await addPerson(), await addPerson({ flags: 'f' })]
    const sketches = await Promise.all(Array.from({ length: STARS_PER_MONTH + 3 }, () => addSketch(ines)))
    await Promise.all(sketches.slice(0, 2).map((sketch) => feature(noor, sketch)))
    expect(await pageOf(sketches[2] ?? 0, noor)).toMatchObject({ starsAvailable: STARS_PER_MONTH - 2 })
    const replies = await Promise.all(sketches.slice(2).map((sketch) => feature(noor, sketch)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
    expect(await sumOf('star', noor)).toBe(-STARS_PER_MONTH)
    expect(await sumOf('glop', ines)).toBe(STARS_PER_MONTH * GLOPS_FOR_FEATURE)
  })

  it('a member without stars cannot feature until the next month', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MAY })
    const [ines, noor] = [await addPerson(), await addPerson({ flags: 'f' })]
    for (let count = 0; count < STARS_PER_MONTH; count++) await feature(noor, await addSketch(ines))
    const last = await addSketch(ines)
    expect(await errorOf(feature(noor, last))).toEqual([409, 'no_stars'])
    expect(await pageOf(last, noor)).toMatchObject({ userCanFeature: false, starsAvailable: 0, featured: false })
    vi.setSystemTime(JUNE)
    expect(await (await feature(noor, last)).json()).toMatchObject({ starsAvailable: STARS_PER_MONTH - 1 })
  })

  it('deleting a featured sketch takes its glops back', async () => {
    const ines = await addPerson()
    const sketch = await addSketch(ines)
    await feature(await addPerson({ flags: 'f' }), sketch)
    expect(await sumOf('glop', ines)).toBe(GLOPS_FOR_FEATURE)
    await sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } })
    expect(await sumOf('glop', ines)).toBe(0)
  })

  it('deleting a featured sketch does not return the star', async () => {
    const [ines, noor] = [await addPerson(), await addPerson({ flags: 'f' })]
    const sketch = await addSketch(ines)
    await feature(noor, sketch)
    await sendRequest(`/api/v2/sketch/${sketch}`, { as: ines, body: { action: 'delete' } })
    expect(await pageOf(await addSketch(ines), noor)).toMatchObject({ starsAvailable: STARS_PER_MONTH - 1 })
  })

  it('only members with the flag f feature a sketch', async () => {
    const sketch = await addSketch(await addPerson())
    expect(await errorOf(feature(null, sketch))).toEqual([401, 'not_logged_in'])
    for (const flags of ['', 'gp', 'm']) {
      const someone = await addPerson({ flags })
      expect(await errorOf(feature(someone, sketch))).toEqual([403, 'forbidden'])
      expect(await pageOf(sketch, someone)).toMatchObject({ userCanFeature: false, starsAvailable: null })
    }
  })

  it('a member cannot feature their own sketch or one that is unlisted, hidden or unknown', async () => {
    const [ines, noor] = [await addPerson(), await addPerson({ flags: 'f' })]
    expect(await errorOf(feature(noor, await addSketch(noor)))).toEqual([403, 'own_feature'])
    expect(await errorOf(feature(noor, 999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(feature(noor, await addSketch(ines, { unlisted: true })))).toEqual([404, 'not_found'])
    expect(await errorOf(feature(noor, await addSketch(ines, { violation: 'notsketch' })))).toEqual([404, 'not_found'])
    expect(await sumOf('star', noor)).toBe(0)
  })

  describe('when staff features a sketch several times at once', () => {
    async function featureAsStaff() {
      const [ines, staff, other] = [await addPerson(), await addPerson({ flags: 'm' }), await addPerson({ flags: 'a' })]
      const sketch = await addSketch(ines)
      const replies = await Promise.all([staff, staff, other].map((as) => staffFeature(as, sketch)))
      expect(replies.some(({ status }) => status === 200)).toBe(true)
      return { ines, staff, other, sketch }
    }

    it('the artist gets the glops of one feature', async () => {
      const { ines } = await featureAsStaff()
      expect(await sumOf('glop', ines)).toBe(GLOPS_FOR_FEATURE)
    })

    it('the feature costs no star', async () => {
      const { staff, other } = await featureAsStaff()
      expect([await sumOf('star', staff), await sumOf('star', other)]).toEqual([0, 0])
    })

    it('the feature is written to the audit log once', async () => {
      const { ines, sketch } = await featureAsStaff()
      const { results } = await env.DB.prepare('SELECT action, user_id, changes FROM audit_log WHERE target_id = ?')
        .bind(sketch)
        .all()
      expect(results).toEqual([{ action: 'feature', user_id: ines.id, changes: '{"featured":[false,true]}' }])
    })
  })

  it('staff cannot feature their own sketch or one that is unlisted or unknown', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    expect(await errorOf(staffFeature(staff, await addSketch(staff)))).toEqual([403, 'own_feature'])
    expect(await errorOf(staffFeature(staff, await addSketch(ines, { unlisted: true })))).toEqual([403, 'forbidden'])
    expect(await errorOf(staffFeature(staff, 999_999))).toEqual([404, 'not_found'])
  })
})
