import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RoomSettingsReply } from '../../../contract/http/chat.ts'
import { ChatStore } from '../../../durable-objects/chat/ChatStore.ts'
import { addChannel, enterRoom, newKey } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'
import { requestJson, sendRequest } from '../../support/worker/site.ts'

describe.each(['hibernate', 'close'] as const)('a room that was evicted from memory (sockets: %s)', (webSockets) => {
  /**
   * Makes a room with a connected member. `evict` removes it from memory; `reconnect` connects again if the socket was
   * closed.
   */
  async function makeRoom() {
    const [mira, ines] = [await addPerson(), await addPerson({ flags: 'm' })]
    const channel = await addChannel()
    const client = await enterRoom(mira, channel)
    await client.next('chats')
    const evict = () => evictDurableObject(env.CHAT.getByName(channel), { webSockets })
    const reconnect = async (last: number) => {
      if (webSockets === 'hibernate') return client
      const reconnected = await enterRoom(mira, channel, last)
      await reconnected.next('chats')
      return reconnected
    }
    return { mira, ines, channel, client, evict, reconnect }
  }

  it('the lines of the room are kept [2 §2 Chat]', async () => {
    const { ines, channel, client, evict } = await makeRoom()
    const said = [await client.say('one'), await client.say('two')]
    await evict()
    expect((await (await enterRoom(ines, channel)).next('chats')).lines).toEqual(said)
  })

  it('the numbering of lines continues', async () => {
    const { client, evict, reconnect } = await makeRoom()
    const first = await client.say('one')
    await evict()
    const reconnected = await reconnect(first.id)
    expect((await reconnected.say('two')).id).toBe(first.id + 1)
  })

  it('a repeated line is found by its key', async () => {
    const { channel, ines, client, evict, reconnect } = await makeRoom()
    const key = newKey()
    const first = await client.say('one', { key })
    await evict()
    const reconnected = await reconnect(first.id)
    expect(await reconnected.say('one', { key, again: 0 })).toEqual(first)
    const { lines } = await (await enterRoom(ines, channel)).next('chats')
    expect(lines.map(({ message }) => message)).toEqual(['one'])
  })

  it('roles, mutes, topic and settings are kept', async () => {
    const { mira, ines, channel, client, evict, reconnect } = await makeRoom()
    const moderate = (body: unknown) => sendRequest('/api/v2/chat/moderate', { as: ines, body })
    const rules = { slowSeconds: 10, speakers: 'everyone', hold: false } as const
    await moderate({ action: 'topic', channel, message: 'Be kind' })
    await moderate({ action: 'settings', channel, rules, words: ['rude'] })
    await moderate({ action: 'mute', channel, userId: mira.id, minutes: 60, reason: 'caps' })
    await client.next('muted')
    await evict()
    const reconnected = await reconnect(2)
    reconnected.send({ type: 'chat', key: newKey(), message: 'hello' })
    expect(await reconnected.next('refused')).toMatchObject({ code: 'muted' })
    const staff = await enterRoom(ines, channel)
    expect(await staff.next('channel')).toMatchObject({ moderator: true, rules })
    expect((await staff.next('topic')).topic).toMatchObject({ message: 'Be kind' })
    const settings = await requestJson<RoomSettingsReply>(`/api/v2/chat/settings?channel=${channel}`, { as: ines })
    expect(settings).toMatchObject({ words: ['rude'], muted: [{ userId: mira.id }] })
  })

  it('the rate limit of a member is kept', async () => {
    const { client, evict, reconnect } = await makeRoom()
    let last = 0
    for (let line = 0; line < 8; line++) last = (await client.say(`line ${line}`)).id
    await evict()
    const reconnected = await reconnect(last)
    for (let line = 8; ; line++) {
      reconnected.send({ type: 'chat', key: newKey(), message: `line ${line}` })
      const answer = await reconnected.next('refused', 'chat')
      if (answer.type === 'refused') break
      expect(line, 'lines at once').toBeLessThan(12)
    }
  })

  it('held lines are kept', async () => {
    const { ines, channel, client, evict } = await makeRoom()
    const rules = { slowSeconds: 0, speakers: 'everyone', hold: true }
    await sendRequest('/api/v2/chat/moderate', { as: ines, body: { action: 'settings', channel, rules, words: [] } })
    client.send({ type: 'chat', key: newKey(), message: 'hello' })
    const { lines } = await client.next('held')
    await evict()
    expect((await (await enterRoom(ines, channel)).next('held')).lines).toEqual(lines)
  })

  it('the member list follows the open sockets', async () => {
    const { mira, ines, channel, evict } = await makeRoom()
    await evict()
    const { users } = await (await enterRoom(ines, channel)).next('user-list')
    expect(users?.map(({ id }) => id)).toEqual(webSockets === 'hibernate' ? [mira.id, ines.id] : [ines.id])
  })
})

describe('reconnecting to a room', () => {
  /** Makes a member leave before their second line was acknowledged, while another goes on. */
  async function leaveUnacknowledged() {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    const { id: last } = await client.say('one')
    const otherClient = await enterRoom(tomo, channel)
    const key = newKey()
    client.send({ type: 'chat', key, message: 'two' })
    for (let line = await otherClient.next('chat'); line.line.message !== 'two'; ) line = await otherClient.next('chat')
    client.close()
    await otherClient.say('three')
    return { mira, tomo, channel, key, last }
  }

  it('a returning member gets the missed lines', async () => {
    const { mira, channel, last } = await leaveUnacknowledged()
    expect(await (await enterRoom(mira, channel, last)).next('chats')).toMatchObject({
      missed: true,
      lines: [{ message: 'two' }, { message: 'three' }],
    })
  })

  it('an unacknowledged line that is sent again is stored once', async () => {
    const { mira, tomo, channel, key, last } = await leaveUnacknowledged()
    const reconnected = await enterRoom(mira, channel, last)
    await reconnected.say('two', { key, again: last })
    const { lines } = await (await enterRoom(tomo, channel)).next('chats')
    expect(lines.map(({ message }) => message)).toEqual(['one', 'two', 'three'])
  })
})

describe('a hibernating room', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Hibernates a room with a connected member, and counts how often it wakes. */
  async function hibernate() {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.next('channel-list')
    // A room reads its store only when it wakes.
    const wakes = vi.spyOn(ChatStore.prototype, 'load')
    await evictDurableObject(env.CHAT.getByName(channel), { webSockets: 'hibernate' })
    return { client, wakes }
  }

  it('pings do not wake the room', async () => {
    const { client, wakes } = await hibernate()
    for (let time = 0; time < 2; time++) await client.ping()
    expect(wakes).toHaveBeenCalledTimes(0)
  })

  it('a line wakes the room once', async () => {
    const { client, wakes } = await hibernate()
    await client.say('hello')
    expect(wakes).toHaveBeenCalledTimes(1)
  })
})
