import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHAT_LINES_PER_BLOCK as block, MEMBER_LIMITS } from '../../../contract/limits.ts'
import type { ChatSocketState } from '../../../durable-objects/chat/state.ts'
import { SiteForChat } from '../../../worker/features/chat/SiteForChat.ts'
import { addChannel, type ChatClient, enterRoom, newKey, ticketOf } from '../../support/worker/chat.ts'
import { addPerson, addRegular, type Person } from '../../support/worker/people.ts'

const HOUR_MS = 3_600_000
const { chatLinesPerDay } = MEMBER_LIMITS

/** The beginning of the hour after this one. */
const nextHour = () => Math.floor(Date.now() / HOUR_MS + 1) * HOUR_MS

beforeEach(() => {
  // The hour must not end during a test.
  vi.setSystemTime(nextHour())
})

afterEach(() => {
  vi.useRealTimers()
})

/** Writes lines at the rate that a room allows. */
async function sayLines(client: ChatClient, count: number): Promise<void> {
  for (let line = 1; line <= count; line++) {
    vi.setSystemTime(Date.now() + 1000)
    await client.say(`line ${line}`)
  }
}

/** The lines of the last hours that the site has counted. */
const countedLines = ({ id }: Person) =>
  env.DB.prepare('SELECT sum(chat_lines) AS lines FROM member_counts WHERE user_id = ?').bind(id).first('lines')

/** Counts lines of a member in an hour before this one. */
const addCounted = ({ id }: Person, lines: number, hoursAgo = 1) =>
  env.DB.prepare("INSERT INTO member_counts (user_id, grain, starts_at, chat_lines) VALUES (?, 'hour', ?, ?)")
    .bind(id, Math.floor(Date.now() / HOUR_MS - hoursAgo) * HOUR_MS, lines)
    .run()

/** The state of the only socket in a room. */
const socketState = (channel: string) =>
  runInDurableObject(env.CHAT.getByName(channel), (_, state): ChatSocketState | undefined =>
    state.getWebSockets()[0]?.deserializeAttachment(),
  )

const linesLeft = async (channel: string) => (await socketState(channel))?.blocks?.left

async function refusal(client: ChatClient) {
  client.send({ type: 'chat', key: newKey(), message: 'one more' })
  return client.next('refused', 'chat')
}

describe('the lines of a member in a day', () => {
  it.each([
    ['a new member', addPerson, chatLinesPerDay.new],
    ['another member', addRegular, chatLinesPerDay.other],
  ])('%s writes a limited number of lines a day', async (_name, addMember, limit) => {
    const [mira, channel] = [await addMember(), await addChannel()]
    await addCounted(mira, limit - block.min)
    const client = await enterRoom(mira, channel)
    await sayLines(client, block.min)
    await expect.poll(async () => (await socketState(channel))?.member.writesAgainAt).toBeGreaterThan(Date.now())
    const refused = await refusal(client)
    expect(refused).toMatchObject({ type: 'refused', code: 'day_limit' })
    expect(refused.type === 'refused' && refused.seconds).toBeGreaterThan(22 * 3600)
    expect(await countedLines(mira)).toBe(limit)
  })

  it('a member who has written the lines of a day in one room is refused in another', async () => {
    const mira = await addRegular()
    await addCounted(mira, chatLinesPerDay.other)
    const client = await enterRoom(mira, await addChannel())
    expect(await refusal(client)).toMatchObject({ type: 'refused', code: 'day_limit' })
  })

  it('lines of the day before do not count', async () => {
    const mira = await addRegular()
    await addCounted(mira, chatLinesPerDay.other)
    await env.DB.prepare('UPDATE member_counts SET starts_at = starts_at - ? WHERE user_id = ?')
      .bind(24 * HOUR_MS, mira.id)
      .run()
    const client = await enterRoom(mira, await addChannel())
    expect(await client.say('good morning')).toMatchObject({ message: 'good morning' })
  })

  it('the site counts a block of lines for each room, and another one once it is written', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.say('hello')
    await expect.poll(() => countedLines(mira)).toBe(block.min)
    await sayLines(client, block.min - 2)
    expect(await countedLines(mira)).toBe(block.min)
    await sayLines(client, 1)
    await expect.poll(() => countedLines(mira)).toBe(2 * block.min)
    await (await enterRoom(mira, await addChannel())).say('hello')
    await expect.poll(() => countedLines(mira)).toBe(3 * block.min)
  })

  it('a block has as many lines as the earlier ones of the socket together, up to a largest block', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    const client = await enterRoom(mira, channel)
    const counts = new Set<unknown>()
    for (let line = 1; line <= 80; line++) {
      await sayLines(client, 1)
      await expect.poll(() => linesLeft(channel)).toBeGreaterThan(0)
      counts.add(await countedLines(mira))
    }
    expect([...counts]).toEqual([5, 10, 20, 40, 80, 120])
  })

  it('the blocks of members who write at the same time are each counted', async () => {
    const channel = await addChannel()
    const members = await Promise.all(Array.from({ length: 30 }, addRegular))
    const clients = await Promise.all(members.map((member) => enterRoom(member, channel)))
    await Promise.all(clients.map((client) => client.say('hello')))
    for (const member of members) await expect.poll(() => countedLines(member)).toBe(block.min)
  })

  it('the lines of a member on two sockets of a room stay within those of a day', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    await addCounted(mira, chatLinesPerDay.other - 1)
    const [first, second] = [await enterRoom(mira, channel), await enterRoom(mira, channel)]
    await first.say('hello')
    await second.next('chat')
    await expect.poll(async () => (await socketState(channel))?.member.writesAgainAt).toBeGreaterThan(Date.now())
    expect(await refusal(second)).toMatchObject({ type: 'refused', code: 'day_limit' })
    expect(await countedLines(mira)).toBe(chatLinesPerDay.other)
  })

  it('lines above those of a day count towards the next hours, however many rooms they are in', async () => {
    const mira = await addRegular()
    const channels = [await addChannel(), await addChannel(), await addChannel()]
    const clients = await Promise.all(channels.map((channel) => enterRoom(mira, channel)))
    await addCounted(mira, chatLinesPerDay.other)
    await Promise.all(clients.map((client) => client.say('hello')))
    await expect.poll(() => countedLines(mira)).toBe(chatLinesPerDay.other + 3)
  })

  it('a socket that closes while its lines are counted counts no more lines than its block', async () => {
    const [mira, tomo, channel] = [await addRegular(), await addRegular(), await addChannel()]
    const [closing, other] = [await enterRoom(mira, channel), await enterRoom(tomo, channel)]
    for (let line = 1; line <= 3; line++) closing.send({ type: 'chat', key: newKey(), message: `line ${line}` })
    closing.close()
    // Blocks are counted one after the other.
    await other.say('hello')
    await expect.poll(() => countedLines(tomo)).toBe(block.min)
    expect(await countedLines(mira)).toBe(block.min)
  })

  it('lines above those of a day count when their socket closes at once', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await addCounted(mira, chatLinesPerDay.other)
    for (let line = 1; line <= 4; line++) client.send({ type: 'chat', key: newKey(), message: `line ${line}` })
    client.close()
    const written = async () => (await env.CHAT.getByName(channel).linesBetween(0, Date.now() + HOUR_MS)).length
    await expect.poll(written).toBeGreaterThan(0)
    await expect.poll(() => countedLines(mira)).toBe(chatLinesPerDay.other + (await written()))
  })

  it('a member who has written too many lines may write again when enough of them are a day ago', async () => {
    const mira = await addRegular()
    await addCounted(mira, 10, 20)
    await addCounted(mira, chatLinesPerDay.other, 3)
    const refused = await refusal(await enterRoom(mira, await addChannel()))
    expect(refused.type === 'refused' && refused.seconds).toBeGreaterThan(20 * 3600)
  })

  it('a member who has written the lines of a day may write the rests of blocks, and nothing more', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    const clients = [await enterRoom(mira, channel), await enterRoom(mira, channel), await enterRoom(mira, channel)]
    await Promise.all(clients.map((client) => client.say('hello')))
    await expect.poll(() => countedLines(mira)).toBe(3 * block.min)
    await addCounted(mira, chatLinesPerDay.other)
    for (const client of clients) {
      // The member may write eight lines at once again.
      vi.setSystemTime(Date.now() + 60_000)
      await sayLines(client, block.min - 1)
      await expect.poll(async () => (await socketState(channel))?.member.writesAgainAt).toBeGreaterThan(Date.now())
      expect(await refusal(client)).toMatchObject({ type: 'refused', code: 'day_limit' })
    }
    expect(await countedLines(mira)).toBe(chatLinesPerDay.other + 3 * block.min)
  })

  it('a burst that uses up the rest of a block is refused after it, if the lines of the day are written', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    const [first, second] = [await enterRoom(mira, channel), await enterRoom(mira, channel)]
    for (const client of [first, second]) await client.say('hello')
    await expect.poll(() => countedLines(mira)).toBe(2 * block.min)
    await addCounted(mira, chatLinesPerDay.other)
    await sayLines(first, block.min - 1)
    await expect.poll(async () => (await socketState(channel))?.member.writesAgainAt).toBeGreaterThan(Date.now())
    vi.setSystemTime(Date.now() + 60_000)
    for (let line = 1; line <= 8; line++) second.send({ type: 'chat', key: newKey(), message: `line ${line}` })
    await second.next('refused')
    const room = env.CHAT.getByName(channel)
    expect(await room.linesBetween(0, Date.now() + HOUR_MS)).toHaveLength(2 * block.min)
  })

  it('the rest of a block is lost when its hour ends, so that lines of several days are not written on one', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.say('hello')
    await expect.poll(() => linesLeft(channel)).toBe(block.min - 1)
    vi.setSystemTime(nextHour())
    client.send({ type: 'auth', chatId: await ticketOf(mira, channel), channel })
    await client.say('good evening')
    await expect.poll(() => countedLines(mira)).toBe(2 * block.min)
    expect(await linesLeft(channel)).toBe(block.min - 1)
  })

  it('the last block of a day has the lines that are left', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    await addCounted(mira, chatLinesPerDay.other - 2 * block.min - 3)
    const client = await enterRoom(mira, channel)
    await sayLines(client, 2 * block.min)
    await expect.poll(() => linesLeft(channel)).toBe(3)
    await sayLines(client, 3)
    await expect.poll(async () => (await socketState(channel))?.member.writesAgainAt).toBeGreaterThan(Date.now())
    expect(await countedLines(mira)).toBe(chatLinesPerDay.other)
  })

  it('lines that are written while their block is counted are followed by the next block', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    const client = await enterRoom(mira, channel)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { countLines } = SiteForChat.prototype
    vi.spyOn(SiteForChat.prototype, 'countLines').mockImplementationOnce(async function (this: SiteForChat, blocks) {
      await released
      return countLines.call(this, blocks)
    })
    await sayLines(client, 2 * block.min)
    await runInDurableObject(env.CHAT.getByName(channel), () => release())
    await expect.poll(() => linesLeft(channel)).toBe(2 * block.min)
    expect(await countedLines(mira)).toBe(4 * block.min)
  })

  it('edits count as lines, and deletions do not', async () => {
    const channel = await addChannel()
    const client = await enterRoom(await addPerson(), channel)
    const { id } = await client.say('helo')
    await expect.poll(() => linesLeft(channel)).toBe(block.min - 1)
    client.send({ type: 'edit', id, message: 'hello' })
    await client.next('edit')
    expect(await linesLeft(channel)).toBe(block.min - 2)
    client.send({ type: 'delete', id })
    await client.next('delete')
    expect(await linesLeft(channel)).toBe(block.min - 2)
  })

  it('a room that hibernates keeps the rest of a block', async () => {
    const [mira, channel] = [await addPerson(), await addChannel()]
    const client = await enterRoom(mira, channel)
    await client.say('hello')
    await expect.poll(() => linesLeft(channel)).toBe(block.min - 1)
    await evictDurableObject(env.CHAT.getByName(channel), { webSockets: 'hibernate' })
    await client.say('still here')
    expect(await linesLeft(channel)).toBe(block.min - 2)
    expect(await countedLines(mira)).toBe(block.min)
  })

  it('a room that hibernates keeps refusing a member who has written the lines of a day', async () => {
    const [mira, channel] = [await addRegular(), await addChannel()]
    await addCounted(mira, chatLinesPerDay.other)
    const client = await enterRoom(mira, channel)
    await client.next('chats')
    await evictDurableObject(env.CHAT.getByName(channel), { webSockets: 'hibernate' })
    expect(await refusal(client)).toMatchObject({ type: 'refused', code: 'day_limit' })
  })
})
