import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lineKey } from '../../../worker/domain/chat/reported-line.ts'
import { openDb } from '../../../worker/lib/database.ts'
import { repeatRoomActs } from '../../../worker/pages/cases/room-acts.ts'
import { caseOf, decide, readCase } from '../../support/worker/cases.ts'
import { addChannel, type ChatClient, enterRoom } from '../../support/worker/chat.ts'
import { block } from '../../support/worker/fans-and-blocks.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, jsonOf, sendRequest, sendRequestWith } from '../../support/worker/site.ts'
import { mergeAccounts, staffLogOf } from '../../support/worker/staff.ts'
import { startStream } from '../../support/worker/stream-calls.ts'
import { envWithout } from '../../support/worker/unreachable.ts'

const report = (as: Person, channel: string, line: number, details = '') =>
  sendRequest('/api/v2/report', { as, body: { channel, line, details } })

let mira: Person
let channel: string
let room: ChatClient
beforeEach(async () => {
  mira = await addPerson()
  channel = await addChannel()
  room = await enterRoom(mira, channel)
})

/** Reports a line as a new member, and returns its case. */
async function addCase(line: number): Promise<number> {
  await jsonOf(report(await addPerson(), channel, line))
  return (await caseOf('chatLine', lineKey(channel, line))).id
}

describe('reports of lines of chat', () => {
  it('the evidence has the line, its neighbours, its room and the details of the report', async () => {
    await room.say('Hello')
    const { id } = await room.say('Give up already')
    await room.say('/me leaves')
    const tomo = await addPerson()
    await jsonOf(report(tomo, channel, id, 'Not kind.'))
    const found = await caseOf('chatLine', lineKey(channel, id))
    const kept = (text: string) => ({ id: expect.any(Number), userId: mira.id, text, createdAt: expect.any(Number) })
    expect(found).toMatchObject({
      userId: mira.id,
      evidence: {
        ...{ channel, title: null, line: { ...kept('Give up already'), id } },
        before: [kept('Hello')],
        after: [kept('/me leaves')],
      },
    })
    const shown = await readCase(await addPerson({ flags: 'm' }), found.id)
    expect(shown).toMatchObject({
      ...{ kind: 'chatLine', title: 'Give up already', author: { id: mira.id } },
      reports: [{ userId: tomo.id, details: 'Not kind.' }],
    })
  })

  it('the evidence stays as it was when the line is edited and deleted', async () => {
    const { id } = await room.say('Give up already')
    const found = await addCase(id)
    room.send({ type: 'edit', id, message: 'Never give up' })
    await room.next('edit')
    room.send({ type: 'delete', id })
    await room.next('delete')
    const { evidence } = await readCase(await addPerson({ flags: 'm' }), found)
    expect(evidence).toMatchObject({ kind: 'chatLine', line: { text: 'Give up already' } })
  })

  it('a flood of reports counts once for each member', async () => {
    const { id } = await room.say('Give up already')
    const [tomo, luc] = [await addPerson(), await addPerson()]
    for (const as of [tomo, tomo, luc, tomo, luc]) await jsonOf(report(as, channel, id))
    expect((await caseOf('chatLine', lineKey(channel, id))).reports).toBe(2)
  })

  it('a repeated report replaces the details of the first one, and the room is not read again', async () => {
    const [tomo, { id: line }] = [await addPerson(), await room.say('Give up already')]
    await jsonOf(report(tomo, channel, line, 'Rude.'))
    const body = { channel, line, details: 'Very rude.' }
    await jsonOf(sendRequestWith(envWithout('CHAT', 'lineContext'), '/api/v2/report', { as: tomo, body }))
    const { id } = await caseOf('chatLine', lineKey(channel, line))
    expect((await readCase(await addPerson({ flags: 'm' }), id)).reports).toMatchObject([{ details: 'Very rude.' }])
  })

  it('a line that is not in the room, and a room that does not exist, cannot be reported', async () => {
    const { id } = await room.say('Hello')
    const tomo = await addPerson()
    expect(await errorOf(report(tomo, channel, id + 1))).toEqual([404, 'not_found'])
    expect(await errorOf(report(tomo, 'nowhere', id))).toEqual([404, 'not_found'])
  })

  it('a line of a room that the member may not see cannot be reported', async () => {
    const tomo = await addPerson()
    const streamId = await startStream(mira)
    const stream = await enterRoom(mira, `stream-${streamId}`)
    const { id } = await stream.say('Welcome')
    await block(mira, tomo)
    expect(await errorOf(report(tomo, `stream-${streamId}`, id))).toEqual([403, 'forbidden'])
  })

  it('members cannot report their own lines', async () => {
    const { id } = await room.say('Hello')
    expect(await errorOf(report(mira, channel, id))).toEqual([403, 'forbidden'])
  })

  it('a report needs the name of a room and a number', async () => {
    const tomo = await addPerson()
    for (const body of [{ channel, line: 0 }, { channel: 'No Room', line: 1 }, { line: 1 }])
      expect(await errorOf(sendRequest('/api/v2/report', { as: tomo, body }))).toEqual([400, 'bad_request'])
  })
})

describe('decisions on lines of chat', () => {
  it('the deletion removes the line for everyone and is on the staff log with its reason', async () => {
    const { id } = await room.say('Give up already')
    const staff = await addPerson({ flags: 'm' })
    const found = await addCase(id)
    await jsonOf(decide(staff, found, { action: 'delete', rule: 'kindness', reason: 'Talk about the work.' }))
    expect((await room.next('delete')).ids).toEqual([id])
    await expect
      .poll(async () => (await staffLogOf(mira)).at(-1))
      .toMatchObject({ staff_id: staff.id, action: 'chat_delete', reason: expect.stringContaining('Talk about') })
    expect((await readCase(staff, found)).decision).toMatchObject({ action: 'delete', canUndo: false })
  })

  it('the line is deleted later if its room cannot be reached right after the decision', async () => {
    const { id } = await room.say('Give up already')
    const staff = await addPerson({ flags: 'm' })
    const found = await addCase(id)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const body = { id: found, action: 'delete', rule: 'kindness', reason: 'Be kind.' }
    const unreachable = envWithout('CHAT', 'moderate')
    await jsonOf(sendRequestWith(unreachable, '/api/v2/gloperate/case/decide', { as: staff, body }))
    await expect(repeatRoomActs(openDb(env.DB), unreachable)).rejects.toThrow('unreachable')
    vi.restoreAllMocks()
    expect((await readCase(staff, found)).decision).toMatchObject({ action: 'delete' })
    await repeatRoomActs(openDb(env.DB), env)
    expect((await room.next('delete')).ids).toEqual([id])
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM case_room_acts WHERE case_id = ?').bind(found).first('n'),
    ).toBe(0)
  })

  it('the line is deleted later even if the member who decided is no longer staff', async () => {
    const { id } = await room.say('Nobody wants you here')
    const staff = await addPerson({ flags: 'm' })
    const body = { id: await addCase(id), action: 'delete', rule: 'kindness', reason: 'Be kind.' }
    await jsonOf(sendRequestWith(envWithout('CHAT', 'moderate'), '/api/v2/gloperate/case/decide', { as: staff, body }))
    vi.restoreAllMocks()
    await env.DB.prepare("UPDATE users SET flags = '' WHERE id = ?").bind(staff.id).run()
    await repeatRoomActs(openDb(env.DB), env)
    expect((await room.next('delete')).ids).toEqual([id])
  })

  it('all lines of the author in the room are deleted once, even if the room could not be reached at first', async () => {
    const ids = [(await room.say('Give up')).id, (await room.say('already')).id]
    const staff = await addPerson({ flags: 'm' })
    const found = await addCase(ids[0] ?? 0)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const body = { id: found, action: 'clear_lines', rule: 'kindness', reason: 'Be kind.' }
    const unreachable = envWithout('CHAT', 'moderate')
    await jsonOf(sendRequestWith(unreachable, '/api/v2/gloperate/case/decide', { as: staff, body }))
    vi.restoreAllMocks()
    for (let time = 0; time < 2; time++) await repeatRoomActs(openDb(env.DB), env)
    expect((await room.next('delete')).ids).toEqual(ids)
    await expect.poll(async () => (await staffLogOf(mira)).map(({ action }) => action)).toEqual(['chat_clear'])
    expect((await readCase(staff, found)).decision).toMatchObject({ action: 'clear_lines', canUndo: false })
  })

  it('all lines of an author whose account was merged are deleted', async () => {
    const ids = [(await room.say('Give up')).id, (await room.say('already')).id]
    const witness = await enterRoom(await addPerson(), channel)
    const found = await addCase(ids[0] ?? 0)
    await mergeAccounts(mira, await addPerson())
    const staff = await addPerson({ flags: 'm' })
    await jsonOf(decide(staff, found, { action: 'clear_lines', rule: 'kindness', reason: 'Be kind.' }))
    expect((await witness.next('delete')).ids).toEqual(ids)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM case_room_acts').first('n')).toBe(0)
  })

  it('a deleted line cannot be deleted again, and its author can still be warned', async () => {
    const { id } = await room.say('Give up already')
    const staff = await addPerson({ flags: 'm' })
    const found = await addCase(id)
    room.send({ type: 'delete', id })
    await room.next('delete')
    const deletion = { action: 'delete', rule: 'kindness', reason: 'Be kind.' }
    expect(await errorOf(decide(staff, found, deletion))).toEqual([409, 'already_gone'])
    await jsonOf(decide(staff, found, { ...deletion, action: 'warn' }))
    expect((await staffLogOf(mira)).at(-1)).toMatchObject({ action: 'warn' })
  })
})
