import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationList, NotificationSettings } from '../../../contract/http/notifications.ts'
import { addComment, commentsOf, deleteComment, postComment } from '../../support/worker/comments.ts'
import { addCompo, readCompo } from '../../support/worker/compos.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addGroup, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'

let mira: Person
let noor: Person
let key: string
let compoId: number
beforeEach(async () => {
  mira = await addPerson()
  noor = await addPerson()
  key = await addCompo()
  compoId = (await readCompo(key)).compoId
})

const write = (as: Person, text: string, fields: { which?: number; replyTo?: number } = {}) =>
  addComment(as, fields.which ?? compoId, text, { type: 'compo', ...(fields.replyTo && { replyTo: fields.replyTo }) })
const listFor = (as: Person | null = null, which = compoId) => commentsOf(which, '', as, 'compo')
const textsFor = async (as: Person | null = null) => (await listFor(as)).items.map(({ comment }) => comment)
const noticesOf = async (as: Person) => (await requestJson<NotificationList>('/api/v2/notices', { as })).items

describe('the discussion of a compo [1 §2]', () => {
  it('everyone reads a discussion, members write in it, and the compo counts its comments [1 §3]', async () => {
    const { id } = await write(noor, 'Does a stairwell count?')
    await write(mira, 'If it leads home.', { replyTo: id })
    expect(await textsFor()).toEqual(['If it leads home.', 'Does a stairwell count?'])
    expect((await readCompo(key)).commentCount).toBe(2)
    await jsonOf(deleteComment(noor, id))
    expect([(await readCompo(key)).commentCount, await textsFor()]).toEqual([1, ['If it leads home.']])
  })

  it('visitors do not write, and a missing compo has no discussion', async () => {
    expect(await errorOf(postComment(null, compoId, 'Hi', { type: 'compo' }))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(postComment(noor, 999_999, 'Hi', { type: 'compo' }))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/comments/999999?type=compo'))).toEqual([404, 'not_found'])
  })

  it('only staff read and write the discussion of a compo that has not begun', async () => {
    await env.DB.prepare('UPDATE compos SET starts_at = ?2 WHERE key = ?1')
      .bind(key, Date.now() + 3_600_000)
      .run()
    expect(await errorOf(sendRequest(`/api/comments/${compoId}?type=compo`, { as: noor }))).toEqual([404, 'not_found'])
    expect(await errorOf(postComment(noor, compoId, 'Hi', { type: 'compo' }))).toEqual([404, 'not_found'])
    const staff = await addPerson({ flags: 'm' })
    await write(staff, 'Soon.')
    expect(await textsFor(staff)).toEqual(['Soon.'])
  })

  it('staff delete comments with a reason, and others do not', async () => {
    const { id } = await write(noor, 'Buy my frames')
    expect(await errorOf(deleteComment(mira, id))).toEqual([403, 'forbidden'])
    const staff = await addPerson({ flags: 'm' })
    expect((await errorOf(deleteComment(staff, id)))[1]).toBe('bad_request')
    await jsonOf(deleteComment(staff, id, 'Advertising.'))
    expect(await textsFor()).toEqual([])
  })

  it('owners and moderators of its group delete comments, and group admins only where there is a group', async () => {
    const slug = await addGroup(mira)
    const moderator = await addPerson()
    await joinGroup(moderator, slug)
    await jsonOf(postToGroups(mira, { action: 'setRole', groupId: slug, user: moderator.id, role: 'moderator' }))
    const { compoId: which } = await readCompo(await addCompo({ groupSlug: slug }))
    const groupAdmin = await addPerson({ flags: 'g' })
    for (const as of [mira, moderator, groupAdmin]) {
      const { id } = await write(noor, 'Buy my frames', { which })
      expect((await listFor(as, which)).items[0]?.canDelete).toBe(true)
      await jsonOf(deleteComment(as, id, 'Advertising.'))
    }
    await write(noor, 'Elsewhere')
    for (const as of [mira, moderator, groupAdmin]) expect((await listFor(as)).items[0]?.canDelete).toBe(false)
  })

  it('the member who opened a compo does not delete its comments, and staff who opened it give a reason', async () => {
    const { id } = await write(noor, 'Buy my frames')
    const opener = await addPerson()
    await env.DB.prepare('UPDATE compos SET user_id = ?2 WHERE key = ?1').bind(key, opener.id).run()
    expect((await listFor(opener)).items.map(({ canDelete }) => canDelete)).toEqual([false])
    expect(await errorOf(deleteComment(opener, id))).toEqual([403, 'forbidden'])
    const staff = await addPerson({ flags: 'm' })
    await env.DB.prepare('UPDATE compos SET user_id = ?2 WHERE key = ?1').bind(key, staff.id).run()
    expect((await errorOf(deleteComment(staff, id)))[1]).toBe('bad_request')
    await jsonOf(deleteComment(staff, id, 'Advertising.'))
  })

  it('comments across a block are hidden', async () => {
    await write(noor, 'Hello')
    const ines = await addPerson()
    await block(ines, noor)
    expect([await textsFor(ines), await textsFor(mira)]).toEqual([[], ['Hello']])
  })

  it('notices of a reply and of a mention name the compo', async () => {
    const ines = await addPerson()
    const { id } = await write(noor, `Welcome @${ines.nickname}`)
    await write(ines, 'Thanks', { replyTo: id })
    const place = { compo: { id: key, title: 'On the way home', compoId }, group: null, profile: null, sketch: null }
    expect(await noticesOf(ines)).toMatchObject([{ category: 'mentions', comment: { id }, ...place }])
    expect(await noticesOf(noor)).toMatchObject([{ category: 'comments', isReply: true, ...place }])
  })

  it('a muted discussion sends no more notices, and the settings name the compo', async () => {
    const { id } = await write(noor, 'One')
    const mute = (compo: number, muted = true) =>
      sendRequest('/api/v2/notices/mute', { as: noor, body: { compo, muted } })
    await jsonOf(mute(compoId))
    await write(mira, 'Two', { replyTo: id })
    const settings = await requestJson<NotificationSettings>('/api/v2/notices/settings', { as: noor })
    expect(settings.muted).toEqual([{ type: 'compo', id: compoId, name: 'On the way home', slug: key }])
    await jsonOf(mute(compoId, false))
    await write(mira, 'Three', { replyTo: id })
    expect((await noticesOf(noor)).map(({ comment }) => comment?.excerpt)).toEqual(['Three'])
    expect(await errorOf(mute(999_999))).toEqual([404, 'not_found'])
  })

  it('the discussion of a compo that has not begun cannot be muted, and settings do not name the compo [1 §2]', async () => {
    await env.DB.prepare('UPDATE compos SET starts_at = ?2, ends_at = ?2 + 1, voting_ends_at = ?2 + 2 WHERE id = ?1')
      .bind(compoId, Date.now() + 86_400_000)
      .run()
    const body = { compo: compoId, muted: true }
    expect(await errorOf(sendRequest('/api/v2/notices/mute', { as: noor, body }))).toEqual([404, 'not_found'])
    await env.DB.prepare(
      "INSERT INTO muted_threads (user_id, target_type, target_id, created_at) VALUES (?, 'compo', ?, 0)",
    )
      .bind(noor.id, compoId)
      .run()
    expect((await requestJson<NotificationSettings>('/api/v2/notices/settings', { as: noor })).muted).toEqual([])
  })

  it('a case of a reported comment names its compo', async () => {
    const { id } = await write(noor, 'Rude words')
    await jsonOf(sendRequest('/api/v2/report/comment', { as: mira, body: { id } }))
    const { evidence } = (await env.DB.prepare("SELECT evidence FROM cases WHERE kind = 'comment' AND target = ?")
      .bind(String(id))
      .first<{ evidence: string }>()) ?? { evidence: '{}' }
    expect(JSON.parse(evidence).target).toEqual({ type: 'compo', id: compoId, title: 'On the way home', slug: key })
  })
})
