import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModerateBody, RoomSettingsReply } from '../../../contract/http/chat.ts'
import type { NotificationList } from '../../../contract/http/notifications.ts'
import { MEMBER_LIMITS, MENTIONS_PER_DAY, STAFF_LIMITS } from '../../../contract/limits.ts'
import { NAMED_LINES_MAX } from '../../../durable-objects/chat/ChatLog.ts'
import type { OutboxEvent } from '../../../durable-objects/chat/ChatReports.ts'
import { ChatStore } from '../../../durable-objects/chat/ChatStore.ts'
import { roomMemberOf } from '../../../worker/domain/chat/room-member.ts'
import { storeOutboxEvents } from '../../../worker/features/chat/outbox-events.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addChannel, enterRoom } from '../../support/worker/chat.ts'
import { countRoomActs, fillOwnerActs } from '../../support/worker/owner-acts.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'

const moderate = (as: Person, body: ModerateBody) => sendRequest('/api/v2/chat/moderate', { as, body })

/** Reads the audit log of a room, latest last. */
async function auditLogOf(channel: string) {
  const { results } = await env.DB.prepare(
    `SELECT staff_id AS staffId, action, user_id AS userId, reason FROM audit_log
     WHERE target_type = 'chat_room' AND target_id = (SELECT id FROM chat_rooms WHERE channel = ?) ORDER BY id`,
  )
    .bind(channel)
    .all()
  return results
}

/** Reads the changes in the audit log of a room, latest last. */
async function changesOf(channel: string) {
  const { results } = await env.DB.prepare(
    `SELECT changes FROM audit_log WHERE target_type = 'chat_room'
      AND target_id = (SELECT id FROM chat_rooms WHERE channel = ?) ORDER BY id`,
  )
    .bind(channel)
    .all<{ changes: string }>()
  return results.map(({ changes }) => JSON.parse(changes))
}

/** Makes a room with a member in it, and a gloperator. */
async function makeRoom() {
  const [mira, ines, channel] = [await addPerson(), await addPerson({ flags: 'm' }), await addChannel()]
  return { mira, ines, channel, client: await enterRoom(mira, channel) }
}

describe('moderation of a room', () => {
  it('a deleted line disappears for everyone', async () => {
    const { ines, channel, client } = await makeRoom()
    const { id } = await client.say('rude')
    expect((await moderate(ines, { action: 'delete', channel, id, reason: 'be kind' })).status).toBe(200)
    expect((await client.next('delete')).ids).toEqual([id])
    expect((await (await enterRoom(ines, channel)).next('chats')).lines).toEqual([])
  })

  it('the deletion of a line is written to the audit log', async () => {
    const { mira, ines, channel, client } = await makeRoom()
    const { id } = await client.say('rude')
    await moderate(ines, { action: 'delete', channel, id, reason: 'be kind' })
    await expect
      .poll(() => auditLogOf(channel))
      .toEqual([{ staffId: ines.id, action: 'chat_delete', userId: mira.id, reason: 'be kind' }])
  })

  it('staff give a reason for what they do to a member and their lines [1 §7]', async () => {
    const { mira, ines, channel, client } = await makeRoom()
    const { id } = await client.say('rude')
    const acts = [
      { action: 'delete', id },
      { action: 'clear', userId: mira.id },
      { action: 'mute', userId: mira.id, minutes: 10 },
      { action: 'exclude', userId: mira.id },
    ]
    for (const act of acts) {
      for (const reason of ['', '  ', undefined]) {
        const body = { ...act, channel, reason }
        const refused = await sendRequest('/api/v2/chat/moderate', { as: ines, body })
        expect([act.action, refused.status, await refused.json()]).toMatchObject([
          act.action,
          400,
          { error: { code: 'bad_request', field: 'reason' } },
        ])
      }
    }
    expect((await (await enterRoom(ines, channel)).next('chats')).lines).toMatchObject([{ id }])
    for (const act of acts) {
      const body = { ...act, channel, reason: 'be kind' }
      expect((await sendRequest('/api/v2/chat/moderate', { as: ines, body })).status).toBe(200)
    }
  })

  it('the owner of a room and their helpers need no reason', async () => {
    const [owner, helper, mira] = [await addPerson({ flags: 'm' }), await addPerson(), await addPerson()]
    const channel = await addChannel({ ownerId: owner.id })
    expect((await moderate(owner, { action: 'appoint', channel, userId: helper.id })).status).toBe(200)
    const client = await enterRoom(mira, channel)
    for (const by of [owner, helper]) {
      const { id } = await client.say('rude')
      expect((await moderate(by, { action: 'delete', channel, id, reason: '' })).status).toBe(200)
      expect((await moderate(by, { action: 'clear', channel, userId: mira.id, reason: '' })).status).toBe(200)
    }
  })

  it('a request that changes nothing is not in the audit log', async () => {
    const owner = await addPerson()
    const channel = await addChannel({ ownerId: owner.id })
    const rules = { slowSeconds: 5, speakers: 'everyone', hold: false } as const
    const { id: userId } = await addPerson()
    for (let time = 0; time < 2; time++) {
      await moderate(owner, { action: 'topic', channel, message: 'Ink' })
      await moderate(owner, { action: 'settings', channel, rules, words: ['rude'] })
      await moderate(owner, { action: 'clear', channel, userId, reason: '' })
      await moderate(owner, { action: 'appoint', channel, userId })
    }
    await moderate(owner, { action: 'topic', channel, message: '' })
    await expect
      .poll(() => changesOf(channel))
      .toEqual([
        { topic: [null, 'Ink'] },
        { rules: [{ ...rules, slowSeconds: 0 }, rules], 'words added': [null, 1] },
        { helper: [false, true] },
        { topic: ['Ink', null] },
      ])
  })

  it('the audit log has the numbers of changed words, not their lists', async () => {
    const owner = await addPerson()
    const channel = await addChannel({ ownerId: owner.id })
    const settings = {
      action: 'settings',
      channel,
      rules: { slowSeconds: 0, speakers: 'everyone', hold: false },
    } as const
    await moderate(owner, { ...settings, words: ['one', 'two', 'three'] })
    await moderate(owner, { ...settings, words: ['three', 'four'] })
    await expect
      .poll(() => changesOf(channel))
      .toEqual([{ 'words added': [null, 3] }, { 'words added': [null, 1], 'words removed': [null, 2] }])
  })

  it('owners and helpers of rooms act a limited number of times a day', async () => {
    const [owner, helper] = [await addPerson(), await addPerson()]
    const channel = await addChannel({ ownerId: owner.id })
    await moderate(owner, { action: 'appoint', channel, userId: helper.id })
    for (const person of [owner, helper]) await fillOwnerActs(person)
    for (const by of [owner, helper])
      expect(await errorOf(moderate(by, { action: 'topic', channel, message: 'Ink' }))).toEqual([
        409,
        'owner_act_limit',
      ])
  })

  it('an owner who has one act left today acts once of several times at the same moment', async () => {
    const owner = await addPerson()
    const channel = await addChannel({ ownerId: owner.id })
    await countRoomActs(owner, { acts: MEMBER_LIMITS.ownerActsPerDay.new - 1 })
    const topics = ['Ink', 'Wash', 'Chalk'].map((message) => moderate(owner, { action: 'topic', channel, message }))
    const replies = await Promise.all(topics)
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('a helper who has one act left today acts once of several times at the same moment', async () => {
    const [owner, helper] = [await addPerson(), await addPerson()]
    const channel = await addChannel({ ownerId: owner.id })
    await moderate(owner, { action: 'appoint', channel, userId: helper.id })
    await expect.poll(() => auditLogOf(channel)).toHaveLength(1)
    await countRoomActs(helper, { acts: MEMBER_LIMITS.ownerActsPerDay.new - 1 })
    const topics = ['Ink', 'Wash', 'Chalk'].map((message) => moderate(helper, { action: 'topic', channel, message }))
    const replies = await Promise.all(topics)
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('staff act in rooms a limited number of times a day, an admin more often', async () => {
    const [staff, boss, channel] = [
      await addPerson({ flags: 'm' }),
      await addPerson({ flags: 'a' }),
      await addChannel(),
    ]
    for (const as of [staff, boss]) {
      await fillOwnerActs(as)
      await countRoomActs(as, { acts: STAFF_LIMITS.roomActsPerDay.gloperator - 1 })
      expect((await moderate(as, { action: 'topic', channel, message: `Ink of ${as.id}` })).status).toBe(200)
    }
    const again = (as: Person) => moderate(as, { action: 'topic', channel, message: 'Wash' })
    expect(await errorOf(again(staff))).toEqual([409, 'room_act_limit'])
    expect((await again(boss)).status).toBe(200)
  })

  it('staff clear the lines of a member as often in a day as they delete, other acts stay possible', async () => {
    const { mira, ines, channel } = await makeRoom()
    await countRoomActs(ines, { clears: STAFF_LIMITS.deletionsPerDay.gloperator - 1 })
    const clear = () => moderate(ines, { action: 'clear', channel, userId: mira.id, reason: 'caps' })
    const replies = await Promise.all([clear(), clear(), clear()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await errorOf(clear())).toEqual([409, 'deletion_limit'])
    expect((await moderate(ines, { action: 'topic', channel, message: 'Be kind' })).status).toBe(200)
  })

  it('staff moderate their own rooms within their limit in rooms, also without a reason', async () => {
    const { roomActsPerDay, deletionsPerDay } = STAFF_LIMITS
    const staff = await addPerson({ flags: 'm' })
    const channel = await addChannel({ ownerId: staff.id })
    await countRoomActs(staff, { acts: roomActsPerDay.gloperator - 2, clears: deletionsPerDay.gloperator })
    const topic = { action: 'topic', channel, message: 'Ink' } as const
    expect((await moderate(staff, topic)).status).toBe(200)
    const clear = { action: 'clear', channel, userId: (await addPerson()).id, reason: '' } as const
    expect((await moderate(staff, clear)).status).toBe(200)
    for (const act of [topic, clear]) expect(await errorOf(moderate(staff, act))).toEqual([409, 'room_act_limit'])
  })

  it('an act that lacks its reason does not count against the limit of staff', async () => {
    const { mira, ines, channel } = await makeRoom()
    await countRoomActs(ines, { acts: STAFF_LIMITS.roomActsPerDay.gloperator - 1 })
    const mute = { action: 'mute', channel, userId: mira.id, minutes: 10 } as const
    expect(await errorOf(moderate(ines, { ...mute, reason: '' }))).toEqual([400, 'bad_request'])
    expect((await moderate(ines, { ...mute, reason: 'caps' })).status).toBe(200)
    expect(await errorOf(moderate(ines, { ...mute, reason: 'caps' }))).toEqual([409, 'room_act_limit'])
  })

  it('a muted member cannot write until the mute is lifted', async () => {
    const { mira, ines, channel, client } = await makeRoom()
    await client.say('one')
    await moderate(ines, { action: 'mute', channel, userId: mira.id, minutes: 10, reason: 'caps' })
    expect((await client.next('muted')).until).toMatch(/^\d{14}$/)
    client.send({ type: 'chat', key: 'while-muted', message: 'two' })
    expect(await client.next('refused')).toMatchObject({
      key: 'while-muted',
      code: 'muted',
      seconds: expect.any(Number),
    })
    await moderate(ines, { action: 'unmute', channel, userId: mira.id })
    expect((await client.next('muted')).until).toBeNull()
    expect(await client.say('three')).toMatchObject({ message: 'three' })
  })

  it('only moderators see the settings of a room', async () => {
    const { mira, ines, channel } = await makeRoom()
    const rules = { slowSeconds: 30, speakers: 'day', hold: true } as const
    await moderate(ines, { action: 'settings', channel, rules, words: ['rude'] })
    await moderate(ines, { action: 'mute', channel, userId: mira.id, minutes: 60, reason: 'caps' })
    expect(await requestJson<RoomSettingsReply>(`/api/v2/chat/settings?channel=${channel}`, { as: ines })).toEqual({
      rules,
      words: ['rude'],
      muted: [{ userId: mira.id, nickname: mira.nickname, until: expect.stringMatching(/^\d{14}$/) }],
      held: [],
      helpers: [],
      excluded: [],
    })
    expect(await errorOf(sendRequest(`/api/v2/chat/settings?channel=${channel}`, { as: mira }))).toEqual([
      403,
      'forbidden',
    ])
  })

  describe('muting in a room with an owner', () => {
    let owner: Person
    let channel: string
    const mute = (as: Person, userId: number) =>
      moderate(as, { action: 'mute', channel, userId, minutes: 10, reason: '' })
    beforeEach(async () => {
      owner = await addPerson()
      channel = await addChannel({ ownerId: owner.id })
    })

    it('the owner of a room mutes its members', async () => {
      expect((await mute(owner, (await addPerson()).id)).status).toBe(200)
    })

    it('the owner of a room cannot mute staff', async () => {
      const staff = await addPerson({ flags: 'm' })
      expect(await errorOf(mute(owner, staff.id))).toEqual([403, 'forbidden'])
    })

    it('a member cannot mute the owner', async () => {
      expect(await errorOf(mute(await addPerson(), owner.id))).toEqual([403, 'forbidden'])
    })

    it('an unknown member cannot be muted', async () => {
      expect(await errorOf(mute(owner, 999_999))).toEqual([404, 'not_found'])
    })
  })

  it('a suspended moderator does not see the settings', async () => {
    const [owner, ines] = [await addPerson(), await addPerson({ flags: 'm' })]
    const channel = await addChannel({ ownerId: owner.id })
    for (const as of [await addBan(owner, 24), await addBan(ines, 24)])
      expect(await errorOf(sendRequest(`/api/v2/chat/settings?channel=${channel}`, { as }))).toEqual([403, 'suspended'])
  })

  it('a room that does not exist cannot be moderated', async () => {
    const ines = await addPerson({ flags: 'm' })
    expect(await errorOf(moderate(ines, { action: 'topic', channel: 'nowhere', message: 'hello' }))).toEqual([
      404,
      'not_found',
    ])
  })

  /** Sends a line to a room where lines are held for review. */
  async function holdLine() {
    const { ines, channel, client } = await makeRoom()
    await moderate(ines, {
      action: 'settings',
      channel,
      rules: { slowSeconds: 0, speakers: 'everyone', hold: true },
      words: [],
    })
    const staff = await enterRoom(ines, channel)
    await staff.next('chats')
    client.send({ type: 'chat', key: 'waits-for-review', message: 'hello' })
    const [waiting] = (await staff.next('held')).lines
    return { ines, channel, client, waiting }
  }

  it('a held line is shown to its author and its reviewers', async () => {
    const { client, waiting } = await holdLine()
    expect(waiting).toMatchObject({ message: 'hello' })
    expect(await client.next('held')).toMatchObject({ lines: [{ key: 'waits-for-review' }] })
  })

  it('a held line is published when it is approved', async () => {
    const { ines, channel, client, waiting } = await holdLine()
    await moderate(ines, { action: 'review', channel, id: waiting?.id ?? 0, approve: true })
    expect((await client.next('chat')).line).toMatchObject({ message: 'hello', key: 'waits-for-review' })
    expect(await client.next('released')).toMatchObject({ approved: true, key: 'waits-for-review' })
  })

  it('the audit log has the text of a rejected line, and not that of a published one', async () => {
    const reviewed = async (approve: boolean) => {
      const { ines, channel, waiting } = await holdLine()
      await moderate(ines, { action: 'review', channel, id: waiting?.id ?? 0, approve })
      await expect.poll(() => changesOf(channel)).toHaveLength(2)
      return (await changesOf(channel)).at(-1)
    }
    expect(await reviewed(false)).toEqual({ approved: [null, false], message: ['hello', null] })
    expect(await reviewed(true)).toEqual({ approved: [null, true] })
  })

  it('a moderator of a new room under the name of a closed one gets nothing of the closed one', async () => {
    const { ines, channel, client } = await makeRoom()
    const { id } = await client.say('hello')
    const room = env.CHAT.getByName(channel)
    const member = {
      ...roomMemberOf({ ...ines, avatarKey: null, flags: 'm', createdAt: 0 }),
      fan: false,
      inGroup: false,
    }
    const opened = (roomId: number) => ({ roomId, channel, title: null, ownerId: null, offeredTo: null, member })
    expect(await room.moderate(opened(1_000_000), { action: 'delete', channel, id, reason: '' })).toBe('not_found')
    const rules = { slowSeconds: 0, speakers: 'everyone', hold: false } as const
    await room.moderate(opened(1_000_000), { action: 'settings', channel, rules, words: ['rude'] })
    expect(await room.settings(opened(1_000_000))).toMatchObject({ words: ['rude'] })
    expect(await room.settings(opened(2_000_000))).toMatchObject({ words: [] })
  })

  /** Replaces a room with another owner's. Returns calls of the earlier owner that carry the facts of the closed room. */
  async function replaceRoom() {
    const channel = await addChannel()
    const room = env.CHAT.getByName(channel)
    const handshake = (roomId: number, ownerId: number) => {
      const person = { id: ownerId, nickname: 'Owner', avatarKey: null, flags: '', createdAt: 0 }
      const member = { ...roomMemberOf(person), fan: false, inGroup: false }
      return { roomId, channel, title: null, ownerId, offeredTo: null, member }
    }
    const [before, after] = [handshake(1_000_000, 1), handshake(2_000_000, 2)]
    await room.settings(before)
    await room.settings(after)
    const stored = (name: 'ownerId' | 'roomId') =>
      runInDurableObject(room, (_object, { storage }) => new ChatStore(storage).values.get(name))
    return {
      readSettings: () => room.settings(before),
      announce: () => room.moderate(before, { action: 'announce', channel, message: 'Mine' }),
      handOver: () => room.changeOwnership({ ...before, offeredTo: 3 }),
      close: (which: 'before' | 'after') => room.closeRoom({ before, after }[which].roomId),
      owner: () => stored('ownerId'),
      roomId: () => stored('roomId'),
    }
  }

  it('the owner of a closed room gets nothing of a new room under its name', async () => {
    const { readSettings, announce, handOver, owner } = await replaceRoom()
    expect(await readSettings()).toBe('forbidden')
    expect(await announce()).toBe('not_found')
    await handOver()
    expect(await owner()).toBe(2)
  })

  it.each([0, 60_000])('the end of a closed room that arrives %i ms late keeps the new room', async (late) => {
    const { close, owner } = await replaceRoom()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + late)
    await close('before')
    vi.useRealTimers()
    expect(await owner()).toBe(2)
    await close('after')
    expect(await owner()).toBeNull()
  })

  it('a room with a lower id is accepted after a minute, as after a restore of the database', async () => {
    const { readSettings, owner, roomId } = await replaceRoom()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 60_000)
    const settings = await readSettings()
    vi.useRealTimers()
    expect(settings).toMatchObject({ words: [] })
    expect(await owner()).toBe(1)
    // Acts are logged under it.
    expect(await roomId()).toBe(1_000_000)
  })

  it('staff search all lines, also lines that pages no longer show', async () => {
    const { mira, ines, channel } = await makeRoom()
    for (let n = 0; n < 10; n++) {
      const someone = await enterRoom(await addPerson(), channel)
      for (let line = 0; line < 6; line++) await someone.say(`tern-${n * 6 + line} in flight`)
    }
    const find = (query: string, cursor = '') =>
      requestJson<{ items: { message: string }[]; cursor: string; done: boolean }>(
        `/api/v2/chat/search?channel=${channel}&query=${encodeURIComponent(query)}&cursor=${cursor}`,
        { as: ines },
      )
    expect(await find('FLIGHT tern-3')).toMatchObject({ done: true, cursor: '' })
    expect((await find('FLIGHT tern-3')).items.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `tern-${39 - i} in flight`),
      'tern-3 in flight',
    ])
    const first = await find('tern')
    const second = await find('tern', first.cursor)
    expect([first.items.length, first.done, second.items.length]).toEqual([25, false, 25])
    expect(await errorOf(sendRequest(`/api/v2/chat/search?channel=${channel}&query=line`, { as: mira }))).toEqual([
      403,
      'forbidden',
    ])
  })
})

describe('mentions in a room', () => {
  const mentionsOf = (as: Person) => requestJson<NotificationList>('/api/v2/notices?category=mentions', { as })

  it('a mention notifies its member until the line is deleted', async () => {
    const { mira, ines, channel, client } = await makeRoom()
    const tomo = await addPerson({ nickname: 'tomo_w' })
    const { id } = await client.say('look, @tomo_w')
    await expect
      .poll(async () => (await mentionsOf(tomo)).items)
      .toMatchObject([
        { category: 'mentions', actor: { id: mira.id }, chat: { channel, line: id, excerpt: 'look, @tomo_w' } },
      ])
    await moderate(ines, { action: 'delete', channel, id, reason: 'be kind' })
    await expect.poll(async () => (await mentionsOf(tomo)).items).toEqual([])
  })

  it('a member notifies another of a limited number of mentions a day', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const [at, db] = [Date.now(), openDb(env.DB)]
    const events = Array.from({ length: MENTIONS_PER_DAY + 1 }, (_, index) => ({
      id: index + 1,
      event: { kind: 'named', at, number: index + 1, userId: mira.id, message: `@${tomo.nickname} look` } as const,
    }))
    await storeOutboxEvents(db, channel, events)
    const count = () =>
      env.DB.prepare('SELECT count(*) AS n FROM notifications WHERE user_id = ?').bind(tomo.id).first('n')
    expect(await count()).toBe(MENTIONS_PER_DAY)
    const id = MENTIONS_PER_DAY + 2
    const tomorrow = {
      kind: 'named',
      at: at + 86_400_000,
      number: id,
      userId: mira.id,
      message: `@${tomo.nickname}`,
    } as const
    await storeOutboxEvents(db, channel, [{ id, event: tomorrow }])
    expect(await count()).toBe(MENTIONS_PER_DAY + 1)
  })

  it('a member who deletes each line with a mention notifies no more often', async () => {
    const [mira, tomo, channel] = [await addPerson(), await addPerson(), await addChannel()]
    const [at, db] = [Date.now(), openDb(env.DB)]
    let notified = 0
    for (let number = 1; number <= MENTIONS_PER_DAY + 5; number++) {
      const line = { kind: 'named', at, number, userId: mira.id, message: `@${tomo.nickname} look` } as const
      await storeOutboxEvents(db, channel, [{ id: 2 * number, event: line }])
      notified += (await mentionsOf(tomo)).items.length
      await storeOutboxEvents(db, channel, [{ id: 2 * number + 1, event: { kind: 'gone', at, numbers: [number] } }])
    }
    expect(notified).toBe(MENTIONS_PER_DAY)
  })

  it('a mention across a block does not notify', async () => {
    const { mira, client } = await makeRoom()
    const [yuki, pia] = [await addPerson({ nickname: 'yuki' }), await addPerson({ nickname: 'pia' })]
    await sendRequest('/api/v2/user/block', { as: yuki, body: { user: mira.id } })
    await client.say('hello @yuki and @pia')
    await expect.poll(async () => (await mentionsOf(pia)).items).toHaveLength(1)
    expect((await mentionsOf(yuki)).items).toEqual([])
  })
})

describe('mentions kept with lines', () => {
  const stored = (channel: string, id: number) =>
    runInDurableObject(env.CHAT.getByName(channel), (_, { storage }) => new ChatStore(storage).log.lineOf(id))
  const mentionOf = ({ id, nickname }: Person, start: number) => ({ userId: id, start, length: nickname.length + 1 })

  it('a line keeps the ids of members that it mentions, so that pages show their later names', async () => {
    const { ines, channel, client } = await makeRoom()
    const tomo = await addPerson({ nickname: 'tomo_kept' })
    const { id } = await client.say('look, @tomo_kept')
    const mentions = [mentionOf(tomo, 6)]
    await expect.poll(() => stored(channel, id)).toMatchObject({ message: 'look, @tomo_kept', mentions })
    expect((await (await enterRoom(ines, channel)).next('chats')).lines).toMatchObject([{ id, mentions }])
  })

  it('an edited line mentions the members whom its new text names', async () => {
    const { channel, client } = await makeRoom()
    const [tomo, pia] = [await addPerson({ nickname: 'tomo_old' }), await addPerson({ nickname: 'pia_new' })]
    const { id } = await client.say('@tomo_old, look')
    await expect.poll(() => stored(channel, id)).toMatchObject({ mentions: [mentionOf(tomo, 0)] })
    client.send({ type: 'edit', id, message: 'look, @pia_new' })
    await expect.poll(() => stored(channel, id)).toMatchObject({ mentions: [mentionOf(pia, 6)] })
  })

  it('mentions in a text that was edited meanwhile are not kept', async () => {
    const { channel, client } = await makeRoom()
    const { id } = await client.say('an empty line')
    await runInDurableObject(env.CHAT.getByName(channel), (_, { storage }) => {
      const mentions = [{ userId: 1, start: 0, length: 5 }]
      new ChatStore(storage).storeMentions([{ number: id, message: '@mira was here', mentions }])
    })
    expect(await stored(channel, id)).not.toHaveProperty('mentions')
  })

  it('a deleted member disappears from the lines that mention them', async () => {
    const { channel, client } = await makeRoom()
    const [tomo, pia] = [await addPerson({ nickname: 'tomo_gone' }), await addPerson({ nickname: 'pia_stays' })]
    const { id } = await client.say('@tomo_gone and @pia_stays')
    await expect.poll(() => stored(channel, id)).toHaveProperty('mentions')
    await env.CHAT.getByName(channel).forgetMembers([tomo.id])
    const message = '@deleted member and @pia_stays'
    expect(await stored(channel, id)).toMatchObject({ message, mentions: [mentionOf(pia, 20)] })
  })

  it('a room lists the lines that name deleted members some hundred at a time, because anybody can write that name', async () => {
    const { channel, client } = await makeRoom()
    await client.say('@deleted member')
    await runInDurableObject(env.CHAT.getByName(channel), (_, { storage }) => {
      const { log } = new ChatStore(storage)
      const [line] = log.linesBetween(0, Date.now() + 60_000)
      if (!line) throw new Error('the line is missing')
      const copies = Array.from({ length: NAMED_LINES_MAX }, (_, n) => ({
        ...line,
        id: line.id + n + 1,
        key: `copy-${n}`,
      }))
      log.append(copies.map((copy) => ({ type: 'chat', number: copy.id, line: copy })))
      const first = log.linesNamingDeleted(0)
      const rest = log.linesNamingDeleted(first.at(-1)?.number ?? 0)
      expect([first.length, rest.map(({ number }) => number)]).toEqual([NAMED_LINES_MAX, [line.id + NAMED_LINES_MAX]])
    })
  })
})

/** Waits until a room could not deliver its events. An event that comes earlier waits for the next try. */
function failedDelivery(channel: string): Promise<void> {
  const failedEvent = () =>
    runInDurableObject(env.CHAT.getByName(channel), (_, { storage }) =>
      new ChatStore(storage).values.get('failedEvent'),
    )
  return expect.poll(failedEvent).not.toBeNull()
}

describe('events from a room to the site', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())

  it('an event is processed once, however often it is delivered', async () => {
    const [ines, channel] = [await addPerson({ flags: 'm' }), await addChannel()]
    const outboxEvent = (id: number, act: 'chat_topic' | 'chat_announce'): { id: number; event: OutboxEvent } => ({
      id,
      event: { kind: 'act', at: 0, staffId: ines.id, act, userId: null, reason: '', changes: {} },
    })
    const db = openDb(env.DB)
    await storeOutboxEvents(db, channel, [outboxEvent(5, 'chat_topic')])
    await storeOutboxEvents(db, channel, [outboxEvent(5, 'chat_topic'), outboxEvent(6, 'chat_announce')])
    await storeOutboxEvents(db, channel, [outboxEvent(6, 'chat_announce')])
    expect((await auditLogOf(channel)).map(({ action }) => action)).toEqual(['chat_topic', 'chat_announce'])
  })

  it('an act in a room that was closed before its delivery is logged once', async () => {
    const [ines, channel] = [await addPerson({ flags: 'm' }), await addChannel()]
    const roomId = Number(
      await env.DB.prepare('DELETE FROM chat_rooms WHERE channel = ? RETURNING id').bind(channel).first('id'),
    )
    const act = { kind: 'act', act: 'chat_topic', roomId, at: 0, staffId: ines.id } as const
    const events = [{ id: 5, event: { ...act, userId: null, reason: '', changes: {} } }]
    for (let delivery = 0; delivery < 2; delivery++) await storeOutboxEvents(openDb(env.DB), channel, events)
    const { results } = await env.DB.prepare('SELECT target_id AS id FROM audit_log WHERE staff_id = ?')
      .bind(ines.id)
      .all()
    expect(results).toEqual([{ id: roomId }])
  })

  it('equal acts on two members at once are both logged, also in a room that was closed before', async () => {
    const [ines, channel] = [await addPerson({ flags: 'm' }), await addChannel()]
    const room = env.DB.prepare('DELETE FROM chat_rooms WHERE channel = ? RETURNING id').bind(channel)
    const roomId = Number(await room.first('id'))
    const members = [(await addPerson()).id, (await addPerson()).id]
    const act = { kind: 'act', act: 'chat_unmute', roomId, at: 0, staffId: ines.id, reason: '', changes: {} } as const
    const events = members.map((userId, index) => ({ id: 5 + index, event: { ...act, userId } }))
    for (let delivery = 0; delivery < 2; delivery++) await storeOutboxEvents(openDb(env.DB), channel, events)
    const rows = env.DB.prepare('SELECT user_id AS id FROM audit_log WHERE staff_id = ? ORDER BY id').bind(ines.id)
    expect((await rows.all()).results.map(({ id }) => id)).toEqual(members)
  })

  it('an act is logged under its room, even if a new room has the name at the delivery', async () => {
    const [ines, channel] = [await addPerson({ flags: 'm' }), await addChannel()]
    const roomIdOf = async () =>
      Number(await env.DB.prepare('SELECT id FROM chat_rooms WHERE channel = ?').bind(channel).first('id'))
    const former = await roomIdOf()
    await env.DB.exec('ALTER TABLE audit_log RENAME TO audit_log_away')
    await moderate(ines, { action: 'topic', channel, message: 'Be kind' })
    await failedDelivery(channel)
    await env.DB.prepare('UPDATE chat_rooms SET id = id + 1000000, last_event = 0 WHERE channel = ?')
      .bind(channel)
      .run()
    await env.DB.exec('ALTER TABLE audit_log_away RENAME TO audit_log')
    await moderate(ines, { action: 'topic', channel, message: 'Be brave' })
    const targets = async () => {
      const rows = env.DB.prepare('SELECT target_id AS id FROM audit_log WHERE staff_id = ? ORDER BY id').bind(ines.id)
      return (await rows.all()).results.map(({ id }) => id)
    }
    await expect.poll(targets).toEqual([former, await roomIdOf()])
  })

  it('an alarm is set together with an event, so that it is delivered even if the room is evicted', async () => {
    const [ines, channel] = [await addPerson({ flags: 'm' }), await addChannel()]
    await moderate(ines, { action: 'topic', channel, message: 'Be kind' })
    const alarm = await runInDurableObject(env.CHAT.getByName(channel), (_, { storage }) => storage.getAlarm())
    expect(alarm).toBeLessThan(Date.now() + 60_000)
    await expect.poll(() => auditLogOf(channel)).toHaveLength(1)
  })

  it('an event is delivered again after the site failed to process it', async () => {
    const { ines, channel, client } = await makeRoom()
    await env.DB.exec('ALTER TABLE audit_log RENAME TO audit_log_away')
    const { id } = await client.say('rude')
    await moderate(ines, { action: 'delete', channel, id, reason: 'be kind' })
    expect((await client.next('delete')).ids).toEqual([id])
    const room = env.CHAT.getByName(channel)
    const outboxSize = () =>
      runInDurableObject(room, (_, { storage }) => storage.sql.exec('SELECT * FROM outbox').toArray().length)
    await failedDelivery(channel)
    expect(await outboxSize()).toBeGreaterThan(0)
    await env.DB.exec('ALTER TABLE audit_log_away RENAME TO audit_log')
    await moderate(ines, { action: 'topic', channel, message: 'Be kind' })
    await expect.poll(outboxSize).toBe(0)
    expect((await auditLogOf(channel)).map(({ action }) => action)).toEqual(['chat_delete', 'chat_topic'])
  })
})
