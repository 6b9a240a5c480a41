import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addRoom, addRoomMember, removeForgotten } from '../../../worker/features/chat/queries.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addChannel, enter, openSocket, ticketOf } from '../../support/worker/chat.ts'
import { addPerson } from '../../support/worker/people.ts'
import { ask, askJson, jsonOf, refusal } from '../../support/worker/site.ts'

describe('a chat room', () => {
  it('tells everyone what someone says, with admin flag, action and background [2 §2 Chat, §3]', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const [here, there] = [await enter(mira, channel), await enter(tomo, channel)]
    await there.next('chats')
    const said = await here.say('hello')
    expect(said).toMatchObject({ message: 'hello', user: { id: mira.id, nickname: mira.nickname } })
    expect(said).toMatchObject({
      admin: false,
      action: false,
      background: null,
      date: expect.stringMatching(/^\d{14}$/),
    })
    expect((await there.next('chat')).line).toEqual(said)
  })

  it('tells what someone says trimmed, whatever page it comes from [2 §5]', async () => {
    const here = await enter(await addPerson(), await addChannel())
    const { id, message } = await here.say('  hello \t there\n\u202e ')
    expect(message).toBe('hello there')
    here.send({ type: 'edit', id, message: '  hello  again ' })
    expect(await here.next('edit')).toMatchObject({ id, message: 'hello again' })
  })

  it('tells who enters what the room is, who is there and the latest 50 lines [2 §2 Chat]', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const here = await enter(mira, channel)
    for (let line = 1; line <= 48; line += 6) {
      const someone = await enter(await addPerson(), channel)
      for (let n = line; n < line + 6; n++) await someone.say(`line ${n}`)
    }
    for (let line = 49; line <= 52; line++) await here.say(`line ${line}`)
    const tomo = await addPerson()
    const there = await enter(tomo, channel)
    expect(await there.next('channel')).toMatchObject({ channel, kind: 'open', moderator: false, mutedUntil: null })
    expect((await there.next('topic')).topic).toBeNull()
    const { lines, missed } = await there.next('chats')
    expect(missed).toBe(false)
    expect(lines.map(({ message }) => message)).toEqual(Array.from({ length: 50 }, (_, i) => `line ${i + 3}`))
    expect((await there.next('user-list')).users?.map(({ id }) => id)).toContain(mira.id)
    here.close()
  })

  it('tells who comes and who goes', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const here = await enter(mira, channel)
    expect(await here.next('user-list')).toMatchObject({ count: 1, users: [{ id: mira.id }] })
    const there = await enter(tomo, channel)
    for (;;) {
      const { count, joined } = await here.next('user-list')
      if (count === 1) continue
      expect(joined).toContainEqual({ id: tomo.id, nickname: tomo.nickname, avatar: null })
      break
    }
    there.close()
    expect(await here.next('user-list')).toMatchObject({ count: 1, left: [tomo.id] })
  })

  it('lets who leaves go at once', { timeout: 8000 }, async () => {
    const here = await enter(await addPerson(), await addChannel())
    await here.next('chats')
    here.close()
    expect(await here.closed()).toBe(1000)
  })

  it('answers join with where that room is [2 §7 join, redirect]', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const here = await enter(mira, channel)
    await here.next('chats')
    here.send({ type: 'join', channel: 'Life Drawing!' })
    expect(await here.next('redirect')).toEqual({ type: 'redirect', channel: 'life-drawing' })
  })

  it('tells which rooms there are, with how many are in them [2 §7 channel-list]', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const here = await enter(mira, channel)
    await here.next('channel-list')
    await expect.poll(() => countOf(channel)).toBe(1)
    const there = await enter(tomo, 'help')
    await expect.poll(() => countOf('help')).toBe(1)
    const { channels } = await there.next('channel-list')
    expect(channels.slice(0, 3).map(({ channel, kind }) => [channel, kind])).toEqual([
      ['lobby', 'standing'],
      ['help', 'standing'],
      ['whiteboard', 'standing'],
    ])
    expect(channels).toContainEqual({ channel, kind: 'open', title: null, count: 1 })
    here.close()
    await expect.poll(() => countOf(channel)).toBe(0)
  })
})

const countOf = (channel: string) =>
  env.DB.prepare('SELECT present_count FROM chat_rooms WHERE channel = ?').bind(channel).first('present_count')

const moderation = (as: Awaited<ReturnType<typeof addPerson>>, body: unknown) => ({ as, body })

describe('a room', () => {
  it('is there once a member joins it, who keeps order in it [decisions, Chat]', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const here = await enter(mira, 'ink-only')
    expect(await here.next('channel')).toMatchObject({ channel: 'ink-only', ownerId: mira.id, moderator: true })
    const there = await enter(tomo, 'ink-only')
    expect(await there.next('channel')).toMatchObject({ ownerId: mira.id, moderator: false })
  })

  it('is left by a session that enters its fifty-first, if it was its first', async () => {
    const mira = await addPerson()
    const channel = await addChannel()
    const first = await enter(mira, channel)
    await first.next('chats')
    for (let n = 1; n < 50; n++) await openSocket(mira, await addChannel())
    expect(await first.say('still here')).toMatchObject({ message: 'still here' })
    await openSocket(mira, await addChannel())
    expect(await first.closed()).toBe(SOCKET_CLOSE.tooManyRooms)
    expect(await (await enter(mira, channel)).say('back')).toMatchObject({ message: 'back' })
  })

  it('is one of ten at most that one member opened', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    for (let n = 1; n <= 10; n++) await (await enter(mira, `mine-${n}`)).next('channel')
    expect(await (await openSocket(mira, 'mine-11')).closed()).toBe(SOCKET_CLOSE.tooManyRooms)
    await (await enter(tomo, 'mine-11')).next('channel')
    await (await enter(mira, 'mine-11')).next('channel')
  })

  it('of a stream or a group is there when that is, and its owner keeps order in it', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    expect(await (await openSocket(mira, 'stream-7')).closed()).toBe(SOCKET_CLOSE.notFound)
    await addRoom(openDb(env.DB), { channel: 'stream-7', ownerId: mira.id, now: Date.now() })
    await addRoom(openDb(env.DB), { channel: 'stream-7', ownerId: tomo.id, now: Date.now() })
    expect(await (await enter(mira, 'stream-7')).next('channel')).toMatchObject({ kind: 'stream', moderator: true })
    expect(await (await openSocket(mira, 'group-ink')).closed()).toBe(SOCKET_CLOSE.notFound)
  })

  it('lets members of its group alone speak where its order says so', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    await addRoom(openDb(env.DB), { channel: 'group-ink', ownerId: mira.id, now: Date.now() })
    await addRoomMember(openDb(env.DB), 'group-ink', tomo.id)
    const rules = { slowSeconds: 0, speakers: 'group', hold: false }
    await askJson(
      '/api/v2/chat/moderate',
      moderation(mira, { action: 'settings', channel: 'group-ink', rules, words: [] }),
    )
    expect(await (await enter(tomo, 'group-ink')).say('hello')).toMatchObject({ message: 'hello' })
    const other = await enter(await addPerson(), 'group-ink')
    await other.next('chats')
    other.send({ type: 'chat', key: 'from-outside', message: 'hello' })
    expect(await other.next('refused')).toEqual({ type: 'refused', key: 'from-outside', code: 'speakers_group' })
  })

  it('of a bad name is none', async () => {
    const mira = await addPerson()
    for (const name of ['Lobby', 'a%20b', '%3Cb%3E', 'x'.repeat(33)])
      expect(await refusal(ask(`/socket/chat/${name}`, { as: mira, headers: { upgrade: 'websocket' } }))).toEqual([
        400,
        'bad_request',
      ])
  })

  it('that nobody entered for 30 days forgets its lines, and its name is free', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const here = await enter(mira, 'left-alone')
    await here.say('hello')
    await ask('/api/v2/chat/moderate', { as: mira, body: { action: 'topic', channel: 'left-alone', message: 'Mine' } })
    const room = env.CHAT.getByName('left-alone')
    await runInDurableObject(room, (_, { storage }) => makeDue(storage, 'forget'))
    await runDurableObjectAlarm(room)
    await expect.poll(() => countOf('left-alone')).toBe(1)
    here.close()
    await expect.poll(() => countOf('left-alone')).toBe(0)
    await ageVisits('left-alone')
    await runInDurableObject(room, (_, { storage }) => makeDue(storage, 'forget'))
    await runDurableObjectAlarm(room)
    await expect.poll(() => countOf('left-alone')).toBeNull()
    const there = await enter(tomo, 'left-alone')
    expect(await there.next('channel')).toMatchObject({ ownerId: tomo.id })
    expect((await there.next('topic')).topic).toBeNull()
    expect((await there.next('chats')).lines).toEqual([])
    expect((await there.say('anybody')).id).toBeGreaterThan(1)
  })

  it('stays where someone came back while it forgot: the end of their session ends them there as well', async () => {
    const mira = await addPerson()
    const left = await enter(mira, 'not-so-lonely')
    await left.next('chats')
    left.close()
    await ageVisits('not-so-lonely')
    const back = await enter(mira, 'not-so-lonely')
    await back.next('chats')
    await removeForgotten(openDb(env.DB), 'not-so-lonely', Date.now())
    await jsonOf(ask('/logout', { as: mira, body: {} }))
    expect(await back.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    await removeForgotten(openDb(env.DB), 'not-so-lonely', Date.now())
    expect(await countOf('not-so-lonely')).toBeNull()
  })
})

/** As if who entered a room had done so 30 days ago. */
const ageVisits = (channel: string) =>
  env.DB.prepare(
    `UPDATE chat_room_sessions SET entered_at = entered_at - ${30 * 86_400_000}
     WHERE room_id = (SELECT id FROM chat_rooms WHERE channel = ?)`,
  )
    .bind(channel)
    .run()

/** Makes an alarm of the room due now. */
function makeDue(storage: DurableObjectStorage, name: string): Promise<void> {
  const [row] = storage.sql.exec<{ value: string }>("SELECT value FROM key_values WHERE name = 'alarms'").toArray()
  const due = { ...JSON.parse(row?.value ?? '{}'), [name]: Date.now() - 1 }
  storage.sql.exec("INSERT OR REPLACE INTO key_values VALUES ('alarms', ?)", JSON.stringify(due))
  return storage.setAlarm(Date.now())
}

describe('who opens a socket', () => {
  it('must be logged in [2 §6 Visitor, §8 Chat needs login]', async () => {
    expect(await (await openSocket(null, 'lobby')).closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await refusal(ask('/socket/chat/lobby'))).toEqual([401, 'not_logged_in'])
  })

  it('must be on a page of this site', async () => {
    const mira = await addPerson()
    for (const origin of ['https://elsewhere.example', null])
      expect(await refusal(ask('/socket/chat/lobby', { as: mira, headers: { upgrade: 'websocket', origin } }))).toEqual(
        [403, 'cross_origin'],
      )
  })

  it('is who the session says, whatever they send along', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const forged = encodeURIComponent(
      JSON.stringify({
        channel,
        ownerId: mira.id,
        session: 'x',
        member: { id: tomo.id, nickname: tomo.nickname, flags: 'a' },
      }),
    )
    const headers = { upgrade: 'websocket', 'x-chat-stamp': forged }
    const reply = await ask(`/socket/chat/${channel}?member=${tomo.id}`, { as: mira, headers })
    expect(reply.status).toBe(101)
    reply.webSocket?.accept()
    reply.webSocket?.send(JSON.stringify({ type: 'auth', chatId: await ticketOf(tomo, channel), channel }))
    const code = await new Promise((resolve) => reply.webSocket?.addEventListener('close', ({ code }) => resolve(code)))
    expect(code).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('says nothing before their ticket was seen', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'chat', key: 'too-early', message: 'hello' })
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    expect((await (await enter(mira, channel)).next('chats')).lines).toEqual([])
  })

  it('has ten sockets in a room at most', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    for (let n = 0; n < 10; n++) await (await enter(mira, channel)).next('chats')
    expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.flood)
  })
})

describe('a ticket', () => {
  it.each([
    ['of someone else', async (channel: string) => ticketOf(await addPerson(), channel)],
    ['that was made up', async () => 'eyJhbGciOiJub25lIn0.e30.'],
    ['that is no ticket', async () => ''],
  ])('%s lets nobody in', async (_, forge) => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: await forge(channel), channel })
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('for another room than the socket’s lets nobody in', async () => {
    const [mira, channel, other] = [await addPerson(), await addChannel(), await addChannel()]
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: await ticketOf(mira, other), channel: other })
    expect(await socket.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('gives nobody back what they were when it was signed', async () => {
    const [mira, channel] = [await addPerson({ flags: 'm' }), await addChannel()]
    const before = await ticketOf(mira, channel)
    await env.DB.prepare("UPDATE users SET flags = '' WHERE id = ?").bind(mira.id).run()
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: before, channel })
    expect(await socket.next('channel')).toMatchObject({ moderator: false })
    expect(await socket.say('hello')).toMatchObject({ admin: false })
  })

  it('comes with the session, and lets in as well [1 §3 Current user: chat id]', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const { user } = await askJson<{ user: { chatId: string } }>('/api/v2/session', { as: mira })
    const socket = await openSocket(mira, channel)
    socket.send({ type: 'auth', chatId: user.chatId, channel })
    expect(await socket.next('channel')).toMatchObject({ channel })
  })
})
