import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GroupFeatureCounts } from '../../../contract/http/group-admin.ts'
import type { NotificationList, NotificationSettings } from '../../../contract/http/notifications.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { groupCalendar } from '../../../worker/pages/feeds/group-calendar.ts'
import { caseOf, decide, undoDecision } from '../../support/worker/cases.ts'
import { addGroupChallenge } from '../../support/worker/challenges.ts'
import { enterRoom, openSocket } from '../../support/worker/chat.ts'
import { addComment, postComment } from '../../support/worker/comments.ts'
import { addCompo } from '../../support/worker/compos.ts'
import {
  activityFor,
  addedToGroup,
  addGroup,
  addToGroup,
  assist,
  groupOf,
  groupsOf,
  joinGroup,
  postToGroups,
  queueFor,
} from '../../support/worker/groups.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, ORIGIN, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addSketch } from '../../support/worker/sketches.ts'
import { impersonate } from '../../support/worker/staff.ts'

let owner: Person
let member: Person
let staff: Person
let group: string
let title: string
let discussion: number
let sketch: number
let challenge: number
let compo: string
beforeEach(async () => {
  owner = await addPerson()
  member = await addPerson()
  staff = await addPerson({ flags: 'm' })
  title = `Rude newts ${owner.id}`
  group = await addGroup(owner, title)
  discussion = (await groupOf(group)).discussion
})

/** Adds a member, a sketch, events and a comment that mentions the member. */
async function fillGroup(): Promise<void> {
  await joinGroup(member, group)
  sketch = await addSketch(member)
  await addedToGroup(member, group, sketch)
  challenge = await addGroupChallenge(owner, group)
  compo = await addCompo({ groupSlug: group })
  await addComment(owner, discussion, `Hello @${member.nickname}`, { type: 'group' })
  const mute = { group: discussion, muted: true }
  await jsonOf(sendRequest('/api/v2/notices/mute', { as: member, body: mute }))
}

/** Reports the group, and hides it as staff. Returns the case. */
async function hide(): Promise<number> {
  await jsonOf(sendRequest('/api/v2/report', { as: await addPerson(), body: { group, details: 'A rude name' } }))
  const { id } = await caseOf('group', discussion)
  await jsonOf(decide(staff, id, { action: 'hide_group', rule: 'kindness', reason: 'A rude name.' }))
  return id
}

const close = (as: Person | null, groupId = group) => postToGroups(as, { action: 'close', groupId })

const reading = (params: string) => `/api/v2/group?action=${params}`

/** Replies that name the group while it is shown. */
const NAMING: Record<string, () => string> = {
  'the list of all groups': () => reading('query'),
  'the groups of a member': () => reading(`groupsForUser&userId=${member.id}`),
  'the search': () => reading(`search&query=${encodeURIComponent(title)}`),
  'similar names': () => reading(`similar&query=${owner.id}`),
  'the groups of a sketch': () => reading(`groupsForSketch&sketchId=${sketch}`),
  'events of all groups': () => reading('events'),
  'a sketch in the group': () => `/api/v2/sketch/${sketch}`,
  'a challenge of the group': () => `/api/v2/challenge/${challenge}`,
  'a compo of the group': () => `/api/v2/compo/info?name=${compo}`,
}

/** Replies that contain the sketch while the group is shown. */
const SHOWING: Record<string, () => string> = {
  'sketches of the groups of a member': () => `/api/v2/user/groups_recents?userId=${member.id}`,
}

/** Calls that are not found while the group is hidden. */
const MISSING: Record<string, () => string> = {
  'the group': () => reading(`info&groupId=${group}`),
  'its gallery': () => reading(`sketches&groupId=${group}`),
  'its members': () => reading(`members&groupId=${group}`),
  'its discussion': () => `/api/comments/${discussion}?type=group`,
}

const textOf = async (path: string, as: Person | null) => (await sendRequest(path, { as })).text()
const noticesOf = async (as: Person) => (await requestJson<NotificationList>('/api/v2/notices', { as })).items
const namesGroup = ({ group: of }: { group: { id: string } | null }) => of?.id === group

describe('a group that staff hid', () => {
  it('a hidden group is missing for visitors and members, and staff and group admins see that it is hidden', async () => {
    await fillGroup()
    await hide()
    const admin = await addPerson({ flags: 'g' })
    for (const [name, path] of Object.entries(NAMING)) {
      for (const as of [null, member, owner]) expect.soft(await textOf(path(), as), name).not.toContain(title)
      for (const as of [staff, admin]) expect.soft(await textOf(path(), as), name).toContain(title)
    }
    for (const [name, path] of Object.entries(SHOWING)) {
      for (const as of [null, member]) expect.soft(await textOf(path(), as), name).not.toContain(`"id":${sketch},`)
      expect.soft(await textOf(path(), staff), name).toContain(`"id":${sketch},`)
    }
    for (const [name, path] of Object.entries(MISSING)) {
      for (const as of [null, member, owner])
        expect.soft(await errorOf(sendRequest(path(), { as })), name).toEqual([404, 'not_found'])
      for (const as of [staff, admin]) expect.soft((await sendRequest(path(), { as })).status, name).toBe(200)
    }
    expect((await groupOf(group, admin)).hidden).toBe('staff')
    expect((await requestJson<{ items: unknown[] }>(reading(`events&groupId=${group}`))).items).toEqual([])
  })

  it('the same calls name the group again after the undo', async () => {
    await fillGroup()
    await jsonOf(undoDecision(staff, await hide()))
    for (const [name, path] of Object.entries(NAMING)) expect.soft(await textOf(path(), null), name).toContain(title)
    for (const [name, path] of Object.entries(SHOWING))
      expect.soft(await textOf(path(), null), name).toContain(`"id":${sketch},`)
    for (const [name, path] of Object.entries(MISSING)) expect.soft((await sendRequest(path())).status, name).toBe(200)
    expect((await groupOf(group)).hidden).toBeNull()
  })

  it('the pages and the calendar of a hidden group are missing, and the calendar of all groups leaves it out', async () => {
    await fillGroup()
    await hide()
    for (const path of [`/group/${group}`, `/gallery/group/${group}`]) {
      const page = await sendRequest(path)
      expect(await page.text()).not.toContain(title)
    }
    expect((await sendRequest(`/group/${group}`)).status).toBe(404)
    expect((await sendRequest(`/feeds/group/${group}.ics`)).status).toBe(404)
    expect(await groupCalendar(openDb(env.DB), { origin: ORIGIN })).not.toContain(title)
  })

  it('a sketch has no neighbours in the gallery of a hidden group', async () => {
    await fillGroup()
    await addedToGroup(member, group, await addSketch(member))
    const neighbours = () => requestJson(`/api/v2/sketch/${sketch}/neighbours?in=group-${group}`, { as: member })
    expect(await neighbours()).not.toEqual({ prev: null, next: null })
    await hide()
    expect(await neighbours()).toEqual({ prev: null, next: null })
  })

  it('a sketch that was last added to a hidden group remains among the sketches of other groups', async () => {
    const other = await addGroup(owner)
    await joinGroup(member, other)
    await joinGroup(member, group)
    sketch = await addSketch(member)
    for (const slug of [other, group]) await addedToGroup(member, slug, sketch)
    await hide()
    const path = `/api/v2/user/groups_recents?userId=${member.id}`
    expect(await textOf(path, member)).toContain(`"id":${sketch},`)
  })

  it('only staff join a hidden group, add to it, write in it, report it or change it', async () => {
    await fillGroup()
    await hide()
    const newcomer = await addPerson()
    const own = await addSketch(newcomer)
    const edit = { action: 'edit', groupId: group, description: 'Nice newts', rules: '' } as const
    const refused = [
      postToGroups(newcomer, { action: 'join', groupId: group }),
      addToGroup(newcomer, group, own),
      postComment(newcomer, discussion, 'Hi', { type: 'group' }),
      sendRequest('/api/v2/report', { as: newcomer, body: { group, details: 'Again' } }),
      sendRequest('/api/v2/notices/mute', { as: newcomer, body: { group: discussion, muted: true } }),
      postToGroups(owner, edit),
      postToGroups(owner, { action: 'offer', groupId: group, user: member.id }),
      close(owner),
    ]
    for (const reply of refused) expect.soft(await errorOf(reply)).toEqual([404, 'not_found'])
    await jsonOf(postToGroups(await addPerson({ flags: 'g' }), { ...edit, reason: 'A rude text.' }))
    expect((await groupOf(group, staff)).description).toBe('Nice newts')
  })

  it('suggestions for a hidden group leave the queue, and come back with the undo', async () => {
    const stranger = await addPerson()
    const [decided, waiting] = [await addSketch(stranger), await addSketch(stranger)]
    for (const id of [decided, waiting]) await addedToGroup(stranger, group, id)
    const admin = await addPerson({ flags: 'g' })
    const queue = async () =>
      (await queueFor(admin)).items.filter((entry) => entry.group.id === group).map((entry) => entry.id)
    const count = async () => (await requestJson<GroupFeatureCounts>('/api/v2/assist/features', { as: admin })).features
    const [last, first] = await queue()
    await jsonOf(assist(admin, 'groupFeatures', { action: 'reject', id: first, message: 'No.' }))
    const before = await count()
    const id = await hide()
    expect([await queue(), await count()]).toEqual([[], before - 1])
    const approve = { action: 'approve', id: last, message: '' }
    expect(await errorOf(assist(admin, 'groupFeatures', approve))).toEqual([404, 'not_found'])
    await jsonOf(undoDecision(staff, id))
    expect([await queue(), await count()]).toEqual([[last], before])
    expect(await jsonOf(assist(admin, 'groupFeatures', approve))).toEqual({ state: 'approved' })
  })

  it('members can leave a hidden group', async () => {
    await joinGroup(member, group)
    await hide()
    await jsonOf(postToGroups(member, { action: 'leave', groupId: group }))
    expect((await groupsOf(member, staff)).items).toEqual([])
  })

  it('notifications and muted discussions name a hidden group only after the undo', async () => {
    await fillGroup()
    const room = await enterRoom(owner, `group-${group}`)
    await room.next('channel')
    await room.say(`@${member.nickname} look`)
    await expect.poll(async () => (await noticesOf(member)).some(({ chat }) => chat)).toBe(true)
    const muted = async () =>
      (await requestJson<NotificationSettings>('/api/v2/notices/settings', { as: member })).muted.map(
        ({ slug }) => slug,
      )
    const seen = async () => [
      (await noticesOf(member)).filter(namesGroup).length > 0,
      (await noticesOf(member)).some(({ chat }) => chat?.channel === `group-${group}`),
      (await muted()).includes(group),
    ]
    expect(await seen()).toEqual([true, true, true])
    const id = await hide()
    expect(await seen()).toEqual([false, false, false])
    await jsonOf(undoDecision(staff, id))
    expect(await seen()).toEqual([true, true, true])
  })

  it('the chat room of a hidden group closes for everyone in it, only staff enter it, and its lines stay', async () => {
    const channel = `group-${group}`
    const room = await enterRoom(member, channel)
    await room.next('channel')
    await room.say('Good morning')
    const id = await hide()
    expect(await room.closed()).toBe(SOCKET_CLOSE.notFound)
    expect(await (await openSocket(member, channel)).closed()).toBe(SOCKET_CLOSE.notFound)
    expect(await (await enterRoom(staff, channel)).next('channel')).toBeDefined()
    await jsonOf(undoDecision(staff, id))
    const again = await enterRoom(member, channel)
    expect((await again.next('chats')).lines.map(({ message }) => message)).toContain('Good morning')
  })
})

describe('closing a group', () => {
  it('an owner who is the only member closes the group for good and leaves it, with an event for group admins', async () => {
    await jsonOf(close(owner))
    expect(await errorOf(sendRequest(reading(`info&groupId=${group}`), { as: owner }))).toEqual([404, 'not_found'])
    const admin = await addPerson({ flags: 'g' })
    expect(await groupOf(group, admin)).toMatchObject({ hidden: 'owner', users: 0 })
    expect((await groupsOf(owner, admin)).items).toEqual([])
    expect((await activityFor(admin)).items[0]).toMatchObject({
      kind: 'closed',
      user: { id: owner.id },
      group: { id: group },
    })
    expect(await (await openSocket(owner, `group-${group}`)).closed()).toBe(SOCKET_CLOSE.notFound)
  })

  it('closing a group twice is one event, and the second call finds no group', async () => {
    const [first, second] = await Promise.all([close(owner), close(owner)])
    expect([first.status, second.status].sort()).not.toEqual([200, 200])
    expect(await errorOf(close(owner))).toEqual([404, 'not_found'])
    const { items } = await activityFor(await addPerson({ flags: 'g' }))
    expect(items.filter((event) => event.kind === 'closed' && event.group?.id === group)).toHaveLength(1)
  })

  it('a group with other members cannot be closed', async () => {
    await joinGroup(member, group)
    expect(await errorOf(close(owner))).toEqual([409, 'group_owner'])
    expect(await groupOf(group)).toMatchObject({ hidden: null, users: 2 })
  })

  it('only the owner closes a group, in a session of their own', async () => {
    await joinGroup(member, group)
    expect(await errorOf(close(member))).toEqual([403, 'forbidden'])
    expect(await errorOf(close(await addPerson({ flags: 'gm' })))).toEqual([403, 'forbidden'])
    expect(await errorOf(close(null))).toEqual([401, 'not_logged_in'])
    expect(await errorOf(close(owner, 'no-such-group'))).toEqual([404, 'not_found'])
    expect(await errorOf(close(owner, 'Not a slug'))).toEqual([400, 'bad_request'])
    await impersonate(staff, owner)
    expect(await errorOf(close(staff))).toEqual([403, 'impersonating'])
  })

  it('a closed group cannot be hidden, and no undo opens it', async () => {
    await jsonOf(sendRequest('/api/v2/report', { as: member, body: { group, details: 'A rude name' } }))
    await jsonOf(close(owner))
    const { id } = await caseOf('group', discussion)
    expect(await errorOf(decide(staff, id, { action: 'hide_group', rule: 'kindness' }))).toEqual([409, 'already_gone'])
  })
})
