import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import type { ShownSketch } from '../../../contract/http/sketch-page.ts'
import { addCompo, addInvite, enterCompo, moveCompo, readCompo } from '../../support/worker/compos.ts'
import { addGroup, joinGroup } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

let ines: Person
let staff: Person
let key: string
let sketchId: number
beforeEach(async () => {
  ines = await addPerson()
  staff = await addPerson({ flags: 'm' })
  key = await addCompo()
  sketchId = await addSketch(ines, { title: 'Lantern' })
})

const invite = (as: Person | null, fields: { sketchId?: number; compo?: string } = {}) =>
  sendRequest('/admin/compoInvite', { as, body: { sketchId, compo: key, ...fields } })
const accept = (as: Person | null, body: unknown = { sketchId }) => sendRequest('/admin/inviteAccepted', { as, body })
const decline = (as: Person | null, body: unknown = { sketchId }) =>
  sendRequest('/api/v2/compo/declineInvite', { as, body })
const inviteFor = async (as: Person | null) =>
  (await requestJson<ShownSketch>(`/api/v2/sketch/${sketchId}`, { as })).compoInvite
const noticesOf = async (as: Person) =>
  (await requestJson<NotificationList>('/api/v2/notices?category=compos', { as })).items

describe('inviting a sketch into a compo', () => {
  it('artist and staff see the invite, others do not, and the artist is told', async () => {
    await jsonOf(invite(staff))
    const shown = { id: key, title: 'On the way home' }
    expect([await inviteFor(ines), await inviteFor(staff)]).toEqual([shown, shown])
    expect([await inviteFor(null), await inviteFor(await addPerson())]).toEqual([null, null])
    expect(await noticesOf(ines)).toMatchObject([{ compoNotice: 'invite', actor: null, sketch: { id: sketchId } }])
    expect(await staffLogOf(ines)).toMatchObject([{ action: 'compo_invite' }])
  })

  it('only staff can invite a sketch', async () => {
    expect(await errorOf(invite(null))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(invite(ines))).toEqual([403, 'forbidden'])
  })

  it('staff do not invite their own sketch, so that they do not take back what a colleague decided about it', async () => {
    expect(await errorOf(invite(staff, { sketchId: await addSketch(staff) }))).toEqual([403, 'forbidden'])
  })

  it('an invite ends the removal of a sketch from its own compo only', async () => {
    await enterCompo(ines, key, sketchId)
    const body = { which: sketchId, reason: 'Not the theme.' }
    await jsonOf(sendRequest('/api/compoRemoveSketch', { as: staff, body }))
    const enter = () => sendRequest(`/compo/${key}`, { as: ines, body: { sketchId } })
    await jsonOf(invite(staff, { compo: await addCompo() }))
    expect((await errorOf(enter()))[1]).toBe('decided_by_staff')
    await jsonOf(invite(staff))
    await jsonOf(enter())
  })

  it('a missing sketch, an unlisted one and a wrong key are refused', async () => {
    expect(await errorOf(invite(staff, { sketchId: 999_999 }))).toEqual([404, 'not_found'])
    const unlisted = await addSketch(ines, { unlisted: true })
    expect(await errorOf(invite(staff, { sketchId: unlisted }))).toEqual([403, 'forbidden'])
    expect((await errorOf(invite(staff, { compo: 'No Key' })))[1]).toBe('bad_request')
  })

  it('a sketch that was hidden after its invite is not entered', async () => {
    await jsonOf(invite(staff))
    await env.DB.prepare('UPDATE sketches SET unlisted = 1 WHERE id = ?').bind(sketchId).run()
    expect(await errorOf(accept(ines))).toEqual([403, 'forbidden'])
    expect(await readCompo(key)).toMatchObject({ own: [] })
  })

  it.each(['voting', 'closed'] as const)('nobody is invited into a compo that is %s', async (state) => {
    await moveCompo(key, state)
    expect(await errorOf(invite(staff))).toEqual([409, 'compo_not_open'])
    expect(await noticesOf(ines)).toEqual([])
  })

  it('an entered sketch cannot be invited', async () => {
    await enterCompo(ines, key, sketchId)
    expect(await errorOf(invite(staff, { compo: await addCompo() }))).toEqual([409, 'in_another_compo'])
  })

  it('only sketches of its members can be invited into a compo of a group', async () => {
    const slug = await addGroup(staff)
    const compo = await addCompo({ groupSlug: slug })
    expect(await errorOf(invite(staff, { compo }))).toEqual([403, 'not_in_group'])
    await moveCompo(compo, 'voting')
    expect(await errorOf(invite(staff, { compo }))).toEqual([409, 'compo_not_open'])
    await moveCompo(compo, 'open')
    await joinGroup(ines, slug)
    await jsonOf(invite(staff, { compo }))
  })

  it('a later invite replaces the earlier one, with its notice', async () => {
    await jsonOf(invite(staff))
    const compo = await addCompo()
    await jsonOf(invite(staff, { compo }))
    expect((await inviteFor(ines))?.id).toBe(compo)
    expect((await noticesOf(ines)).map((notice) => notice.compo?.id)).toEqual([compo])
  })

  it('two sketches of an artist are invited into the same compo', async () => {
    await jsonOf(invite(staff))
    await jsonOf(invite(staff, { sketchId: await addSketch(ines) }))
    expect(await noticesOf(ines)).toHaveLength(2)
  })

  it('an invite ends with the time for entries', async () => {
    await jsonOf(invite(staff))
    await moveCompo(key, 'voting')
    expect(await inviteFor(ines)).toBeNull()
    expect(await errorOf(accept(ines))).toEqual([409, 'compo_not_open'])
  })
})

describe('answering an invite [1 §7]', () => {
  it.each(['artist', 'staff'])('inviteAccepted enters the sketch and ends the invite: %s', async (by) => {
    await addInvite(sketchId, key)
    await jsonOf(accept(by === 'staff' ? staff : ines))
    expect((await readCompo(key, ines)).own).toMatchObject([{ id: sketchId }])
    expect(await inviteFor(ines)).toBeNull()
  })

  it('staff who accept for an artist are on the staff log, and the artist is told instead of being invited', async () => {
    await jsonOf(invite(staff))
    await jsonOf(accept(staff))
    expect(await noticesOf(ines)).toMatchObject([
      { compoNotice: 'entered', compo: { id: key }, sketch: { id: sketchId } },
    ])
    expect(await staffLogOf(ines)).toMatchObject([
      { action: 'compo_invite' },
      { action: 'compo_invite_accept', staff_id: staff.id, changes: `{"compo":[null,"${key}"]}` },
    ])
  })

  it('an artist who accepts an invite gets no notice, and the staff log no entry', async () => {
    await jsonOf(invite(staff))
    await jsonOf(accept(ines))
    expect(await noticesOf(ines)).toEqual([])
    expect(await staffLogOf(ines)).toMatchObject([{ action: 'compo_invite' }])
  })

  it('staff who take an invite back are on the staff log, and an artist who declines is not', async () => {
    for (const [as, action] of [
      [staff, 'compo_invite_withdraw'],
      [ines, 'compo_invite'],
    ] as const) {
      await jsonOf(invite(staff))
      await jsonOf(decline(as))
      expect((await staffLogOf(ines)).at(-1)).toMatchObject({ action, staff_id: staff.id })
    }
  })

  it('the artist declines, or staff take the invite back, with its notice', async () => {
    for (const as of [ines, staff]) {
      await addInvite(sketchId, key)
      await jsonOf(decline(as))
      expect([await inviteFor(ines), await noticesOf(ines)]).toEqual([null, []])
    }
    expect((await readCompo(key)).entries).toBe(0)
  })

  it('visitors cannot answer an invite, and to other members there is none', async () => {
    await addInvite(sketchId, key)
    for (const answer of [accept, decline]) {
      expect(await errorOf(answer(null))).toEqual([401, 'not_logged_in'])
      expect(await errorOf(answer(await addPerson()))).toEqual([404, 'not_found'])
      expect((await errorOf(answer(ines, { sketchId: 'x' })))[1]).toBe('bad_request')
    }
    expect(await inviteFor(ines)).not.toBeNull()
  })

  it('an answer without an invite is refused', async () => {
    for (const answer of [accept, decline]) expect(await errorOf(answer(ines))).toEqual([404, 'not_found'])
  })

  it('an artist who has entered as many sketches as the compo allows is told so, and the invite stays', async () => {
    await addInvite(sketchId, key)
    await enterCompo(ines, key, await addSketch(ines))
    expect(await errorOf(accept(ines))).toEqual([409, 'compo_entry_limit'])
    expect(await inviteFor(ines)).not.toBeNull()
  })

  it('an invite is deleted with its sketch', async () => {
    await addInvite(sketchId, key)
    await jsonOf(sendRequest(`/api/v2/sketch/${sketchId}`, { as: ines, body: { action: 'delete' } }))
    const left = await env.DB.prepare('SELECT count(*) AS n FROM compo_invites WHERE sketch_id = ?')
      .bind(sketchId)
      .first('n')
    expect(left).toBe(0)
  })
})
