import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { GROUP_HEIR_ACTIVE_DAYS } from '../../../contract/limits.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addGroup, groupOf, joinGroup, postToGroups } from '../../support/worker/groups.ts'
import { afterTheWeek, deleteAccount } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { jsonOf, requestJson } from '../../support/worker/site.ts'

const DAY_MS = 86_400_000

/** A group with members who joined in this order. */
async function addGroupOf(count: number) {
  const owner = await addPerson()
  const group = await addGroup(owner)
  const members = await Promise.all(Array.from({ length: count }, () => addPerson()))
  for (const member of members) await joinGroup(member, group)
  return { owner, group, members }
}

const appoint = (owner: Person, groupId: string, { id: user }: Person) =>
  jsonOf(postToGroups(owner, { action: 'setRole', groupId, user, role: 'moderator' }))

/** Sets the time at which a member last used the site to some days before the deletion of the account. */
const lastSeen = ({ id }: Person, days: number) =>
  env.DB.prepare('UPDATE users SET active_at = ? WHERE id = ?')
    .bind(afterTheWeek() - days * DAY_MS, id)
    .run()

const noticesFor = async (as: Person) =>
  (await requestJson<NotificationList>('/api/v2/notices?category=mentions', { as })).items

const ownerOf = async (slug: string) =>
  env.DB.prepare(
    `SELECT group_members.user_id AS owner_id FROM group_members JOIN groups ON groups.id = group_id WHERE slug = ? AND role = 'owner'`,
  )
    .bind(slug)
    .first<number>('owner_id')

describe('groups of a deleted account', () => {
  it('a group goes to the moderator who joined first, who is notified and owns its chat room', async () => {
    const { owner, group, members } = await addGroupOf(3)
    const [first, second, third] = members as [Person, Person, Person]
    for (const moderator of [third, second]) await appoint(owner, group, moderator)
    await deleteAccount(owner)
    expect(await groupOf(group, second)).toMatchObject({ role: 'owner', users: 3, hidden: null })
    expect(await ownerOf(group)).toBe(second.id)
    const roomOwner = env.DB.prepare(`SELECT owner_id FROM chat_rooms WHERE channel = 'group-' || ?`).bind(group)
    expect(await roomOwner.first('owner_id')).toBe(second.id)
    const inherited = async (as: Person) => (await noticesFor(as)).filter(({ groupRole }) => groupRole === 'inherited')
    expect(await inherited(second)).toMatchObject([{ group: { id: group }, actor: { id: owner.id } }])
    expect(await inherited(first)).toEqual([])
  })

  it('without a moderator it goes to the member who joined first and used the site lately', async () => {
    const { owner, group, members } = await addGroupOf(4)
    const [away, suspended, leaving, heir] = members as [Person, Person, Person, Person]
    await lastSeen(away, GROUP_HEIR_ACTIVE_DAYS)
    await addBan(suspended, 720)
    await env.DB.prepare('UPDATE users SET deletes_at = ? WHERE id = ?')
      .bind(afterTheWeek() + DAY_MS, leaving.id)
      .run()
    await deleteAccount(owner)
    expect(await ownerOf(group)).toBe(heir.id)
  })

  it('a member to whom the group is offered gets it before the moderators', async () => {
    const { owner, group, members } = await addGroupOf(2)
    const [moderator, heir] = members as [Person, Person]
    await appoint(owner, group, moderator)
    await jsonOf(postToGroups(owner, { action: 'offer', groupId: group, user: heir.id }))
    await deleteAccount(owner)
    expect(await groupOf(group, heir)).toMatchObject({ role: 'owner' })
    expect((await noticesFor(heir)).map(({ groupRole }) => groupRole)).toEqual(['inherited'])
  })

  it('a group in which nobody is left to run it is closed', async () => {
    const { owner, group, members } = await addGroupOf(1)
    const [away] = members as [Person]
    await lastSeen(away, GROUP_HEIR_ACTIVE_DAYS + 1)
    await deleteAccount(owner)
    expect(await ownerOf(group)).toBeNull()
    const admin = await addPerson({ flags: 'g' })
    expect(await groupOf(group, admin)).toMatchObject({ hidden: 'owner', users: 1 })
  })

  it('a group that staff hid is closed as well if nobody is left to run it', async () => {
    const { owner, group } = await addGroupOf(0)
    await env.DB.prepare("UPDATE groups SET hidden_at = 1, hidden_by = 'staff' WHERE slug = ?").bind(group).run()
    await deleteAccount(owner)
    expect(await groupOf(group, await addPerson({ flags: 'g' }))).toMatchObject({ hidden: 'owner', users: 0 })
  })

  it('a moderator whose account is deleted leaves the group to its owner', async () => {
    const { owner, group, members } = await addGroupOf(1)
    const [moderator] = members as [Person]
    await appoint(owner, group, moderator)
    await deleteAccount(moderator)
    expect(await groupOf(group, owner)).toMatchObject({ role: 'owner', users: 1, hidden: null })
  })
})
