import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { imageDimensionsFromData } from 'image-dimensions'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeBoardPng } from '../../../contract/board/board-png.ts'
import { hashPixels } from '../../../contract/board/hash.ts'
import { type BoardHistoryReply, slicePicturePath } from '../../../contract/http/whiteboard.ts'
import { BOARD, BOARD_SLICE_WIDTH, ROOMS_ENTERED_MAX } from '../../../contract/limits.ts'
import type { DrawCommand } from '../../../contract/socket/draw-commands.ts'
import { SOCKET_CLOSE } from '../../../contract/socket/sockets.ts'
import { ConnectionRegistry } from '../../../durable-objects/realtime/ConnectionRegistry.ts'
import { SendBudget } from '../../../durable-objects/realtime/SendBudget.ts'
import { BoardStore } from '../../../durable-objects/whiteboard/BoardStore.ts'
import { SCROLL_INTERVAL_MS } from '../../../durable-objects/whiteboard/clock.ts'
import type { BoardConnection } from '../../../durable-objects/whiteboard/core.ts'
import { block, line } from '../../support/unit/board.ts'
import { addChannel, addVisits, enterRoom, ticketOf } from '../../support/worker/chat.ts'
import { addPerson, type Person } from '../../support/worker/people.ts'
import { ORIGIN, sendRequest, sendRequestWithoutWaiting } from '../../support/worker/site.ts'
import {
  type BoardClient,
  boardObject,
  enterBoard,
  openBoard,
  PEN,
  readUncached,
} from '../../support/worker/whiteboard.ts'

/** The code of a socket whose object restarted. */
const CONNECTION_LOST = 1006

const stroke = (y: number) => line(10, y, 600, y + 40) as DrawCommand

describe('the whiteboard [2 §7 Real-time]', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('each client gets an id', async () => {
    const [mira, tomo] = [await enterBoard(await addPerson()), await enterBoard(await addPerson())]
    expect(mira.replica.client).toBeGreaterThan(0)
    expect(tomo.replica.client).not.toBe(mira.replica.client)
  })

  it('all clients and the public picture have identical pixels', async () => {
    const [mira, tomo] = [await enterBoard(await addPerson()), await enterBoard(await addPerson())]
    await mira.draw(stroke(100))
    await tomo.draw(stroke(200), block(3, 3, 16) as DrawCommand)
    const late = await enterBoard(await addPerson())
    const hash = await late.boardHash()
    expect([await mira.boardHash(), mira.replica.hash(), tomo.replica.hash(), late.replica.hash()]).toEqual(
      Array(4).fill(hash),
    )
    const seen = await sendRequest('/whiteboard/board.png')
    expect(hashPixels(decodeBoardPng(new Uint8Array(await seen.arrayBuffer())))).toBe(hash)
  })

  /** Draws so much that the board's picture has more than a quarter of a megabyte. */
  async function drawDots(): Promise<void> {
    for (let artists = 0; artists < 10; artists++) {
      const artist = await enterBoard(await addPerson())
      const dots = Array.from({ length: 900 }, (_, index) => Math.imul(artists * 900 + index + 1, 0x9e3779b1) >>> 0)
      const drawn = dots.flatMap((chance): DrawCommand[] => [
        { do: 'scr', colour: chance >>> 8 },
        { do: 'dr', x: chance % (690 * 256), y: (chance >>> 7) % (515 * 256), width: 2000, height: 2000 },
      ])
      await artist.draw(...drawn)
      artist.close()
    }
  }

  it('a new client gets the board however much is on it', async () => {
    await drawDots()
    expect((await boardObject().picture()).byteLength).toBeGreaterThan(262_144)
    const late = await enterBoard(await addPerson())
    expect(await late.boardHash()).toBe(late.replica.hash())
  })

  /** A member draws, leaves, draws one batch without a connection while another member draws, and returns. */
  async function leaveAndReturn() {
    const mira = await addPerson()
    const [artist, other] = [await enterBoard(mira), await enterBoard(await addPerson())]
    await artist.draw(stroke(10))
    const { client, number = 0 } = artist.replica
    artist.close()
    await other.draw(stroke(20))
    const lost = artist.replica.add([stroke(30)], PEN)
    const back = await enterBoard(mira, artist.replica)
    await back.until(() => back.replica.outgoing.length === 0 || undefined, 'what was lost')
    return { client, number, lost, back }
  }

  it('a returning client keeps its id', async () => {
    const { client, back } = await leaveAndReturn()
    expect(back.replica.client).toBe(client)
  })

  it('a returning client gets what it missed', async () => {
    const { number, back } = await leaveAndReturn()
    expect(back.replica.number).toBe(number + 2)
    expect(await back.boardHash()).toBe(back.replica.hash())
  })

  it('a resent batch is drawn once', async () => {
    const { number, lost, back } = await leaveAndReturn()
    back.send({ type: 'draw', sequence: lost.sequence, shiftIndex: 0, commands: 'scr 0\n' })
    expect(await back.boardHash()).toBe(back.replica.hash())
    expect(back.replica.number).toBe(number + 2)
  })

  it('a client cannot claim the id of another member', async () => {
    const claimed = await enterBoard(await addPerson())
    const tomo = await addPerson()
    const client = await openBoard(tomo)
    const chatId = await ticketOf(tomo, 'whiteboard')
    client.send({ type: 'auth', chatId, board: 0, userId: tomo.id, client: claimed.replica.client ?? 0 })
    expect((await client.next('client')).client).not.toBe(claimed.replica.client)
  })

  it('a client needs its own ticket', async () => {
    const [mira, tomo] = [await addPerson(), await addPerson()]
    const forged = async (fields: object) => {
      const client = await openBoard(mira)
      client.sendRaw(JSON.stringify({ type: 'auth', board: 0, userId: mira.id, ...fields }))
      return client.closed()
    }
    expect(await forged({ chatId: await ticketOf(tomo, 'whiteboard') })).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await forged({ chatId: await ticketOf(mira, 'whiteboard'), userId: tomo.id })).toBe(SOCKET_CLOSE.notLoggedIn)
    expect(await forged({ chatId: 'x' })).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a message before the ticket closes the socket', async () => {
    const early = await openBoard(await addPerson())
    early.send({ type: 'draw', sequence: 1, shiftIndex: 0, commands: 'scr 0\nslw 400\n' })
    expect(await early.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a visitor is refused', async () => {
    expect(await (await openBoard(null)).closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('an account named Anonymous is refused [2 §2]', async () => {
    const client = await openBoard(await addPerson({ nickname: 'Anonymous' }))
    expect(await client.closed()).toBe(SOCKET_CLOSE.forbidden)
  })

  it.each([
    ['a forbidden command', 'scr 0\nslw 400\ncs 1\n'],
    ['a scroll', 'scr 0\nslw 400\nfo 64\n'],
    ['other text', 'hello'],
    ['no pen in the first batch', 'dqc 0 0 0 0 0 0\n'],
  ])('a batch with %s closes the socket without being drawn', async (_name, commands) => {
    const client = await enterBoard(await addPerson())
    const before = await client.boardHash()
    client.send({ type: 'draw', sequence: 1, shiftIndex: client.replica.shiftIndex, commands })
    expect(await client.closed()).toBe(SOCKET_CLOSE.badMessage)
    expect(await (await enterBoard(await addPerson())).boardHash()).toBe(before)
  })

  it('a batch for a future scroll position closes the socket', async () => {
    const client = await enterBoard(await addPerson())
    client.send({ type: 'draw', sequence: 1, shiftIndex: client.replica.shiftIndex + 1, commands: 'scr 0\nslw 400\n' })
    expect(await client.closed()).toBe(SOCKET_CLOSE.badMessage)
  })

  it('a member whose other pages hold too much gets the board on a page that returns a mark', async () => {
    await drawDots()
    vi.spyOn(SendBudget.prototype, 'for').mockImplementation(({ acks }) => (acks.read > 0 ? 1_500_000 : 0))
    const mira = await addPerson()
    const client = await openBoard(mira)
    client.send({ type: 'auth', chatId: await ticketOf(mira, 'whiteboard'), board: 0, userId: mira.id })
    await expect.poll(() => client.mark).not.toBeNull()
    expect(client.counts.get('snapshot')).toBeUndefined()
    client.acknowledge()
    await client.next('info')
    expect(await client.boardHash()).toBe(client.replica.hash())
  })

  it('members whose closing sockets made the board restart are refused for ten minutes', async () => {
    const [mira, tomo, vera] = [await addPerson(), await addPerson(), await addPerson()]
    const client = await enterBoard(vera)
    const closing = [mira, vera, tomo].map(({ id }, index) => {
      const unread = index < 2 ? 13 * 2 ** 20 : 3 * 2 ** 20
      return { state: { member: { id } }, acks: { unread } } as BoardConnection
    })
    const spy = vi.spyOn(ConnectionRegistry.prototype, 'closing').mockReturnValue(closing)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 })
    client.send({ type: 'hash' })
    expect(await client.closed()).toBe(CONNECTION_LOST)
    spy.mockRestore()
    expect(await (await openBoard(mira)).closed()).toBe(SOCKET_CLOSE.tooSlow)
    await enterBoard(tomo)
    const storedRows = () =>
      runInDurableObject(boardObject(), (_board, { storage }) =>
        storage.sql.exec("SELECT name FROM key_values WHERE name = 'refusedMembers'").toArray(),
      )
    expect(await storedRows()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await enterBoard(mira)
    expect(await storedRows()).toEqual([])
  })

  it('an info request is answered with the state of the board [2 §3 Whiteboard info]', async () => {
    const client = await enterBoard(await addPerson())
    client.send({ type: 'info' })
    const { shiftIndex } = client.replica
    expect(await client.next('info')).toEqual({ type: 'info', shiftIndex, animShiftX: 0, width: 700, height: 525 })
    expect(await client.next('nextShift')).toMatchObject({ intervalMs: 600_000 })
    expect(await client.boardHash()).toBe(client.replica.hash())
  })

  /** Makes the ticket of a client expire while the client draws. */
  async function expireWhileDrawing() {
    const mira = await addPerson()
    const client = await enterBoard(mira)
    await runInDurableObject(boardObject(), (_board, state) => {
      for (const socket of state.getWebSockets()) {
        const attachment = socket.deserializeAttachment()
        if (attachment?.member.id === mira.id) socket.serializeAttachment({ ...attachment, expiresAt: Date.now() - 1 })
      }
    })
    await evictDurableObject(boardObject(), { webSockets: 'hibernate' })
    client.drawWithoutWaiting(stroke(140))
    return { mira, client }
  }

  it('an expired ticket closes the socket', async () => {
    const { client } = await expireWhileDrawing()
    expect(await client.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('a batch that was pending when the ticket expired is drawn on return', async () => {
    const { mira, client } = await expireWhileDrawing()
    await client.closed()
    expect(client.replica.outgoing).toHaveLength(1)
    const back = await enterBoard(mira, client.replica)
    await back.until(() => back.replica.outgoing.length === 0 || undefined, 'what was drawn last')
    expect(await back.boardHash()).toBe(back.replica.hash())
  })

  it('logging out closes the sockets before the reply', async () => {
    const mira = await addPerson()
    const client = await enterBoard(mira)
    await sendRequest('/logout', { as: mira, body: {} })
    expect(await client.closed()).toBe(SOCKET_CLOSE.notLoggedIn)
  })

  it('the whiteboard counts as one of the rooms of a member, who leaves the first room for it', async () => {
    const mira = await addPerson()
    const first = await enterRoom(mira, await addChannel())
    await first.next('chats')
    await addVisits(mira, ROOMS_ENTERED_MAX - 1)
    await openBoard(mira)
    expect(await first.closed()).toBe(SOCKET_CLOSE.leftForOthers)
  })
})

describe.each(['hibernate', 'close'] as const)(
  'a whiteboard that was evicted from memory (sockets: %s)',
  (webSockets) => {
    /** Draws ten strokes, evicts the board and connects the artist again. */
    async function drawAndEvict() {
      const mira = await addPerson()
      const artist = await enterBoard(mira)
      for (let y = 0; y < 400; y += 40) await artist.draw(stroke(y))
      const hash = await artist.boardHash()
      await evictDurableObject(boardObject(), { webSockets })
      return { hash, back: webSockets === 'hibernate' ? artist : await enterBoard(mira, artist.replica) }
    }

    it('the board is the same as before the eviction', async () => {
      const { hash, back } = await drawAndEvict()
      expect(await back.boardHash()).toBe(hash)
    })

    it('a batch of an earlier sequence is not drawn again', async () => {
      const { back } = await drawAndEvict()
      back.send({ type: 'draw', sequence: 3, shiftIndex: 0, commands: 'scr 0\nslw 400\ndr 0 0 100 100\n' })
      await back.draw(stroke(444))
      const late = await enterBoard(await addPerson())
      expect(late.replica.hash()).toBe(back.replica.hash())
      expect(late.replica.hash()).toBe(await back.boardHash())
    })
  },
)

describe('a board while a snapshot is made', () => {
  /** Draws so much that the next client needs a new snapshot. */
  async function drawMuch(artist: BoardClient): Promise<void> {
    const dots = Array.from({ length: 1500 }, (_, index) => block(index % 40, index % 30, 16) as DrawCommand)
    await artist.draw(...dots)
  }

  describe('two clients that connect while a member draws', () => {
    let hash: number
    let newClients: BoardClient[]
    beforeAll(async () => {
      const mira = await enterBoard(await addPerson())
      await drawMuch(mira)
      const [tomo, ana] = [await addPerson(), await addPerson()]
      let haveEntered = false
      const entering = Promise.all([enterBoard(tomo), enterBoard(ana)]).finally(() => {
        haveEntered = true
      })
      for (let y = 0; !haveEntered; y = (y + 7) % 400) await mira.draw(stroke(y))
      newClients = await entering
      await mira.draw(stroke(410))
      hash = await mira.boardHash()
    })

    it('the new clients have the current board', async () => {
      for (const late of newClients) {
        expect(await late.boardHash()).toBe(hash)
        expect(late.replica.hash()).toBe(hash)
      }
    })

    it('the new clients get every flush once and in order', () => {
      for (const late of newClients) {
        const [first = 0] = late.receivedNumbers
        expect(late.receivedNumbers).toEqual(late.receivedNumbers.map((_, index) => first + index))
      }
    })
  })

  it('a client that leaves early or requests the board twice does not affect others', async () => {
    const mira = await enterBoard(await addPerson())
    await drawMuch(mira)
    const [hasty, patient] = [await addPerson(), await addPerson()]
    const client = await openBoard(hasty)
    client.send({ type: 'auth', chatId: await ticketOf(hasty, 'whiteboard'), board: 0, userId: hasty.id })
    client.close()
    const [late] = await Promise.all([enterBoard(patient), mira.draw(stroke(30))])
    await drawMuch(late)
    late.send({ type: 'info' })
    late.send({ type: 'info' })
    await mira.draw(stroke(60))
    expect(await late.boardHash()).toBe(await mira.boardHash())
    expect(late.replica.hash()).toBe(mira.replica.hash())
  })

  it('a crash of the object leaves the previous snapshot and the board', async () => {
    const mira = await addPerson()
    const artist = await enterBoard(mira)
    await drawMuch(artist)
    const hash = await artist.boardHash()
    const numbers = () =>
      runInDurableObject(boardObject(), (_board, { storage }) =>
        storage.sql.exec<{ number: number }>('SELECT max(number) AS number FROM snapshots').one(),
      )
    const before = await numbers()
    const pictureRequest = boardObject()
      .picture()
      .catch(() => null)
    await runInDurableObject(boardObject(), (_board, state) => state.abort('simulated crash')).catch(() => null)
    expect(await pictureRequest).toBeNull()
    expect(await numbers()).toEqual(before)
    const back = await enterBoard(mira, artist.replica)
    expect([await back.boardHash(), back.replica.hash()]).toEqual([hash, hash])
  })
})

describe('scrolling', () => {
  /** Sets the time drawn since the last scroll, and evicts the board so that it loads it. */
  async function setDrawnTime(milliseconds: number, at = Date.now()): Promise<void> {
    await runInDurableObject(boardObject(), (_board, { storage }) => {
      storage.sql.exec('UPDATE flushes SET drawn_ms = ?, at = ?', milliseconds, at)
    })
    await evictDurableObject(boardObject(), { webSockets: 'hibernate' })
  }

  const history = async () => (await readUncached<BoardHistoryReply>('/api/v2/whiteboard/history')).slices

  /** Draws for ten minutes, after which the board scrolls. */
  async function scrollByDrawing() {
    const [mira, tomo] = [await enterBoard(await addPerson()), await enterBoard(await addPerson())]
    await mira.draw(stroke(300))
    const before = mira.replica.board.pixels.slice()
    const { shiftIndex } = mira.replica
    await setDrawnTime(SCROLL_INTERVAL_MS)
    await tomo.draw({ do: 'dr', x: 0, y: 0, width: 256, height: 256 })
    await mira.until(() => mira.replica.shiftIndex > shiftIndex || undefined, 'the scroll')
    return { mira, tomo, before, shiftIndex: shiftIndex + 1 }
  }

  it('the board scrolls by 100 pixels after ten minutes of drawing', async () => {
    const { mira, before } = await scrollByDrawing()
    const { pixels } = mira.replica.board
    const isMoved = before.every((pixel, at) => at < 700 || at % 700 < 100 || pixel === pixels[at - 100])
    expect(isMoved).toBe(true)
  })

  it('all clients have the same board after it scrolled', async () => {
    const { mira, tomo, shiftIndex } = await scrollByDrawing()
    expect([mira, tomo].map(({ replica }) => replica.shiftIndex)).toEqual([shiftIndex, shiftIndex])
    expect(mira.replica.hash()).toBe(tomo.replica.hash())
    expect(await tomo.boardHash()).toBe(tomo.replica.hash())
  })

  it('the slice that left the board becomes history', async () => {
    const { shiftIndex } = await scrollByDrawing()
    await expect.poll(async () => (await history())[0]?.shiftIndex).toBe(shiftIndex)
    const slice = await sendRequest(slicePicturePath({ shiftIndex, revision: 0 }))
    expect(slice.headers.get('content-type')).toBe('image/png')
    const { width, height } = imageDimensionsFromData(new Uint8Array(await slice.arrayBuffer())) ?? {}
    expect([width, height]).toEqual([100, 525])
  })

  it('the board scrolls once by its alarm while everyone pauses', async () => {
    const mira = await enterBoard(await addPerson())
    await mira.draw(stroke(200))
    const { shiftIndex } = mira.replica
    await setDrawnTime(SCROLL_INTERVAL_MS - 2)
    await mira.draw(stroke(210))
    await mira.until(() => mira.replica.shiftIndex > shiftIndex || undefined, 'the scroll')
    await runDurableObjectAlarm(boardObject())
    await mira.draw(stroke(220))
    expect(mira.replica.shiftIndex).toBe(shiftIndex + 1)
    await expect.poll(async () => (await history())[0]?.shiftIndex).toBe(shiftIndex + 1)
  })

  it('a client that connects during the slide gets the rest of it [2 §3]', async () => {
    const mira = await enterBoard(await addPerson())
    await mira.draw(stroke(230))
    // Sets the clock ahead, so that the slide stays where it is during the test.
    await setDrawnTime(750, Date.now() + 600_000)
    mira.send({ type: 'info' })
    expect(await mira.next('info')).toMatchObject({ animShiftX: 25 })
  })

  it('the history keeps the last 48 slices', async () => {
    const keys = Array.from({ length: 48 }, (_, index) => ({ shiftIndex: 900 - index, at: 0, revision: 0 }))
    await env.FILES.put('whiteboard/slices/853-0.png', 'old')
    await runInDurableObject(boardObject(), (_board, { storage }) => {
      storage.sql.exec('INSERT OR REPLACE INTO key_values VALUES (?, ?)', 'history', JSON.stringify(keys))
      storage.sql.exec('INSERT INTO slices VALUES (?, ?, ?, 0)', 901, 0, new Int32Array(100 * 525).buffer)
      storage.sql.exec('INSERT OR REPLACE INTO key_values VALUES (?, ?)', 'alarms', JSON.stringify({ slices: 1 }))
      return storage.setAlarm(Date.now() + 60_000)
    })
    await runDurableObjectAlarm(boardObject())
    const slices = await history()
    expect([slices.length, slices[0]?.shiftIndex, slices.at(-1)?.shiftIndex]).toEqual([48, 901, 854])
    expect([
      await env.FILES.head('whiteboard/slices/853-0.png'),
      await env.FILES.head('whiteboard/slices/901-0.png'),
    ]).toEqual([null, expect.anything()])
  })

  it('a replaced slice whose picture could not be deleted is deleted by the next upload', async () => {
    const deleted: string[] = []
    let isBroken = true
    const remove = async (key: string) => {
      if (isBroken) throw new Error('no store')
      deleted.push(key)
    }
    const files = { put: async () => null, delete: remove } as unknown as R2Bucket
    const uploads = await runInDurableObject(boardObject(), async (_board, { storage }) => {
      const { slices } = new BoardStore(storage)
      const add = (revision: number) =>
        slices.add({ shiftIndex: 2000, at: 0, revision }, new Int32Array(BOARD_SLICE_WIDTH * BOARD.height))
      add(0)
      await slices.upload(files)
      add(1)
      const failed = await slices.upload(files)
      isBroken = false
      return [failed, await slices.upload(files)]
    })
    expect(uploads).toEqual([false, true])
    expect(deleted).toContain('whiteboard/slices/2000-0.png')
    expect(deleted).not.toContain('whiteboard/slices/2000-1.png')
  })

  it('the picture of a slice is read from the store once', async () => {
    await env.FILES.put('whiteboard/slices/4711-0.png', 'a slice')
    const read = async () => (await sendRequest('/whiteboard/slices/4711-0.png')).text()
    expect(await read()).toBe('a slice')
    await env.FILES.delete('whiteboard/slices/4711-0.png')
    expect(await read()).toBe('a slice')
  })

  it('a picture is sent even if the edge cannot store it', async () => {
    await env.FILES.put('whiteboard/slices/4713-0.png', 'a slice')
    const put = vi.spyOn(caches.default, 'put').mockRejectedValue(new Error('the cache fails'))
    expect(await (await sendRequest('/whiteboard/slices/4713-0.png')).text()).toBe('a slice')
    expect(put).toHaveBeenCalled()
    put.mockRestore()
  })

  it('a picture is at the edge before it is sent, so that it is not held for a slow reader', async () => {
    await env.FILES.put('whiteboard/slices/4712-0.png', 'a slice')
    const { reply, waitForBackground } = await sendRequestWithoutWaiting(env, '/whiteboard/slices/4712-0.png')
    expect(await (await caches.default.match(`${ORIGIN}/whiteboard/slices/4712-0.png`))?.text()).toBe('a slice')
    expect(await reply.text()).toBe('a slice')
    await waitForBackground()
  })
})

describe('permission to draw, set by staff [2 §6]', () => {
  const setPolicy = (as: Person, frozen: boolean, excludesNewMembers: boolean) =>
    sendRequest('/api/v2/whiteboard/draw-policy', { as, body: { frozen, excludesNewMembers } })

  afterEach(async () => void (await setPolicy(await addPerson({ flags: 'm' }), false, false)))

  it('no one draws on a frozen board', async () => {
    const mira = await enterBoard(await addPerson())
    const before = await mira.boardHash()
    await setPolicy(await addPerson({ flags: 'm' }), true, false)
    expect(await mira.until(() => mira.policies.find(({ frozen }) => frozen), 'the policy')).toMatchObject({
      frozen: true,
    })
    const { sequence } = mira.drawWithoutWaiting(stroke(80))
    expect(await mira.next('refused')).toEqual({ type: 'refused', sequence, code: 'frozen' })
    await evictDurableObject(boardObject(), { webSockets: 'hibernate' })
    expect(await mira.boardHash()).toBe(before)
  })

  it('a new member does not draw while new members are excluded', async () => {
    const staff = await addPerson({ flags: 'm' })
    const mira = await enterBoard(await addPerson())
    await setPolicy(staff, false, true)
    mira.drawWithoutWaiting(stroke(90))
    expect(await mira.next('refused')).toMatchObject({ code: 'too_new' })
    await setPolicy(staff, false, false)
    await mira.draw(stroke(100))
  })

  it('each change of the permission is written to the audit log', async () => {
    const staff = await addPerson({ flags: 'm' })
    for (const [frozen, excludesNewMembers] of [
      [true, false],
      [false, true],
      [false, false],
    ] as const)
      await setPolicy(staff, frozen, excludesNewMembers)
    const entries = await env.DB.prepare(
      "SELECT action, staff_id FROM audit_log WHERE target_type = 'whiteboard' AND staff_id = ?",
    )
      .bind(staff.id)
      .all()
    expect(entries.results).toEqual(Array(3).fill({ action: 'board_order', staff_id: staff.id }))
  })
})

describe('hostile clients [2 §7]', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  describe('a client that draws too much', () => {
    let mira: BoardClient
    let flood: BoardClient
    beforeEach(async () => {
      ;[mira, flood] = [await enterBoard(await addPerson()), await enterBoard(await addPerson())]
      const many = Array(1500).fill({ do: 'dr', x: 0, y: 0, width: 1, height: 1 }) as DrawCommand[]
      for (let times = 0; times < 6; times++) flood.drawWithoutWaiting(...many)
    })

    it('a flooding client is disconnected', async () => {
      expect(await flood.closed()).toBe(SOCKET_CLOSE.flood)
    })

    it('a flooding client does not affect others', async () => {
      await mira.draw(stroke(60))
      await flood.closed()
      await mira.draw(stroke(70))
      expect(await mira.boardHash()).toBe(mira.replica.hash())
    })
  })

  it('a member may have ten sockets', async () => {
    const mira = await addPerson()
    for (let sockets = 0; sockets < 10; sockets++) await enterBoard(mira)
    expect(await (await openBoard(mira)).closed()).toBe(SOCKET_CLOSE.tooManySockets)
  })

  it('a member who enters sixty times at once waits five seconds for each further time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const mira = await addPerson()
    const enter = async () => {
      const client = await enterBoard(mira)
      client.close()
      await client.closed()
    }
    for (let times = 0; times < 60; times++) await enter()
    await expect(enter()).rejects.toThrow(`${SOCKET_CLOSE.flood}`)
    vi.setSystemTime(Date.now() + 5000)
    await enter()
    await expect(enter()).rejects.toThrow(`${SOCKET_CLOSE.flood}`)
  })

  it('a flooding member draws no more through several or new sockets than through one', async () => {
    const mira = await addPerson()
    const [first, second, third] = [await enterBoard(mira), await enterBoard(mira), await enterBoard(mira)]
    const many = Array<DrawCommand>(4900).fill({ do: 'dr', x: 0, y: 0, width: 1, height: 1 })
    first.drawWithoutWaiting(...many)
    await first.boardHash()
    for (const client of [second, third]) {
      client.drawWithoutWaiting(...many)
      expect(await client.closed()).toBe(SOCKET_CLOSE.flood)
    }
  })

  it('a member who keeps requesting hashes that are not answered is disconnected', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const client = await enterBoard(await addPerson())
    for (let round = 1; round <= 5; round++) {
      vi.setSystemTime(Date.now() + 2000)
      for (let times = 0; times < 45; times++) client.send({ type: 'hash' })
      if (round < 5) await client.draw(stroke(20))
    }
    expect(await client.closed()).toBe(SOCKET_CLOSE.flood)
  })

  it.each([
    ['hashes', 'hash', 45, 100],
    ['pictures', 'info', 3, 5],
  ] as const)(
    'few of many requests for %s through several sockets are answered',
    async (_name, type, requests, most) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const mira = await addPerson()
      const [first, second, third] = [await enterBoard(mira), await enterBoard(mira), await enterBoard(mira)]
      const entered = first.counts.get('info') ?? 0
      for (const client of [first, second, third]) {
        // The member may send more messages again.
        vi.setSystemTime(Date.now() + 2000)
        for (let times = 0; times < requests; times++) client.send({ type })
        await client.draw(stroke(20))
      }
      const received = [first, second, third].reduce((sum, { counts }) => sum + (counts.get(type) ?? 0), 0)
      const answered = type === 'info' ? received - 3 * entered : received
      expect(answered).toBeGreaterThan(0)
      expect(answered).toBeLessThan(most)
      expect(await (await enterBoard(await addPerson())).boardHash()).toBe(first.replica.hash())
    },
  )
})
