import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { streamChannel } from '../../../contract/channel.ts'
import { DELETED_MEMBER } from '../../../contract/deleted-member.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { replayChatKey } from '../../../durable-objects/stream/stream.ts'
import { enterRoom } from '../../support/worker/chat.ts'
import { deleteAccount } from '../../support/worker/leaving.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { requestJson } from '../../support/worker/site.ts'
import { mergeAccounts } from '../../support/worker/staff.ts'
import { addReplay } from '../../support/worker/stream-calls.ts'

/** Everything that an object stores, as one text. */
const storedIn = (object: DurableObjectStub) =>
  runInDurableObject(object, (_object, { storage }) => {
    const tables = storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray()
    const rows = tables
      .filter(({ name }) => !name.startsWith('_cf'))
      .map(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray())
    return JSON.stringify(rows)
  })

let made = 0
const addMember = () => addPerson({ nickname: `Zephyrine ${++made}`, nicknameKey: `zephyrine ${made}` })

/** Makes the whiteboard remember the member as a client. */
const addToBoard = (board: DurableObjectStub, { id, nickname }: Person) =>
  runInDurableObject(board, (_board, { storage }) => {
    const person = JSON.stringify({ id, nickname, avatar: null })
    storage.sql.exec('INSERT INTO clients (user_id, person, sequence) VALUES (?, ?, 0)', id, person)
  })

describe('the objects of rooms after the deletion of an account', () => {
  it('lines stay in their room, by a deleted member', async () => {
    const [mira, noor] = [await addMember(), await addPerson()]
    const room = `room-of-${mira.id}`
    const socket = await enterRoom(mira, room)
    const line = await socket.say('Good light today')
    await deleteAccount(mira)
    const stored = await storedIn(env.CHAT.getByName(room))
    expect(stored).not.toContain(mira.nickname)
    expect(stored).toContain('Good light today')
    const later = await enterRoom(noor, room)
    const { lines } = await later.next('chats')
    expect(lines.find(({ id }) => id === line.id)?.user).toEqual({
      id: mira.id,
      nickname: DELETED_MEMBER,
      avatar: null,
    })
  })

  it('notifications of lines that named it and another member name only the other', async () => {
    const [mira, noor, ines] = [await addMember(), await addPerson(), await addPerson()]
    const socket = await enterRoom(ines, `room-of-${ines.id}`)
    const text = `Ask @${mira.nickname} or @${noor.nickname}`
    await socket.say(text)
    const excerpts = async () => {
      const { items } = await requestJson<NotificationList>('/api/v2/notices?category=mentions', { as: noor })
      return items.map(({ chat }) => chat?.excerpt)
    }
    await expect.poll(excerpts).toEqual([text])
    await expect.poll(() => storedIn(env.CHAT.getByName(`room-of-${ines.id}`))).toContain('mentions')
    await deleteAccount(mira)
    expect(await excerpts()).toEqual([`Ask @${DELETED_MEMBER} or @${noor.nickname}`])
  })

  it('the member is no longer the owner of their open room', async () => {
    const mira = await addMember()
    const room = `own-${mira.id}`
    await enterRoom(mira, room)
    await deleteAccount(mira)
    const owner = await env.DB.prepare('SELECT owner_id FROM chat_rooms WHERE channel = ?').bind(room).first('owner_id')
    expect(owner).toBeNull()
  })

  it('the room of a stream that was deleted with its artist names nobody', async () => {
    const [mira, noor] = [await addMember(), await addMember()]
    const room = env.CHAT.getByName(streamChannel(await addReplay(noor)))
    await runInDurableObject(room, (_room, { storage }) => {
      storage.sql.exec('INSERT INTO mutes VALUES (?, ?, ?)', mira.id, mira.nickname, Date.now() + 3_600_000)
      storage.sql.exec('INSERT INTO helpers VALUES (?, ?)', mira.id, mira.nickname)
      storage.sql.exec('INSERT INTO excluded VALUES (?, ?, ?)', mira.id, mira.nickname, Date.now())
    })
    await deleteAccount(noor)
    expect(await storedIn(room)).not.toContain(mira.nickname)
  })

  it('the chat of a replay names nobody who left', async () => {
    const [mira, noor] = [await addMember(), await addPerson()]
    const id = await addReplay(noor)
    const lines = [mira, noor].map((user: Person, index) => ({
      ...{ id: index + 1, atMs: 5, message: 'Hello' },
      user: { id: user.id, nickname: user.nickname, avatar: null },
    }))
    await env.FILES.put(replayChatKey(id), JSON.stringify({ lines }))
    await deleteAccount(mira)
    const chat = JSON.parse((await (await env.FILES.get(replayChatKey(id)))?.text()) ?? '')
    expect(chat.lines.map(({ user }: { user: Person }) => user.nickname)).toEqual([DELETED_MEMBER, noor.nickname])
  })

  it('the whiteboard names nobody who left', async () => {
    const mira = await addMember()
    const board = env.WHITEBOARD.getByName('0')
    await addToBoard(board, mira)
    await deleteAccount(mira)
    const stored = await storedIn(board)
    expect(stored).not.toContain(mira.nickname)
    expect(stored).toContain(DELETED_MEMBER)
  })

  it('an account that was merged into it is named in no room, no replay and not on the whiteboard', async () => {
    const [mira, noor] = [await addMember(), await addMember()]
    const [room, board] = [`merged-${mira.id}`, env.WHITEBOARD.getByName('0')]
    const key = replayChatKey(await addReplay(await addPerson()))
    await (await enterRoom(mira, room)).say('Good light today')
    const user = { id: mira.id, nickname: mira.nickname, avatar: null }
    const lines = [{ id: 1, atMs: 5, message: 'Hello', user }]
    await env.FILES.put(key, JSON.stringify({ lines }))
    await addToBoard(board, mira)
    await mergeAccounts(mira, noor)
    await deleteAccount(noor)
    const chat = await (await env.FILES.get(key))?.text()
    for (const stored of [await storedIn(env.CHAT.getByName(room)), await storedIn(board), chat]) {
      expect(stored).not.toContain(mira.nickname)
      expect(stored).toContain(DELETED_MEMBER)
    }
  })
})
