import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { RESERVED_CHANNELS } from '../../../contract/channel.ts'
import type { HandOverBody } from '../../../contract/http/chat.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { MEMBER_LIMITS, OPEN_ROOMS_PER_MEMBER_MAX, STAFF_LIMITS } from '../../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addChannel, enterRoom, openSocket } from '../../support/worker/chat.ts'
import { countRoomActs, fillOwnerActs } from '../../support/worker/owner-acts.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { staffLogOf } from '../../support/worker/staff.ts'
import { envWithout } from '../../support/worker/unreachable.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const DAY_MS = 86_400_000

const handOver = (as: Person, body: HandOverBody) => sendRequest('/api/v2/chat/handOver', { as, body })
const close = (as: Person, channel: string, reason = '') =>
  sendRequest('/api/v2/chat/close', { as, body: { channel, reason } })
const stateOf = async (as: Person, channel: string) =>
  (await requestJson<{ state: string }>(`/api/v2/chat/room?channel=${channel}`, { as })).state
const notificationsOf = async (as: Person) => (await requestJson<NotificationList>('/api/v2/notices', { as })).items
const ownerOf = (channel: string) =>
  env.DB.prepare('SELECT owner_id FROM chat_rooms WHERE channel = ?').bind(channel).first('owner_id')

let owner: Person
let mira: Person
let channel: string
beforeEach(async () => {
  owner = await addPerson()
  mira = await addPerson()
  channel = await addChannel({ ownerId: owner.id })
})

/** Gives a member rooms that were last used some days ago. */
async function addRooms({ id }: Person, count: number, daysAgo: number): Promise<void> {
  for (let room = 0; room < count; room++)
    await env.DB.prepare('UPDATE chat_rooms SET used_at = ? WHERE channel = ?')
      .bind(Date.now() - daysAgo * DAY_MS, await addChannel({ ownerId: id }))
      .run()
}

describe('the existence of a room', () => {
  it('a page learns if a room exists before it opens one', async () => {
    expect(await stateOf(mira, channel)).toBe('open')
    expect(await stateOf(mira, 'lobby')).toBe('open')
    expect(await stateOf(mira, 'no-such-room')).toBe('missing')
    expect(await stateOf(mira, 'staff')).toBe('reserved')
    const badName = sendRequest('/api/v2/chat/room?channel=No%20Room', { as: mira })
    expect(await errorOf(badName)).toEqual([400, 'bad_request'])
  })

  it('nobody creates a room with a reserved name', async () => {
    for (const name of RESERVED_CHANNELS.slice(0, 3)) {
      expect(await (await openSocket(mira, name)).closed()).toBe(SOCKET_CLOSE.reserved)
      expect(await stateOf(mira, name)).toBe('reserved')
    }
  })

  it.each(['lоbby', 'st\u0430ff', '1obby', 'grоup-ponds', 'strеam-1'])(
    'nobody creates the room %s, which looks like a room of the site',
    async (name) => {
      expect(await (await openSocket(mira, name)).closed()).toBe(SOCKET_CLOSE.reserved)
      expect(await stateOf(mira, encodeURIComponent(name))).toBe('reserved')
      expect(await ownerOf(name)).toBeNull()
    },
  )

  it('nobody creates a room whose name looks like that of another room, which everybody still enters', async () => {
    await (await enterRoom(owner, 'paper-cranes')).next('channel')
    for (const name of ['p\u0430per-cranes', 'paper-cr\u0430nes']) {
      expect(await (await openSocket(mira, name)).closed()).toBe(SOCKET_CLOSE.reserved)
      expect(await stateOf(mira, encodeURIComponent(name))).toBe('reserved')
      expect(await ownerOf(name)).toBeNull()
    }
    await (await enterRoom(mira, 'paper-cranes')).next('channel')
    expect(await stateOf(mira, 'paper-crane')).toBe('missing')
  })

  it('the name of a closed room is free for its look-alikes', async () => {
    await (await enterRoom(owner, 'loose-leaf')).next('channel')
    await jsonOf(close(owner, 'loose-leaf'))
    await (await enterRoom(mira, 'l\u043eose-leaf')).next('channel')
    expect(await ownerOf('l\u043eose-leaf')).toBe(mira.id)
  })

  it('of two members who create look-alikes at once, only one gets a room', async () => {
    const names = ['ink-wash', 'ink-w\u0430sh']
    await Promise.all([openSocket(owner, names[0] ?? ''), openSocket(mira, names[1] ?? '')])
    const rooms = env.DB.prepare('SELECT count(*) AS n FROM chat_rooms WHERE channel IN (?, ?)').bind(...names)
    expect(await rooms.first('n')).toBe(1)
  })

  it('rooms that nobody used for a week do not count against the limit', async () => {
    await addRooms(mira, OPEN_ROOMS_PER_MEMBER_MAX, 8)
    await (await enterRoom(mira, 'after-a-quiet-week')).next('channel')
    expect(await ownerOf('after-a-quiet-week')).toBe(mira.id)
  })

  it('rooms that were used this week count against the limit', async () => {
    await addRooms(mira, OPEN_ROOMS_PER_MEMBER_MAX, 6)
    expect(await (await openSocket(mira, 'one-too-many')).closed()).toBe(SOCKET_CLOSE.tooManyRooms)
  })

  it('a room with members in it is in use', async () => {
    await addRooms(mira, OPEN_ROOMS_PER_MEMBER_MAX, 8)
    await env.DB.prepare('UPDATE chat_rooms SET present_count = 1 WHERE owner_id = ?').bind(mira.id).run()
    expect(await (await openSocket(mira, 'one-too-many')).closed()).toBe(SOCKET_CLOSE.tooManyRooms)
  })
})

describe('handing a room over', () => {
  const offer = (as = owner) => handOver(as, { action: 'offer', channel, userId: mira.id })
  const accept = () => handOver(mira, { action: 'accept', channel })

  it('the member sees the offer in the room, accepts it, and moderates the room', async () => {
    const [page, ownersPage] = [await enterRoom(mira, channel), await enterRoom(owner, channel)]
    expect(await page.next('channel')).toMatchObject({ offered: false, moderator: false })
    expect(await ownersPage.next('channel')).toMatchObject({ moderator: true })
    await jsonOf(offer())
    expect(await page.next('channel')).toMatchObject({ offered: true, offeredTo: null, moderator: false })
    expect(await ownersPage.next('channel')).toMatchObject({ offeredTo: mira.id })
    await jsonOf(accept())
    expect(await page.next('channel')).toMatchObject({ offered: false, moderator: true, ownerId: mira.id })
    expect(await ownersPage.next('channel')).toMatchObject({ moderator: false, ownerId: mira.id })
    expect(await ownerOf(channel)).toBe(mira.id)
    expect((await staffLogOf(mira)).map(({ action }) => action)).toEqual(['chat_offer'])
    expect((await staffLogOf(owner)).at(-1)).toMatchObject({ staff_id: mira.id, action: 'chat_hand_over' })
  })

  it('the member is notified of the offer, until it ends', async () => {
    const offers = async () => (await notificationsOf(mira)).map(({ offeredRoom }) => offeredRoom)
    await jsonOf(offer())
    await jsonOf(offer())
    expect(await notificationsOf(mira)).toMatchObject([
      { category: 'mentions', actor: { id: owner.id }, offeredRoom: channel, chat: null },
    ])
    await jsonOf(handOver(owner, { action: 'withdraw', channel }))
    expect(await offers()).toEqual([])
    await jsonOf(offer())
    await jsonOf(handOver(owner, { action: 'offer', channel, userId: (await addPerson()).id }))
    expect(await offers()).toEqual([])
    await jsonOf(offer())
    await jsonOf(handOver(mira, { action: 'decline', channel }))
    expect(await offers()).toEqual([])
    await jsonOf(offer())
    await jsonOf(accept())
    expect(await offers()).toEqual([])
  })

  it('of many simultaneous acceptances one acts', async () => {
    await jsonOf(offer())
    const replies = await Promise.all([accept(), accept(), accept()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await staffLogOf(owner)).filter(({ action }) => action === 'chat_hand_over')).toHaveLength(1)
  })

  it('an offer can be declined and taken back, after which it cannot be accepted', async () => {
    await jsonOf(offer())
    await jsonOf(handOver(mira, { action: 'decline', channel }))
    expect(await errorOf(accept())).toEqual([404, 'not_found'])
    await jsonOf(offer())
    await jsonOf(handOver(owner, { action: 'withdraw', channel }))
    expect(await errorOf(accept())).toEqual([404, 'not_found'])
    expect(await errorOf(handOver(owner, { action: 'withdraw', channel }))).toEqual([404, 'not_found'])
    expect(await ownerOf(channel)).toBe(owner.id)
  })

  it('a member who has the maximum of rooms cannot accept another', async () => {
    await addRooms(mira, OPEN_ROOMS_PER_MEMBER_MAX, 1)
    await jsonOf(offer())
    expect(await errorOf(accept())).toEqual([409, 'room_limit'])
    expect(await ownerOf(channel)).toBe(owner.id)
  })

  it('owners hand over and close rooms a limited number of times a day', async () => {
    await fillOwnerActs(owner)
    const offer = { action: 'offer', channel, userId: mira.id } as const
    for (const act of [handOver(owner, offer), close(owner, channel)])
      expect(await errorOf(act)).toEqual([409, 'owner_act_limit'])
    expect(await stateOf(owner, channel)).toBe('open')
  })

  it('an owner who has one act left today closes one of several rooms at the same time', async () => {
    await fillOwnerActs(owner, MEMBER_LIMITS.ownerActsPerDay.new - 1)
    const rooms = [channel, await addChannel({ ownerId: owner.id }), await addChannel({ ownerId: owner.id })]
    const replies = await Promise.all(rooms.map((room) => close(owner, room)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const left = await Promise.all(rooms.map(ownerOf))
    expect(left.filter((id) => id === owner.id)).toHaveLength(2)
  })

  it('rooms that staff close count as deletions', async () => {
    const staff = await addPerson({ flags: 'm' })
    await countRoomActs(staff, { clears: STAFF_LIMITS.deletionsPerDay.gloperator })
    expect(await errorOf(close(staff, channel))).toEqual([409, 'deletion_limit'])
    expect(await stateOf(owner, channel)).toBe('open')
    expect((await close(owner, channel)).status).toBe(200)
  })

  it('acts of staff in their own rooms count against their limit in rooms, but not as deletions', async () => {
    const staff = await addPerson({ flags: 'm' })
    const { roomActsPerDay, deletionsPerDay } = STAFF_LIMITS
    await countRoomActs(staff, { acts: roomActsPerDay.gloperator - 2, clears: deletionsPerDay.gloperator })
    const own = await addChannel({ ownerId: staff.id })
    const other = await addChannel({ ownerId: staff.id })
    await jsonOf(handOver(staff, { action: 'offer', channel: own, userId: mira.id }))
    await jsonOf(close(staff, own))
    expect(await errorOf(close(staff, other))).toEqual([409, 'room_act_limit'])
    expect(await stateOf(staff, other)).toBe('open')
    expect(await errorOf(handOver(staff, { action: 'offer', channel, userId: mira.id }))).toEqual([
      409,
      'room_act_limit',
    ])
  })

  it('rooms of their own that staff close use up none of their deletions', async () => {
    const staff = await addPerson({ flags: 'm' })
    await countRoomActs(staff, { clears: STAFF_LIMITS.deletionsPerDay.gloperator - 1 })
    await jsonOf(close(staff, await addChannel({ ownerId: staff.id })))
    await jsonOf(close(staff, channel, 'Unused.'))
  })

  it('acts of staff in missing rooms or without a needed reason do not count', async () => {
    const staff = await addPerson({ flags: 'm' })
    const { roomActsPerDay, deletionsPerDay } = STAFF_LIMITS
    await countRoomActs(staff, { acts: roomActsPerDay.gloperator - 1, clears: deletionsPerDay.gloperator - 1 })
    expect(await errorOf(close(staff, 'nowhere', 'Unused.'))).toEqual([404, 'not_found'])
    expect(await errorOf(close(staff, channel))).toEqual([400, 'bad_request'])
    await jsonOf(close(staff, channel, 'Unused.'))
    expect(await errorOf(close(staff, await addChannel({ ownerId: owner.id }), 'Unused.'))).toEqual([
      409,
      'room_act_limit',
    ])
  })

  it('only the owner and staff offer a room, and only an open one', async () => {
    expect(await errorOf(offer(mira))).toEqual([403, 'forbidden'])
    await jsonOf(offer(await addPerson({ flags: 'm' })))
    const staff = await addPerson({ flags: 'a' })
    const standing = handOver(staff, { action: 'offer', channel: 'lobby', userId: mira.id })
    expect(await errorOf(standing)).toEqual([403, 'forbidden'])
  })

  it('a room is not offered to its owner or an unknown member, and an unknown room to nobody', async () => {
    const to = (userId: number, room = channel) => handOver(owner, { action: 'offer', channel: room, userId })
    expect(await errorOf(to(owner.id))).toEqual([403, 'forbidden'])
    expect(await errorOf(to(999_999))).toEqual([404, 'not_found'])
    expect(await errorOf(to(mira.id, 'nowhere'))).toEqual([404, 'not_found'])
    const wrong = sendRequest('/api/v2/chat/handOver', { as: owner, body: { action: 'offer', channel } })
    expect(await errorOf(wrong)).toEqual([400, 'bad_request'])
  })
})

describe('closing a room', () => {
  it('everyone leaves, its lines are gone, and the name is free', async () => {
    const page = await enterRoom(mira, channel)
    await page.say('Hello')
    await jsonOf(close(owner, channel, 'No longer needed.'))
    expect(await page.closed()).toBe(SOCKET_CLOSE.notFound)
    expect(await stateOf(mira, channel)).toBe('missing')
    const again = await enterRoom(mira, channel)
    expect(await again.next('channel')).toMatchObject({ ownerId: mira.id, moderator: true })
    expect((await again.next('chats')).lines).toEqual([])
    expect((await staffLogOf(owner)).at(-1)).toMatchObject({ action: 'chat_close', reason: 'No longer needed.' })
  })

  it('the next room of the same name starts empty, even if the closed one could not be reached', async () => {
    const before = await enterRoom(mira, channel)
    await before.next('chats')
    await before.say('hello')
    const body = { channel, reason: '' }
    const env = envWithout('CHAT', 'closeRoom')
    expect((await sendRequestWith(env, '/api/v2/chat/close', { as: owner, body })).status).toBe(500)
    const newOwner = await addPerson()
    const page = await enterRoom(newOwner, channel)
    expect(await page.next('channel')).toMatchObject({ ownerId: newOwner.id })
    expect((await page.next('chats')).lines).toEqual([])
    expect(await before.closed()).toBe(SOCKET_CLOSE.restarting)
    await page.say('welcome')
    const again = await enterRoom(mira, channel)
    expect((await again.next('chats')).lines).toMatchObject([{ message: 'welcome' }])
  })

  it('a room of the same name that a member opens before the object learns of the end stays open', async () => {
    let page: Awaited<ReturnType<typeof enterRoom>> | undefined
    const DB = watchedDb(env.DB, async (run, _, query) => {
      const reply = await run()
      if (query.includes('DELETE FROM chat_rooms')) page = await enterRoom(mira, channel)
      return reply
    })
    const body = { channel, reason: '' }
    await jsonOf(sendRequestWith({ ...env, DB }, '/api/v2/chat/close', { as: owner, body }))
    expect(await page?.next('channel')).toMatchObject({ ownerId: mira.id, moderator: true })
    expect(await page?.say('first')).toMatchObject({ message: 'first' })
    expect(await (await enterRoom(owner, channel)).next('channel')).toMatchObject({ ownerId: mira.id })
  })

  it('staff close every open room, and others none', async () => {
    expect(await errorOf(close(mira, channel))).toEqual([403, 'forbidden'])
    await jsonOf(close(await addPerson({ flags: 'm' }), channel, 'Nobody is here.'))
    expect(await errorOf(close(owner, channel))).toEqual([404, 'not_found'])
  })

  it('staff close the room of another member with a reason, and their own without', async () => {
    const staff = await addPerson({ flags: 'm' })
    expect(await errorOf(close(staff, channel))).toEqual([400, 'bad_request'])
    expect(await stateOf(staff, channel)).toBe('open')
    await jsonOf(close(staff, await addChannel({ ownerId: staff.id })))
  })

  it('a standing room cannot be closed', async () => {
    expect(await errorOf(close(await addPerson({ flags: 'a' }), 'lobby', 'Quiet.'))).toEqual([403, 'forbidden'])
  })

  it('a call without the name of a room is refused', async () => {
    expect(await errorOf(sendRequest('/api/v2/chat/close', { as: owner, body: {} }))).toEqual([400, 'bad_request'])
  })
})
