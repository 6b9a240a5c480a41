import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ModerateBody, RoomSettingsReply } from '../../../contract/http/chat.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addChannel, enterRoom, openSocket } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, requestJson, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { setRole, staffLogOf } from '../../support/worker/staff.ts'
import { watchedDb } from '../../support/worker/watched-db.ts'

const moderate = (as: Person, body: ModerateBody) => sendRequest('/api/v2/chat/moderate', { as, body })
const settings = (as: Person, channel: string) => sendRequest(`/api/v2/chat/settings?channel=${channel}`, { as })

let owner: Person
let helper: Person
let mira: Person
let channel: string
beforeEach(async () => {
  owner = await addPerson()
  helper = await addPerson()
  mira = await addPerson()
  channel = await addChannel({ ownerId: owner.id })
})

const appoint = () => jsonOf(moderate(owner, { action: 'appoint', channel, userId: helper.id }))
const exclude = (by = owner) => jsonOf(moderate(by, { action: 'exclude', channel, userId: mira.id, reason: 'caps' }))

describe('helpers of a room', () => {
  it('an open page of a member learns that they moderate the room, and that they no longer do', async () => {
    const page = await enterRoom(helper, channel)
    expect(await page.next('channel')).toMatchObject({ moderator: false })
    await appoint()
    expect(await page.next('channel')).toMatchObject({ moderator: true })
    await jsonOf(moderate(owner, { action: 'dismiss', channel, userId: helper.id }))
    expect(await page.next('channel')).toMatchObject({ moderator: false })
  })

  it('a helper reads the settings and moderates, and others do not', async () => {
    await appoint()
    expect(await jsonOf<RoomSettingsReply>(settings(helper, channel))).toMatchObject({
      helpers: [{ userId: helper.id, nickname: helper.nickname }],
    })
    expect(await errorOf(settings(mira, channel))).toEqual([403, 'forbidden'])
    await jsonOf(moderate(helper, { action: 'mute', channel, userId: mira.id, minutes: 10, reason: '' }))
    expect(await errorOf(moderate(helper, { action: 'appoint', channel, userId: mira.id }))).toEqual([403, 'forbidden'])
  })

  it('appointments and exclusions survive that the room sleeps', async () => {
    await appoint()
    await exclude(helper)
    await evictDurableObject(env.CHAT.getByName(channel))
    expect(await jsonOf<RoomSettingsReply>(settings(helper, channel))).toMatchObject({
      helpers: [{ userId: helper.id }],
      excluded: [{ userId: mira.id, nickname: mira.nickname }],
    })
  })

  it('the act of a helper is on the staff log', async () => {
    await appoint()
    await exclude(helper)
    await expect
      .poll(async () => (await staffLogOf(mira)).at(-1))
      .toMatchObject({ staff_id: helper.id, action: 'chat_exclude', reason: 'caps' })
  })

  it('staff appoint helpers in every room', async () => {
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(moderate(staff, { action: 'appoint', channel: 'help', userId: helper.id }))
    expect(await (await enterRoom(helper, 'help')).next('channel')).toMatchObject({ moderator: true })
    await jsonOf(moderate(staff, { action: 'dismiss', channel: 'help', userId: helper.id }))
  })

  it('an unknown member cannot be appointed', async () => {
    expect(await errorOf(moderate(owner, { action: 'appoint', channel, userId: 999_999 }))).toEqual([404, 'not_found'])
  })
})

describe('members who are shut out of a room', () => {
  it('the sockets of a member who is shut out close, and the member enters only after being let back in', async () => {
    const page = await enterRoom(mira, channel)
    await page.next('chats')
    await exclude()
    expect(await page.closed()).toBe(SOCKET_CLOSE.shutOut)
    expect(await (await openSocket(mira, channel)).closed()).toBe(SOCKET_CLOSE.shutOut)
    await jsonOf(moderate(owner, { action: 'readmit', channel, userId: mira.id }))
    expect(await (await enterRoom(mira, channel)).say('Hello')).toMatchObject({ message: 'Hello' })
  })

  it('a member who is shut out of a room cannot report its lines', async () => {
    const { id } = await (await enterRoom(owner, channel)).say('Hello')
    await exclude()
    const body = { channel, line: id }
    expect(await errorOf(sendRequest('/api/v2/report', { as: mira, body }))).toEqual([404, 'not_found'])
  })

  it('staff cannot be shut out', async () => {
    const staff = await addPerson({ flags: 'm' })
    expect(await errorOf(moderate(owner, { action: 'exclude', channel, userId: staff.id, reason: '' }))).toEqual([
      403,
      'forbidden',
    ])
  })

  it('an empty request changes nothing', async () => {
    const body = { action: 'exclude', channel }
    expect(await errorOf(sendRequest('/api/v2/chat/moderate', { as: owner, body }))).toEqual([400, 'bad_request'])
    expect(
      (await requestJson<RoomSettingsReply>(`/api/v2/chat/settings?channel=${channel}`, { as: owner })).excluded,
    ).toEqual([])
  })
})

describe('roles that change while a ticket is made', () => {
  /** Bindings with which a change follows the read of the session. */
  const envWithChange = (change: () => Promise<unknown>): Cloudflare.Env => {
    const db = watchedDb(env.DB, async (run, _, query) => {
      const result = await run()
      if (/from "sessions"/i.test(query)) await change()
      return result
    })
    return { ...env, DB: db }
  }

  it.each([
    ['of the room', (room: string) => `/api/v2/chat/ticket?channel=${room}`],
    ['of the session', () => '/api/v2/session'],
  ])('a role that was taken before the ticket %s was signed does not come back with it', async (_ticket, pathOf) => {
    const [admin, staff] = [await addPerson({ flags: 'a' }), await addPerson({ flags: 'm' })]
    const page = await openSocket(staff, channel)
    const takeRole = () => jsonOf(setRole(admin, staff, { role: 'm', granted: false }))
    const reply = await sendRequestWith(envWithChange(takeRole), pathOf(channel), { as: staff })
    const { chatId, user } = await reply.json<{ chatId?: string; user?: { chatId: string } }>()
    page.send({ type: 'auth', chatId: chatId ?? user?.chatId ?? '', channel })
    expect(await page.next('channel')).toMatchObject({ moderator: false })
  })
})
