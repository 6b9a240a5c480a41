import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../../contract/board/hash.ts'
import { pixelsOf } from '../../contract/board/picture.ts'
import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import type { DrawnCommand } from '../../contract/socket/whiteboard.ts'
import { block, line } from '../support/unit/board.ts'
import { ticketOf } from '../support/worker/chat.ts'
import { addPerson } from '../support/worker/people.ts'
import { ask } from '../support/worker/site.ts'
import { atBoard, openBoard, PEN, theBoard } from '../support/worker/whiteboard.ts'

const stroke = (y: number) => line(10, y, 600, y + 40) as DrawnCommand

describe('the whiteboard [2 §7 Real-time]', () => {
  it('gives who comes in a client id, and shows everyone the very same pixels', async () => {
    const [mira, tomo] = [await atBoard(await addPerson()), await atBoard(await addPerson())]
    expect(mira.replica.client).toBeGreaterThan(0)
    expect(tomo.replica.client).not.toBe(mira.replica.client)
    await mira.draw(stroke(100))
    await tomo.draw(stroke(200), block(3, 3, 16) as DrawnCommand)
    const late = await atBoard(await addPerson())
    const hash = await late.boardHash()
    expect([await mira.boardHash(), mira.replica.hash(), tomo.replica.hash(), late.replica.hash()]).toEqual(
      Array(4).fill(hash),
    )
    const seen = await ask('/whiteboard/board.png')
    expect(hashOf(pixelsOf(new Uint8Array(await seen.arrayBuffer())))).toBe(hash)
  })

  it('keeps the client id of who comes back, tells them what they missed, and draws what they sent again once', async () => {
    const mira = await addPerson()
    const [here, other] = [await atBoard(mira), await atBoard(await addPerson())]
    await here.draw(stroke(10))
    const { client, number } = here.replica
    here.close()
    await other.draw(stroke(20))
    const lost = here.replica.add([stroke(30)], PEN)
    const back = await atBoard(mira, here.replica)
    await back.until(() => back.replica.own.length === 0 || undefined, 'what was lost')
    expect(back.replica.client).toBe(client)
    expect(back.replica.number).toBe((number ?? 0) + 2)
    back.send({ type: 'draw', sequence: lost.sequence, shiftIndex: 0, commands: 'scr 0\n' })
    expect(await back.boardHash()).toBe(back.replica.hash())
    expect(back.replica.number).toBe((number ?? 0) + 2)
  })

  it('gives nobody the client id of another', async () => {
    const theirs = await atBoard(await addPerson())
    const tomo = await addPerson()
    const at = await openBoard(tomo)
    const chatId = await ticketOf(tomo, 'whiteboard')
    at.send({ type: 'auth', chatId, board: 0, userId: tomo.id, client: theirs.replica.client ?? 0 })
    expect((await at.next('client')).client).not.toBe(theirs.replica.client)
  })

  it('lets in nobody without a ticket of their own, and hears nobody before', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const forged = async (fields: object) => {
      const at = await openBoard(mira)
      at.sendRaw(JSON.stringify({ type: 'auth', board: 0, userId: mira.id, ...fields }))
      return at.closed()
    }
    expect(await forged({ chatId: await ticketOf(tomo, 'whiteboard') })).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await forged({ chatId: await ticketOf(mira, 'whiteboard'), userId: tomo.id })).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await forged({ chatId: 'x' })).toBe(SOCKET_CLOSE.notLoggedIn)
    const early = await openBoard(mira)
    early.send({ type: 'draw', sequence: 1, shiftIndex: 0, commands: 'scr 0\nslw 400\n' })
    expect(await early.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
    const visitor = await openBoard(null)
    expect(await visitor.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('has no place for an account of the name Anonymous [2 §2]', async () => {
    const at = await openBoard(await addPerson({ nickname: 'Anonymous' }))
    expect(await at.closed()).toBe(SOCKET_CLOSE.forbidden)
  })

  it.each([
    ['a command that clients may not send', 'scr 0\nslw 400\ncs 1\n'],
    ['a scroll', 'scr 0\nslw 400\nfo 64\n'],
    ['no command', 'hello'],
    ['a first batch without its pen', 'dqc 0 0 0 0 0 0\n'],
  ])('closes for %s, and draws nothing of it', async (_what, commands) => {
    const at = await atBoard(await addPerson())
    const before = await at.boardHash()
    at.send({ type: 'draw', sequence: 1, shiftIndex: at.replica.shiftIndex, commands })
    expect(await at.closed()).toBe(SOCKET_CLOSE.badMessage)
    expect(await (await atBoard(await addPerson())).boardHash()).toBe(before)
  })

  it('closes for a batch of a board that is not yet', async () => {
    const at = await atBoard(await addPerson())
    at.send({ type: 'draw', sequence: 1, shiftIndex: at.replica.shiftIndex + 1, commands: 'scr 0\nslw 400\n' })
    expect(await at.closed()).toBe(SOCKET_CLOSE.badMessage)
  })

  it('says how it stands when it is asked [2 §3 Whiteboard info]', async () => {
    const at = await atBoard(await addPerson())
    at.send({ type: 'info' })
    const { shiftIndex } = at.replica
    expect(await at.next('info')).toEqual({ type: 'info', shiftIndex, animShiftX: 0, width: 700, height: 525 })
    expect(await at.next('nextShift')).toMatchObject({ ofMs: 600_000 })
    expect(await at.boardHash()).toBe(at.replica.hash())
  })

  it('closes the sockets of who logs out before the answer', async () => {
    const mira = await addPerson()
    const at = await atBoard(mira)
    await ask('/logout', { as: mira, body: {} })
    expect(await at.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })
})

describe.each(['hibernate', 'close'] as const)(
  'a whiteboard that was put out of memory (sockets: %s)',
  (webSockets) => {
    it('is the same board, and knows who drew how far', async () => {
      const mira = await addPerson()
      const here = await atBoard(mira)
      for (let y = 0; y < 400; y += 40) await here.draw(stroke(y))
      const hash = await here.boardHash()
      await evictDurableObject(theBoard(), { webSockets })
      const back = webSockets === 'hibernate' ? here : await atBoard(mira, here.replica)
      expect(await back.boardHash()).toBe(hash)
      back.send({ type: 'draw', sequence: 3, shiftIndex: 0, commands: 'scr 0\nslw 400\ndr 0 0 100 100\n' })
      await back.draw(stroke(444))
      const late = await atBoard(await addPerson())
      expect(late.replica.hash()).toBe(back.replica.hash())
      expect(late.replica.hash()).toBe(await back.boardHash())
    })
  },
)
