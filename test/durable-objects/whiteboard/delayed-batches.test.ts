import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RollbackReply } from '../../../contract/http/whiteboard.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { requestJson, sendRequest } from '../../support/worker/site.ts'
import { type BoardClient, enterBoard, resetBoard } from '../../support/worker/whiteboard.ts'

const dots = (count: number) => Array<DrawCommand>(count).fill({ do: 'dr', x: 0, y: 0, width: 1, height: 1 })

let staff: Person

beforeAll(async () => {
  staff = await addPerson({ flags: 'm' })
})

// Other tests need an empty board, because addresses of the log contain its revision.
afterAll(resetBoard)

/** Sends ten seconds' worth of delayed drawing, and waits until it has arrived. */
async function drawTooMuch(client: BoardClient): Promise<void> {
  await client.draw(...dots(1000))
  client.drawWithoutWaiting(...dots(4900))
  await client.boardHash()
}

const setPolicy = (frozen: boolean, excludesNewMembers: boolean) =>
  sendRequest('/api/v2/whiteboard/draw-policy', { as: staff, body: { frozen, excludesNewMembers } })

const rollback = ({ id }: Person) =>
  requestJson<RollbackReply>('/api/v2/whiteboard/rollback', {
    as: staff,
    body: { userId: id, minutes: null, area: null, reason: 'Spam.' },
  })

describe('delayed batches of a flooding member', () => {
  describe.each([
    ['is frozen', 'frozen', { frozen: true, excludesNewMembers: false }],
    ['is limited to older members', 'too_new', { frozen: false, excludesNewMembers: true }],
  ] as const)('once the board %s', (_how, code, now) => {
    /** Forbids drawing while batches are delayed, and connects the member again. */
    async function forbidAndReturn() {
      const [mira, other] = [await addPerson(), await enterBoard(staff)]
      const client = await enterBoard(mira)
      await drawTooMuch(client)
      await setPolicy(now.frozen, now.excludesNewMembers)
      const closeCode = await client.closed()
      return { mira, other, closeCode, back: await enterBoard(mira, client.replica) }
    }
    afterEach(() => setPolicy(false, false))

    it('the member is disconnected', async () => {
      expect((await forbidAndReturn()).closeCode).toBe(SOCKET_CLOSE.restarting)
    })

    it('the member gets the reason on return', async () => {
      const { back } = await forbidAndReturn()
      expect(await back.next('refused')).toMatchObject({ code })
    })

    it('delayed batches are not drawn', async () => {
      const { mira, other, back } = await forbidAndReturn()
      await back.next('refused')
      await setPolicy(false, false)
      await back.draw(...dots(1))
      expect(await back.boardHash()).toBe(await other.boardHash())
      expect((await rollback(mira)).marks).toBe(1001)
    })
  })

  it('delayed batches stay while their member may still draw', async () => {
    const client = await enterBoard(staff)
    await drawTooMuch(client)
    await setPolicy(false, true)
    await client.boardHash()
    await setPolicy(false, false)
    expect((await rollback(staff)).marks).toBe(5900)
  })

  it('a rollback includes delayed batches', async () => {
    const mira = await addPerson()
    const client = await enterBoard(mira)
    await drawTooMuch(client)
    expect((await rollback(mira)).marks).toBe(5900)
    expect(client.replica.outgoing).toEqual([])
  })

  it('a ban drops delayed batches, also after the member left', async () => {
    const [mira, other] = [await addPerson(), await enterBoard(await addPerson())]
    const client = await enterBoard(mira)
    await drawTooMuch(client)
    client.close()
    await other.draw(...dots(1))
    await addBan(mira, 24)
    expect((await rollback(mira)).marks).toBe(1000)
  })
})
