import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES_AFTER_CLOSE_MAX } from '../../../contract/limits.ts'
import { MEMBER_SOCKET_PATH } from '../../../contract/socket/member-channel.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { openSocketAt } from '../../../durable-objects/realtime/handshake.ts'
import { tellMember } from '../../../worker/domain/member-channel/tell-member.ts'
import { openHalfOpen } from '../../support/worker/half-open.ts'
import { ChannelClient, openChannel, openSocket } from '../../support/worker/member-channel.ts'
import { addPerson, logIn, type Person, sessionHash } from '../../support/worker/people.ts'
import { requestJson, sendRequest } from '../../support/worker/site.ts'

const channelOf = ({ id }: Person) => env.MEMBER_CHANNEL.getByName(String(id))

/** Opens a socket that the worker let through before the session ended. */
async function lateSocket(person: Person): Promise<ChannelClient> {
  const state = { type: 'state', unread: 0, unreadMessages: 0, bannedAt: null } as const
  const { webSocket } = await openSocketAt(channelOf(person), { session: await sessionHash(person.token), state })
  if (!webSocket) throw new Error('no socket')
  return new ChannelClient(webSocket)
}

afterEach(() => vi.restoreAllMocks())

describe("a member's channel", () => {
  it('a page starts with the unread counts and the standing of its member', async () => {
    const mira = await addPerson({ unreadNotificationsCount: 3, unreadMessagesCount: 2 })
    const state = { type: 'state', unread: 3, unreadMessages: 2, bannedAt: null }
    expect(await (await openSocket(mira)).next('state')).toEqual(state)
  })

  it('news reaches every open page of the member, on all devices', async () => {
    const mira = await addPerson()
    const pages = [await openChannel(mira), await openChannel(mira), await openChannel(await logIn(mira.id, 'Mira'))]
    await tellMember(env, mira.id, 'mail')
    for (const page of pages) expect(await page.next('mail')).toEqual({ type: 'mail' })
  })

  it('news reaches no other member', async () => {
    const [mira, ines] = [await addPerson(), await addPerson()]
    const page = await openChannel(ines)
    await tellMember(env, mira.id, 'mail')
    await tellMember(env, ines.id, 'notifications')
    expect(await page.next('mail', 'notifications')).toEqual({ type: 'notifications' })
  })

  it('a channel that hibernates keeps its pages', async () => {
    const mira = await addPerson()
    const page = await openChannel(mira)
    await evictDurableObject(channelOf(mira), { webSockets: 'hibernate' })
    await page.ping()
    await tellMember(env, mira.id, 'standing')
    expect(await page.next('standing')).toEqual({ type: 'standing' })
  })

  it('a page that connects right after the news receives it', async () => {
    const mira = await addPerson()
    await tellMember(env, mira.id, 'mail')
    expect(await (await openChannel(mira)).next('mail')).toEqual({ type: 'mail' })
  })

  it('a channel stores nothing', async () => {
    const mira = await addPerson()
    await openChannel(mira)
    await tellMember(env, mira.id, 'mail')
    const stored = await runInDurableObject(channelOf(mira), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray(),
    )
    expect(stored).toEqual([])
  })

  it('a page that sends anything but pings is disconnected', async () => {
    const page = await openChannel(await addPerson())
    page.sendRaw('{"type":"mail"}')
    expect(await page.closed()).toBe(SOCKET_CLOSE.badMessage)
  })

  it('a page that goes on sending after it was disconnected is cut off with its channel', async () => {
    const mira = await addPerson()
    const other = await openChannel(mira)
    const { socket } = await openHalfOpen(mira, MEMBER_SOCKET_PATH)
    for (let sent = 0; sent <= MESSAGES_AFTER_CLOSE_MAX; sent++) socket.send('mail')
    await other.closed()
    expect(await openChannel(mira)).toBeTruthy()
  })

  it('a visitor gets no channel', async () => {
    expect(await (await openSocket(null)).closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a request from another site gets no channel', async () => {
    const headers = { upgrade: 'websocket', origin: 'https://elsewhere.example' }
    expect((await sendRequest('/socket/member', { as: await addPerson(), headers })).status).toBe(403)
  })

  it('a member has at most fifty open pages', async () => {
    const mira = await addPerson()
    await Promise.all(Array.from({ length: 50 }, () => lateSocket(mira)))
    expect(await (await lateSocket(mira)).closed()).toBe(SOCKET_CLOSE.tooManySockets)
  })
})

describe('the end of a session in the channel', () => {
  it('logging out closes the pages of the session and no others', async () => {
    const mira = await addPerson()
    const page = await openChannel(mira)
    const other = await openChannel(await logIn(mira.id, 'Mira'))
    await sendRequest('/logout', { as: mira, body: {} })
    expect(await page.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    await tellMember(env, mira.id, 'mail')
    expect(await other.next('mail')).toEqual({ type: 'mail' })
  })

  it('ending a session from another device closes its pages', async () => {
    const mira = await addPerson()
    const page = await openChannel(await logIn(mira.id, 'Mira'))
    const { items } = await requestJson<{ items: { id: string; current: boolean }[] }>('/api/v2/sessions', { as: mira })
    await sendRequest('/api/v2/sessions/end', { as: mira, body: { id: items.find(({ current }) => !current)?.id } })
    expect(await page.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('ending all other sessions closes their pages and no others', async () => {
    const mira = await addPerson()
    const page = await openChannel(mira)
    const logInElsewhere = () => logIn(mira.id, 'Mira')
    const otherPages = [await openChannel(await logInElsewhere()), await openChannel(await logInElsewhere())]
    await sendRequest('/api/v2/sessions/end', { as: mira, body: { others: true } })
    for (const other of otherPages) expect(await other.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    await tellMember(env, mira.id, 'mail')
    expect(await page.next('mail')).toEqual({ type: 'mail' })
  })

  it('a page on its way is refused after all sessions of the member ended', async () => {
    const mira = await addPerson()
    await channelOf(mira).endAll()
    expect(await (await lateSocket(mira)).closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a page on its way is refused after its session ended', async () => {
    const mira = await addPerson()
    await sendRequest('/logout', { as: mira, body: {} })
    expect(await (await lateSocket(mira)).closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })
})
