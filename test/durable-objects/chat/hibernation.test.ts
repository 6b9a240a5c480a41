import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RoomSettings } from '../../../contract/http/chat.ts'
import { ChatStore } from '../../../durable-objects/chat/ChatStore.ts'
import { addChannel, enterRoom, newKey } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'
import { ask, askJson } from '../../support/worker/site.ts'

describe.each(['hibernate', 'close'] as const)('a room that was put out of memory (sockets: %s)', (webSockets) => {
  /** A room with two people in it, and its sleep; who was cut off comes back with the last number they had. */
  async function makeRoom() {
    const [mira, ines] = [await addPerson(), await addPerson({ flags: 'm' })]
    const channel = await addChannel()
    const here = await enterRoom(mira, channel)
    await here.next('chats')
    const sleep = () => evictDurableObject(env.CHAT.getByName(channel), { webSockets })
    const backWith = async (last: number) => {
      if (webSockets === 'hibernate') return here
      const back = await enterRoom(mira, channel, last)
      await back.next('chats')
      return back
    }
    return { mira, ines, channel, here, sleep, backWith }
  }

  it('keeps what was said [2 §2 Chat]', async () => {
    const { ines, channel, here, sleep } = await makeRoom()
    const said = [await here.say('one'), await here.say('two')]
    await sleep()
    expect((await (await enterRoom(ines, channel)).next('chats')).lines).toEqual(said)
  })

  it('gives the next number to the next line, and knows a line by its key', async () => {
    const { channel, ines, here, sleep, backWith } = await makeRoom()
    const key = newKey()
    const first = await here.say('one', { key })
    await sleep()
    const back = await backWith(first.id)
    expect(await back.say('one', { key, again: 0 })).toEqual(first)
    expect((await back.say('two')).id).toBe(first.id + 1)
    expect((await (await enterRoom(ines, channel)).next('chats')).lines.map(({ message }) => message)).toEqual([
      'one',
      'two',
    ])
  })

  it('keeps its owner’s and staff’s roles, who is muted, its topic and its order', async () => {
    const { mira, ines, channel, here, sleep, backWith } = await makeRoom()
    const order = (body: unknown) => ask('/api/v2/chat/moderate', { as: ines, body })
    const rules = { slowSeconds: 10, speakers: 'everyone', hold: false } as const
    await order({ action: 'topic', channel, message: 'Be kind' })
    await order({ action: 'settings', channel, rules, words: ['rude'] })
    await order({ action: 'mute', channel, userId: mira.id, minutes: 60 })
    await here.next('muted')
    await sleep()
    const back = await backWith(2)
    back.send({ type: 'chat', key: newKey(), message: 'hello' })
    expect(await back.next('refused')).toMatchObject({ code: 'muted' })
    const staff = await enterRoom(ines, channel)
    expect(await staff.next('channel')).toMatchObject({ moderator: true, rules })
    expect((await staff.next('topic')).topic).toMatchObject({ message: 'Be kind' })
    const settings = await askJson<RoomSettings>(`/api/v2/chat/settings?channel=${channel}`, { as: ines })
    expect(settings).toMatchObject({ words: ['rude'], muted: [{ userId: mira.id }] })
  })

  it('forgives nobody what they said at once', async () => {
    const { here, sleep, backWith } = await makeRoom()
    let last = 0
    for (let line = 0; line < 8; line++) last = (await here.say(`line ${line}`)).id
    await sleep()
    const back = await backWith(last)
    for (let line = 8; ; line++) {
      back.send({ type: 'chat', key: newKey(), message: `line ${line}` })
      const answer = await back.next('refused', 'chat')
      if (answer.type === 'refused') break
      expect(line, 'lines at once').toBeLessThan(12)
    }
  })

  it('keeps lines that wait', async () => {
    const { ines, channel, here, sleep } = await makeRoom()
    const rules = { slowSeconds: 0, speakers: 'everyone', hold: true }
    await ask('/api/v2/chat/moderate', { as: ines, body: { action: 'settings', channel, rules, words: [] } })
    here.send({ type: 'chat', key: newKey(), message: 'hello' })
    const { lines } = await here.next('held')
    await sleep()
    expect((await (await enterRoom(ines, channel)).next('held')).lines).toEqual(lines)
  })

  it('knows who is there', async () => {
    const { mira, ines, channel, sleep } = await makeRoom()
    await sleep()
    const { users } = await (await enterRoom(ines, channel)).next('user-list')
    expect(users?.map(({ id }) => id)).toEqual(webSockets === 'hibernate' ? [mira.id, ines.id] : [ines.id])
  })
})

describe('who comes back to a room', () => {
  it('is told what they missed, and the line that nobody acknowledged stands once', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const here = await enterRoom(mira, channel)
    const { id } = await here.say('one')
    const there = await enterRoom(tomo, channel)
    const key = newKey()
    here.send({ type: 'chat', key, message: 'two' })
    for (let line = await there.next('chat'); line.line.message !== 'two'; ) line = await there.next('chat')
    here.close()
    await there.say('three')
    const back = await enterRoom(mira, channel, id)
    expect(await back.next('chats')).toMatchObject({ missed: true, lines: [{ message: 'two' }, { message: 'three' }] })
    await back.say('two', { key, again: id })
    expect((await (await enterRoom(tomo, channel)).next('chats')).lines.map(({ message }) => message)).toEqual([
      'one',
      'two',
      'three',
    ])
  })
})

describe('a room that sleeps', () => {
  afterEach(() => vi.restoreAllMocks())

  it('answers a ping and sleeps on, until someone says something', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const here = await enterRoom(mira, channel)
    await here.next('channel-list')
    // A room reads what it keeps when it wakes, and at no other time.
    const wakes = vi.spyOn(ChatStore.prototype, 'load')
    await evictDurableObject(env.CHAT.getByName(channel), { webSockets: 'hibernate' })
    await here.ping()
    await here.ping()
    expect(wakes).toHaveBeenCalledTimes(0)
    await here.say('hello')
    expect(wakes).toHaveBeenCalledTimes(1)
  })
})
