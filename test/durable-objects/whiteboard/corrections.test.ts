import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import { hashPixels } from '../../../contract/board/hash.ts'
import {
  type BoardHistoryReply,
  type RollbackBody,
  type RollbackReply,
  slicePicturePath,
} from '../../../contract/http/whiteboard.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import { SCROLL_INTERVAL_MS } from '../../../durable-objects/whiteboard/clock.ts'
import { line } from '../../support/unit/board.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { errorOf, requestJson, sendRequest } from '../../support/worker/site.ts'
import { type BoardClient, boardObject, enterBoard, readUncached, resetBoard } from '../../support/worker/whiteboard.ts'

const stroke = (y: number) => line(10, y, 600, y + 40) as DrawCommand

let staff: Person

beforeAll(async () => {
  staff = await addPerson({ flags: 'm' })
})

// Other tests need an empty board, because addresses of the log contain its revision.
afterAll(resetBoard)

const rollback = (whose: Person, body: Partial<RollbackBody> = {}) =>
  requestJson<RollbackReply>('/api/v2/whiteboard/rollback', {
    as: staff,
    body: { userId: whose.id, minutes: null, area: null, reason: 'Spam.', ...body },
  })

const restore = (revision: number) => sendRequest('/api/v2/whiteboard/restore', { as: staff, body: { revision } })

/** Waits until a client has the same board as the object. */
async function caughtUp(client: BoardClient): Promise<number> {
  const hash = await client.boardHash()
  expect(client.replica.hash()).toBe(hash)
  return hash
}

describe('rolling back the marks of a member', () => {
  describe('the board after a rollback', () => {
    /** Draws one stroke to keep and two of a vandal, and rolls those back. */
    async function rollBackVandal() {
      const [vandal, mira] = [await addPerson(), await addPerson()]
      const [client, other] = [await enterBoard(vandal), await enterBoard(await addPerson())]
      const away = await enterBoard(mira)
      await other.draw(stroke(100))
      const wanted = await caughtUp(other)
      await client.draw(stroke(110), stroke(90))
      await away.draw()
      away.close()
      expect(await caughtUp(other)).not.toBe(wanted)
      expect((await rollback(vandal)).marks).toBe(2)
      return { mira, client, other, away, wanted }
    }

    it('connected clients have exactly the marks of others', async () => {
      const { client, other, wanted } = await rollBackVandal()
      expect([await caughtUp(other), await caughtUp(client)]).toEqual([wanted, wanted])
    })

    it('a returning client has exactly the marks of others', async () => {
      const { mira, away, wanted } = await rollBackVandal()
      expect(await caughtUp(await enterBoard(mira, away.replica))).toBe(wanted)
    })

    it('a new client has exactly the marks of others', async () => {
      const { wanted } = await rollBackVandal()
      expect(await caughtUp(await enterBoard(await addPerson()))).toBe(wanted)
    })

    it('the public picture has exactly the marks of others', async () => {
      const { wanted } = await rollBackVandal()
      expect(hashPixels(decodeBoardPng(await boardObject().picture()))).toBe(wanted)
    })

    it('drawing continues for every client', async () => {
      const { client, other } = await rollBackVandal()
      const late = await enterBoard(await addPerson())
      await client.draw(stroke(300))
      expect([await caughtUp(other), await caughtUp(late)]).toEqual(Array(2).fill(await caughtUp(client)))
    })
  })

  it('a rollback survives eviction of the object', async () => {
    const vandal = await addPerson()
    const [client, other] = [await enterBoard(vandal), await enterBoard(await addPerson())]
    await other.draw(stroke(50))
    const wanted = await caughtUp(other)
    await client.draw(stroke(60))
    await rollback(vandal)
    await evictDurableObject(boardObject(), { webSockets: 'hibernate' })
    expect(await caughtUp(await enterBoard(await addPerson()))).toBe(wanted)
    await other.draw(stroke(70))
    expect(await caughtUp(client)).toBe(await caughtUp(other))
  })

  it('a rollback of more flushes than are replayed at once can be undone, and texts that an interrupted one left are ignored', async () => {
    const vandal = await addPerson()
    const [client, other] = [await enterBoard(vandal), await enterBoard(await addPerson())]
    await other.draw(stroke(20))
    const wanted = await caughtUp(other)
    // More flushes than are replayed at once.
    for (let y = 0; y < 55; y++) await client.draw(stroke(y))
    const vandalised = await caughtUp(other)
    await runInDurableObject(boardObject(), (_board, { storage }) => {
      const { number } = storage.sql.exec<{ number: number }>('SELECT min(number) AS number FROM flushes').one()
      storage.sql.exec("INSERT INTO staged_texts VALUES (?, '')", number)
    })
    await evictDurableObject(boardObject(), { webSockets: 'hibernate' })
    const { marks, revision } = await rollback(vandal)
    expect([marks, await caughtUp(other)]).toEqual([55, wanted])
    expect((await restore(revision)).status).toBe(200)
    expect(await caughtUp(other)).toBe(vandalised)
    const staged = await runInDurableObject(boardObject(), (_board, { storage }) =>
      storage.sql.exec('SELECT * FROM staged_texts').toArray(),
    )
    expect(staged).toEqual([])
  })

  describe('a limited rollback', () => {
    let vandal: Person
    let client: BoardClient
    beforeEach(async () => {
      vandal = await addPerson()
      client = await enterBoard(vandal)
      await client.draw(stroke(200))
      await runInDurableObject(boardObject(), (_board, { storage }) => {
        storage.sql.exec('UPDATE flushes SET at = at - 600000')
      })
      await client.draw(stroke(400), { do: 'dr', x: 0, y: 0, width: 2560, height: 2560 })
    })

    it('a rollback can be limited to the last minutes', async () => {
      expect((await rollback(vandal, { minutes: 5 })).marks).toBe(2)
      expect((await rollback(vandal, { minutes: 5 })).marks).toBe(0)
      expect((await rollback(vandal)).marks).toBe(1)
    })

    it('a rollback can be limited to an area', async () => {
      expect((await rollback(vandal, { area: area(client, 0, 480, 20, 20) })).marks).toBe(0)
      expect((await rollback(vandal, { area: area(client, 0, 0, 20, 20) })).marks).toBe(1)
    })

    it('a rollback can be limited to the last minutes of an area', async () => {
      expect((await rollback(vandal, { minutes: 5, area: area(client, 0, 0, 20, 20) })).marks).toBe(1)
      expect((await rollback(vandal, { minutes: 5 })).marks).toBe(1)
    })
  })

  it('a rollback also changes slices that have left the board', async () => {
    const vandal = await addPerson()
    const [client, other] = [await enterBoard(vandal), await enterBoard(await addPerson())]
    await client.draw(stroke(250))
    await runInDurableObject(boardObject(), (_board, { storage }) => {
      storage.sql.exec('UPDATE flushes SET drawn_ms = ?, at = ?', SCROLL_INTERVAL_MS, Date.now())
    })
    await evictDurableObject(boardObject(), { webSockets: 'hibernate' })
    await other.draw(stroke(350))
    const slice = async () => (await readUncached<BoardHistoryReply>('/api/v2/whiteboard/history')).slices[0]
    await expect.poll(async () => (await slice())?.shiftIndex).toBe(other.replica.shiftIndex)
    const before = await slice()
    const { revision } = await rollback(vandal)
    await expect.poll(async () => (await slice())?.revision).toBe(revision)
    const after = await slice()
    if (!before || !after) throw new Error('no slice')
    expect((await sendRequest(slicePicturePath(before))).status).toBe(404)
    expect((await sendRequest(slicePicturePath(after))).status).toBe(200)
    expect(await caughtUp(client)).toBe(await caughtUp(other))
  })

  it('a rollback can be undone until the next one', async () => {
    const vandal = await addPerson()
    const client = await enterBoard(vandal)
    await client.draw(stroke(150))
    const before = await caughtUp(client)
    const first = await rollback(vandal)
    expect(await caughtUp(client)).not.toBe(before)
    expect((await restore(first.revision)).status).toBe(200)
    expect(await caughtUp(client)).toBe(before)
    expect(await errorOf(restore(first.revision))).toEqual([404, 'not_found'])
    const second = await rollback(vandal)
    await client.draw(stroke(160))
    await rollback(vandal)
    expect(await errorOf(restore(second.revision))).toEqual([404, 'not_found'])
  })

  it('a rollback needs a reason', async () => {
    const body = { userId: staff.id, minutes: null, area: null }
    expect(await errorOf(sendRequest('/api/v2/whiteboard/rollback', { as: staff, body }))).toEqual([400, 'bad_request'])
  })

  it('rollback and restore are written to the audit log', async () => {
    const vandal = await addPerson()
    const client = await enterBoard(vandal)
    await client.draw(stroke(150))
    const { revision } = await rollback(vandal)
    await restore(revision)
    const lines = env.DB.prepare(
      'SELECT action, user_id, reason, changes FROM audit_log WHERE staff_id = ? AND target_id = ?',
    )
    expect((await lines.bind(staff.id, revision).all()).results).toEqual([
      { action: 'marks_taken_back', user_id: vandal.id, reason: 'Spam.', changes: '{"marks":[1,0]}' },
      { action: 'marks_given_back', user_id: null, reason: '', changes: '{}' },
    ])
  })
})

function area({ replica: { shiftIndex } }: BoardClient, x: number, y: number, width: number, height: number) {
  return { shiftIndex, x, y, width, height }
}
