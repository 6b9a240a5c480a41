import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ModerateBody } from '../../../contract/http/chat.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addChannel, enterRoom, openSocket, ticketOf } from '../../support/worker/chat.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { addStreamWithRoom } from '../../support/worker/stream-sockets.ts'

/** Adds a stream with one member in its chat room. */
async function addCrowded(owner: Person, fields: { mature?: boolean } = {}): Promise<string> {
  const channel = `stream-${await addStreamWithRoom(owner, fields)}`
  await env.DB.prepare('UPDATE chat_rooms SET present_count = 1 WHERE channel = ?').bind(channel).run()
  return channel
}

/** Returns the room list that a member gets in a room without a cached list. */
async function roomsFor(person: Person, room?: string) {
  const client = await enterRoom(person, room ?? (await addChannel()))
  return (await client.next('channel-list')).channels
}

const isListed = async (person: Person, channel: string, room?: string) =>
  (await roomsFor(person, room)).some((item) => item.channel === channel)

describe('chat rooms of streams in the list of rooms [2 §7 channel-list]', () => {
  it('the room is listed under the title of the stream', async () => {
    const owner = await addPerson()
    const channel = await addCrowded(owner)
    const named = { channel, kind: 'stream', title: 'A drawing', count: 1 }
    expect(await roomsFor(await addPerson())).toContainEqual(named)
  })

  it('the room of a mature stream is listed only for members who may see the stream [1 §5]', async () => {
    const owner = await addPerson()
    const channel = await addCrowded(owner, { mature: true })
    const room = await addChannel()
    for (const viewer of [owner, await addPerson({ showMature: true }), await addPerson({ flags: 'm' })])
      expect(await isListed(viewer, channel, room)).toBe(true)
    expect(await isListed(await addPerson(), channel, room)).toBe(false)
  })

  it('the room is not listed across a block', async () => {
    const [owner, mira, tomo] = [await addPerson(), await addPerson(), await addPerson()]
    const channel = await addCrowded(owner)
    await block(mira, owner)
    await block(owner, tomo)
    expect([await isListed(mira, channel), await isListed(tomo, channel)]).toEqual([false, false])
  })

  it('a new block closes the socket of a member in the room of a stream that has ended', async () => {
    const [owner, mira, tomo] = [await addPerson(), await addPerson(), await addPerson()]
    const streamId = await addStreamWithRoom(owner)
    const [closing, staying] = [
      await enterRoom(mira, `stream-${streamId}`),
      await enterRoom(tomo, `stream-${streamId}`),
    ]
    for (const client of [closing, staying]) await client.next('chats')
    await env.DB.prepare("UPDATE streams SET state = 'ended', ended_at = ? WHERE id = ?")
      .bind(Date.now(), streamId)
      .run()
    await block(owner, mira)
    expect(await closing.closed()).toBe(SOCKET_CLOSE.restarting)
    expect(await staying.say('Still here')).toMatchObject({ message: 'Still here' })
  })

  it('a repeated block closes no sockets', async () => {
    const [owner, mira] = [await addPerson(), await addPerson()]
    const client = await enterRoom(mira, `stream-${await addStreamWithRoom(owner)}`)
    await client.next('chats')
    await env.DB.prepare('INSERT INTO blocks (user_id, blocked_id, created_at) VALUES (?, ?, 1)')
      .bind(owner.id, mira.id)
      .run()
    await block(owner, mira)
    expect(await client.say('Still here')).toMatchObject({ message: 'Still here' })
  })

  it('a block does not hide the room from others who are in the same room', async () => {
    const [owner, mira, other, room] = [await addPerson(), await addPerson(), await addPerson(), await addChannel()]
    const channel = await addCrowded(owner)
    await block(mira, owner)
    const listed = await Promise.all([mira, other].map((viewer) => isListed(viewer, channel, room)))
    expect(listed).toEqual([false, true])
  })

  it('a new block removes the room from the list of a connected member', async () => {
    const [owner, mira] = [await addPerson(), await addPerson()]
    const channel = await addCrowded(owner)
    const client = await enterRoom(mira, await addChannel())
    expect((await client.next('channel-list')).channels.map((item) => item.channel)).toContain(channel)
    await block(owner, mira)
    client.send({ type: 'channels' })
    expect((await client.next('channel-list')).channels.map((item) => item.channel)).not.toContain(channel)
  })

  it('a member who asks for the list again and again gets it a few times', async () => {
    const room = await addChannel()
    const client = await enterRoom(await addPerson(), room)
    await client.next('channel-list')
    for (let asked = 0; asked < 30; asked++) client.send({ type: 'channels' })
    await client.say('Where is everybody?')
    // Lists are sent in the order of the requests.
    await (await enterRoom(await addPerson(), room)).next('channel-list')
    await client.say('Here you are')
    const lists = client.frames.flat().filter(({ type }) => type === 'channel-list')
    expect(lists.length).toBeLessThan(10)
  })
})

describe('the chat room of a stream', () => {
  it('the room has the current title of the stream', async () => {
    const [owner, mira] = [await addPerson(), await addPerson()]
    const id = await addStreamWithRoom(owner)
    expect(await (await enterRoom(mira, `stream-${id}`)).next('channel')).toMatchObject({ title: 'A drawing' })
    const body = { id, title: 'Figures', description: '', mature: false, sketchId: null, challengeId: null }
    await jsonOf(sendRequest('/api/v2/stream/edit', { as: owner, body }))
    expect(await (await enterRoom(owner, `stream-${id}`)).next('channel')).toMatchObject({ title: 'Figures' })
  })

  it.each(['live', 'ended'])(
    'a stream that becomes mature makes all members of its room authenticate again: %s',
    async (state) => {
      const [owner, mira, matureViewer] = [await addPerson(), await addPerson(), await addPerson({ showMature: true })]
      const id = await addStreamWithRoom(owner)
      const channel = `stream-${id}`
      const clients = [
        await enterRoom(mira, channel),
        await enterRoom(matureViewer, channel),
        await openSocket(mira, channel),
      ]
      for (const client of clients.slice(0, 2)) await client.next('chats')
      if (state === 'ended') await jsonOf(sendRequest('/api/v2/stream/end', { as: owner, body: { id } }))
      const body = { id, title: 'Nudes', description: '', mature: true, sketchId: null, challengeId: null }
      await jsonOf(sendRequest('/api/v2/stream/edit', { as: owner, body }))
      for (const client of clients) expect(await client.closed()).toBe(SOCKET_CLOSE.restarting)
      expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.forbidden)
      expect(await (await enterRoom(matureViewer, channel)).say('still here')).toMatchObject({ message: 'still here' })
    },
  )

  it('a member who may not see the stream gets no ticket [1 §5, §8]', async () => {
    const [owner, other, mira, tomo] = [await addPerson(), await addPerson(), await addPerson(), await addPerson()]
    const [mature, open] = [await addStreamWithRoom(owner, { mature: true }), await addStreamWithRoom(other)]
    await block(other, tomo)
    for (const [viewer, id] of [
      [mira, mature],
      [tomo, open],
    ] as const)
      expect(await errorOf(sendRequest(`/api/v2/chat/ticket?channel=stream-${id}`, { as: viewer }))).toEqual([
        403,
        'forbidden',
      ])
    for (const [viewer, id] of [
      [owner, mature],
      [mira, open],
    ] as const)
      expect(await ticketOf(viewer, `stream-${id}`)).toMatch(/\S/)
  })

  it('a helper who may no longer see the stream neither moderates its room nor reads the settings [1 §5, §8]', async () => {
    const [owner, blocked, helper] = [await addPerson(), await addPerson(), await addPerson()]
    const id = await addStreamWithRoom(owner)
    const channel = `stream-${id}`
    const moderate = (as: Person, body: ModerateBody) => sendRequest('/api/v2/chat/moderate', { as, body })
    for (const { id: userId } of [blocked, helper])
      await jsonOf(moderate(owner, { action: 'appoint', channel, userId }))
    const acts = (as: Person) => [
      moderate(as, { action: 'announce', channel, message: 'Look here' }),
      sendRequest(`/api/v2/chat/settings?channel=${channel}`, { as }),
    ]
    for (const call of acts(blocked)) await jsonOf(call)
    await block(owner, blocked)
    for (const call of acts(blocked)) expect(await errorOf(call)).toEqual([403, 'forbidden'])
    for (const call of acts(helper)) await jsonOf(call)
    await env.DB.prepare('UPDATE streams SET mature = 1 WHERE id = ?').bind(id).run()
    for (const call of acts(helper)) expect(await errorOf(call)).toEqual([403, 'forbidden'])
    for (const call of acts(owner)) await jsonOf(call)
  })

  it('other rooms have no title', async () => {
    expect(await (await enterRoom(await addPerson(), 'help')).next('channel')).toMatchObject({ title: null })
  })
})

describe('notifications of mentions in the chat of a stream', () => {
  const notificationsOf = async (person: Person) =>
    (await requestJson<NotificationList>('/api/v2/notices', { as: person })).items

  /** Mentions a member and the artist in the chat of a stream. */
  async function mentionInStream() {
    const [owner, mira] = [await addPerson(), await addPerson()]
    const id = await addStreamWithRoom(owner)
    const client = await enterRoom(await addPerson(), `stream-${id}`)
    await client.next('chats')
    await client.say(`@${mira.nickname} @${owner.nickname}`)
    const chat = { channel: `stream-${id}`, title: 'A drawing' }
    await expect.poll(() => notificationsOf(mira)).toMatchObject([{ category: 'mentions', chat, stream: null }])
    const editStream = (fields: object) => {
      const body = { id, title: 'A drawing', description: '', mature: false, sketchId: null, challengeId: null }
      return jsonOf(sendRequest('/api/v2/stream/edit', { as: owner, body: { ...body, ...fields } }))
    }
    return { owner, mira, editStream }
  }

  it('the notification has the current title of the stream', async () => {
    const { owner, editStream } = await mentionInStream()
    expect(await notificationsOf(owner)).toMatchObject([{ chat: { title: 'A drawing' } }])
    await editStream({ title: 'Figures' })
    expect(await notificationsOf(owner)).toMatchObject([{ chat: { title: 'Figures' } }])
  })

  it('a member who may not see the stream is not told, nor does their count change', async () => {
    const { mira, owner, editStream } = await mentionInStream()
    await jsonOf(sendRequest('/api/v2/notices/read', { as: mira, body: { all: true } }))
    await editStream({ mature: true })
    const [id] = (await notificationsOf(owner)).map(({ chat }) => chat?.channel)
    const client = await enterRoom(owner, id ?? '')
    await client.next('chats')
    const other = await addPerson({ showMature: true })
    await client.say(`@${mira.nickname} @${other.nickname}`)
    await expect.poll(() => notificationsOf(other)).toHaveLength(1)
    const { unread } = await requestJson<NotificationList>('/api/v2/notices', { as: mira })
    expect(unread.mentions).toBe(0)
  })

  it('the notification is removed when the member may no longer see the stream', async () => {
    const { mira, editStream } = await mentionInStream()
    await editStream({ mature: true })
    expect(await notificationsOf(mira)).toEqual([])
  })
})
