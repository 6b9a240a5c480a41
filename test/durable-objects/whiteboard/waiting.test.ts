import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RollbackReply } from '../../../contract/http/whiteboard.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { addBan } from '../../support/worker/bans.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { ask, askJson } from '../../support/worker/site.ts'
import { atBoard, type BoardClient, emptyBoard } from '../../support/worker/whiteboard.ts'

const dots = (count: number) => Array<DrawCommand>(count).fill({ do: 'dr', x: 0, y: 0, width: 1, height: 1 })

let staff: Person

beforeAll(async () => {
  staff = await addPerson({ flags: 'm' })
})

// Its log has been written otherwise: addresses of the log go by how often.
afterAll(emptyBoard)

/** Draws what waits for ten seconds before it is drawn, and waits until it has arrived. */
async function drawTooMuch(at: BoardClient): Promise<void> {
  await at.draw(...dots(1000))
  at.post(...dots(4900))
  await at.boardHash()
}

const order = (frozen: boolean, excludesNewMembers: boolean) =>
  ask('/api/v2/whiteboard/draw-policy', { as: staff, body: { frozen, excludesNewMembers } })

const takeBack = ({ id }: Person) =>
  askJson<RollbackReply>('/api/v2/whiteboard/rollback', {
    as: staff,
    body: { userId: id, minutes: null, area: null },
  })

describe('what waits of who flooded the board', () => {
  it.each([
    ['is frozen', 'frozen', { frozen: true, excludesNewMembers: false }],
    ['is kept to older members', 'too_new', { frozen: false, excludesNewMembers: true }],
  ] as const)(
    'is not drawn once the board %s: they are closed, and told so when they are back',
    async (_how, code, now) => {
      const [mira, other] = [await addPerson(), await atBoard(staff)]
      const at = await atBoard(mira)
      await drawTooMuch(at)
      await order(now.frozen, now.excludesNewMembers)
      expect(await at.closed()).toBe(SOCKET_CLOSE.restarting)
      const back = await atBoard(mira, at.replica)
      expect(await back.next('refused')).toMatchObject({ code })
      await order(false, false)
      await back.draw(...dots(1))
      expect(await back.boardHash()).toBe(await other.boardHash())
      expect((await takeBack(mira)).marks).toBe(1001)
    },
  )

  it('waits on where they may draw all the same', async () => {
    const at = await atBoard(staff)
    await drawTooMuch(at)
    await order(false, true)
    await at.boardHash()
    await order(false, false)
    expect((await takeBack(staff)).marks).toBe(5900)
  })

  it('is taken back with the rest', async () => {
    const mira = await addPerson()
    const at = await atBoard(mira)
    await drawTooMuch(at)
    expect((await takeBack(mira)).marks).toBe(5900)
    expect(at.replica.outgoing).toEqual([])
  })

  it('is not drawn once they are banned, though they have gone', async () => {
    const [mira, other] = [await addPerson(), await atBoard(await addPerson())]
    const at = await atBoard(mira)
    await drawTooMuch(at)
    at.close()
    await other.draw(...dots(1))
    await addBan(mira, 24)
    expect((await takeBack(mira)).marks).toBe(1000)
  })
})
