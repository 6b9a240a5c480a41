import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { countTrips } from '../../support/worker/trips.ts'
import { addPicture } from '../../support/worker/uploads.ts'

const setViolation = (as: Person | null, sketchId: number, violation: unknown, reason = 'A test.') =>
  sendRequest('/gloperate/violation', { as, body: { sketchId, violation, reason } })
const pageOf = (id: number, as: Person | null = null) => requestJson<ShownSketch>(`/api/v2/sketch/${id}`, { as })

async function auditLogOf(sketch: number) {
  const { results } = await env.DB.prepare(
    'SELECT staff_id, action, user_id, reason, changes FROM audit_log WHERE target_id = ? ORDER BY id',
  )
    .bind(sketch)
    .all()
  return results
}

describe('violations [1 §4]', () => {
  it('a violation hides a sketch from all but its artist and staff until it is cleared', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    expect((await setViolation(staff, sketch, 'copyright')).status).toBe(200)
    expect(await pageOf(sketch)).toEqual({ hidden: true, id: sketch, notice: 'copyright' })
    for (const as of [ines, staff]) {
      expect(await pageOf(sketch, as)).toMatchObject({ hidden: false, notice: 'copyright' })
    }
    await setViolation(staff, sketch, null)
    expect(await pageOf(sketch)).toMatchObject({ hidden: false, notice: null })
  })

  it('staff cannot change or clear the violation of their own sketch', async () => {
    const [artist, staff] = [await addPerson({ flags: 'm' }), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(artist)
    await setViolation(staff, sketch, 'copyright')
    for (const violation of [null, 'notsketch'])
      expect((await setViolation(artist, sketch, violation)).status).toBe(403)
    expect(await pageOf(sketch)).toMatchObject({ hidden: true, notice: 'copyright' })
  })

  it('each change of a violation is written to the audit log', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const sketch = await addSketch(ines)
    await setViolation(staff, sketch, 'copyright', 'Seen elsewhere')
    await setViolation(staff, sketch, null, 'Their own')
    const entry = { staff_id: staff.id, action: 'violation', user_id: ines.id }
    expect(await auditLogOf(sketch)).toEqual([
      { ...entry, reason: 'Seen elsewhere', changes: '{"violation":[null,"copyright"]}' },
      { ...entry, reason: 'Their own', changes: '{"violation":["copyright",null]}' },
    ])
  })

  it('a violation changes the address of the pictures', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'a' })]
    const { id, imageUrl } = await addPicture(ines)
    await setViolation(staff, id, 'notsketch')
    expect((await sendRequest(`${imageUrl}/100`)).status).toBe(404)
    const { imageUrl: newUrl } = await pageOf(id, ines)
    expect((await sendRequest(`${newUrl}/100`)).status).toBe(404)
    expect((await sendRequest(`${newUrl}/100`, { as: ines })).status).toBe(200)
  })

  it('setting the same violation again adds no entry to the audit log', async () => {
    const staff = await addPerson({ flags: 'm' })
    const sketch = await addSketch(await addPerson())
    for (let time = 0; time < 2; time++) await setViolation(staff, sketch, 'notsketch')
    expect(await auditLogOf(sketch)).toHaveLength(1)
  })

  it('a violation is neither set nor cleared without a reason [1 §7]', async () => {
    const staff = await addPerson({ flags: 'm' })
    const sketch = await addSketch(await addPerson())
    for (const reason of ['', '  ', undefined]) {
      const body = { sketchId: sketch, violation: 'copyright', reason }
      const refused = await sendRequest('/gloperate/violation', { as: staff, body })
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { error: { code: 'bad_request', field: 'reason' } },
      ])
    }
    await jsonOf(setViolation(staff, sketch, 'copyright'))
    expect(await errorOf(setViolation(staff, sketch, null, ''))).toEqual([400, 'bad_request'])
    expect(await auditLogOf(sketch)).toHaveLength(1)
    expect(await pageOf(sketch)).toMatchObject({ hidden: true })
  })

  it('only staff sets a violation', async () => {
    const sketch = await addSketch(await addPerson())
    expect(await errorOf(setViolation(null, sketch, 'copyright'))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(setViolation(await addPerson({ flags: 'gfp' }), sketch, 'copyright'))).toEqual([
      403,
      'forbidden',
    ])
    expect(await auditLogOf(sketch)).toEqual([])
  })

  it('a violation needs a known kind and an existing sketch', async () => {
    const staff = await addPerson({ flags: 'm' })
    const sketch = await addSketch(await addPerson())
    expect(await errorOf(setViolation(staff, 999_999, 'copyright'))).toEqual([404, 'not_found'])
    expect(await errorOf(setViolation(staff, sketch, 'ugly'))).toEqual([400, 'bad_request'])
    expect(await auditLogOf(sketch)).toEqual([])
  })
})

describe('the audit log', () => {
  it('a deletion by staff needs a reason, and is logged, if the sketch belongs to another member', async () => {
    const [ines, staff] = [await addPerson(), await addPerson({ flags: 'm' })]
    const [sketch, own] = [await addSketch(ines), await addSketch(staff)]
    const remove = (id: number, reason?: string) =>
      sendRequest(`/api/v2/sketch/${id}`, { as: staff, body: { action: 'delete', reason } })
    await jsonOf(remove(own))
    expect(await errorOf(remove(sketch))).toEqual([400, 'bad_request'])
    await jsonOf(remove(sketch, 'Copied.'))
    expect(await auditLogOf(sketch)).toMatchObject([
      {
        staff_id: staff.id,
        action: 'delete',
        user_id: ines.id,
        reason: 'Copied.',
        changes: '{"title":["Low tide",null]}',
      },
    ])
    expect(await auditLogOf(own)).toEqual([])
  })

  it('entries of the log cannot be changed or deleted', async () => {
    await setViolation(await addPerson({ flags: 'm' }), await addSketch(await addPerson()), 'notsketch')
    await expect(env.DB.exec("UPDATE audit_log SET reason = 'x'")).rejects.toThrow('audit_log_is_append_only')
    await expect(env.DB.exec('DELETE FROM audit_log')).rejects.toThrow('audit_log_is_append_only')
  })
})

describe('the PNG original of a sketch', () => {
  it('staff downloads the original in two trips to the database, and one that counts a PNG that is made', async () => {
    const staff = await addPerson({ flags: 'm' })
    const { id } = await addPicture(await addPerson())
    for (const expected of [3, 2]) {
      const { reply, trips } = await countTrips(`/sketch/${id}.png`, { as: staff })
      expect([reply.status, reply.headers.get('content-type'), trips]).toEqual([200, 'image/png', expected])
    }
  })

  it('a member cannot download the original of another artist', async () => {
    const { id } = await addPicture(await addPerson())
    expect(await errorOf(sendRequest(`/sketch/${id}.png`, { as: await addPerson() }))).toEqual([403, 'forbidden'])
  })

  it('an unknown sketch has no original', async () => {
    const staff = await addPerson({ flags: 'm' })
    expect(await errorOf(sendRequest('/sketch/999999.png', { as: staff }))).toEqual([404, 'not_found'])
  })
})
