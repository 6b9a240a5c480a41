import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationList, NotificationSettings } from '../../../contract/http/notifications.ts'
import { addComment, commentsOf, deleteComment, postComment } from '../../support/worker/comments.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addGroup, groupOf, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'

let mira: Person
let noor: Person
let group: string
let discussion: number
beforeEach(async () => {
  mira = await addPerson()
  noor = await addPerson()
  group = await addGroup(mira)
  discussion = (await groupOf(group)).discussion
})

const write = (as: Person, text: string, replyTo?: number) =>
  addComment(as, discussion, text, { type: 'group', ...(replyTo && { replyTo }) })
const listFor = (as: Person | null = null) => commentsOf(discussion, '', as, 'group')
const textsFor = async (as: Person | null = null) => (await listFor(as)).items.map(({ comment }) => comment)
/** Without the decision on the request for the group. */
const noticesOf = async (as: Person) =>
  (await requestJson<NotificationList>('/api/v2/notices', { as })).items.filter((item) => item.groupRequest === null)

describe('the discussion of a group', () => {
  it('everyone reads it, members of the site write, and the total follows', async () => {
    const { id } = await write(noor, 'Herons on Sunday?')
    await write(mira, 'Yes.', id)
    expect(await textsFor()).toEqual(['Yes.', 'Herons on Sunday?'])
    expect((await listFor()).total).toBe(2)
    await jsonOf(deleteComment(noor, id))
    expect([(await listFor()).total, await textsFor()]).toEqual([1, ['Yes.']])
  })

  it('visitors do not write, and a missing group has no discussion', async () => {
    expect(await errorOf(postComment(null, discussion, 'Hi', { type: 'group' }))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(postComment(noor, 999_999, 'Hi', { type: 'group' }))).toEqual([404, 'not_found'])
    expect(await errorOf(sendRequest('/api/comments/999999?type=group'))).toEqual([404, 'not_found'])
  })

  it('owner, moderators and group admins delete comments, and other members do not', async () => {
    const moderator = await addPerson()
    await joinGroup(moderator, group)
    await jsonOf(postToGroups(mira, { action: 'setRole', groupId: group, user: moderator.id, role: 'moderator' }))
    const member = await addPerson()
    await joinGroup(member, group)
    for (const as of [mira, moderator, await addPerson({ flags: 'g' })]) {
      const { id } = await write(noor, 'Buy my frogs')
      expect(await errorOf(deleteComment(member, id))).toEqual([403, 'forbidden'])
      expect((await listFor(member)).items[0]?.canDelete).toBe(false)
      expect((await listFor(as)).items[0]?.canDelete).toBe(true)
      await jsonOf(deleteComment(as, id, 'Advertising.'))
      expect(await textsFor()).toEqual([])
    }
    expect(await staffLogOf(noor)).toMatchObject([{ action: 'delete', reason: 'Advertising.' }])
  })

  it('comments across a block are hidden', async () => {
    await write(noor, 'Hello')
    const ines = await addPerson()
    await block(ines, noor)
    expect([await textsFor(ines), await textsFor(mira)]).toEqual([[], ['Hello']])
  })

  it('notifications name the group: to its owner, for a reply and for a mention', async () => {
    const ines = await addPerson()
    const { id } = await write(noor, `Welcome @${ines.nickname}`)
    await write(ines, 'Thanks', id)
    const place = { group: { id: group, discussion }, profile: null, sketch: null }
    expect(await noticesOf(mira)).toMatchObject([
      { category: 'comments', isReply: false, ...place },
      { category: 'comments', isReply: false, ...place },
    ])
    expect(await noticesOf(ines)).toMatchObject([{ category: 'mentions', comment: { id }, ...place }])
    expect(await noticesOf(noor)).toMatchObject([{ category: 'comments', isReply: true, ...place }])
  })

  it('a muted discussion sends no notifications, and the settings name the group', async () => {
    const muted = (on: boolean) =>
      jsonOf(sendRequest('/api/v2/notices/mute', { as: mira, body: { group: discussion, muted: on } }))
    const settings = () => requestJson<NotificationSettings>('/api/v2/notices/settings', { as: mira })
    await muted(true)
    await write(noor, 'One')
    const { title } = await groupOf(group)
    expect((await settings()).muted).toEqual([{ type: 'group', id: discussion, name: title, slug: group }])
    await muted(false)
    await write(noor, 'Two')
    expect((await noticesOf(mira)).map(({ comment }) => comment?.excerpt)).toEqual(['Two'])
    const missing = sendRequest('/api/v2/notices/mute', { as: mira, body: { group: 999_999 } })
    expect(await errorOf(missing)).toEqual([404, 'not_found'])
  })

  it('a profile’s comments keep naming the profile', async () => {
    await addComment(noor, mira.id, 'Hello', { type: 'profile' })
    expect(await noticesOf(mira)).toMatchObject([{ profile: { id: mira.id }, group: null }])
  })
})
