import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeDrawCommands } from '../../contract/socket/draw-commands.ts'
import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import { boardClientMessage } from '../../contract/socket/whiteboard-messages.ts'
import { decode } from '../../durable-objects/realtime/decode.ts'
import type { Workerd } from '../bench/lib/workerd.ts'
import { BoardArtist } from '../support/board/artist.ts'
import { closeCodeFor } from '../support/board/close-code.ts'
import { Crowd } from '../support/board/crowd.ts'
import type { ByteBudget } from '../support/board/flaky-proxy.ts'
import { hostileFrame } from '../support/board/hostile.ts'
import { colourCounts } from '../support/board/log-colours.ts'
import { chatMember } from '../support/chat/members.ts'
import { startChatSite } from '../support/chat/site.ts'

const CUTS = 1000
const KILLS = 5
/** Number of malformed frames; `BOARD_HOSTILE=100000` sends more. */
const HOSTILE = Number(process.env.BOARD_HOSTILE ?? 300)
/** A member may enter the board sixty times at once. */
const ARTISTS = Math.max(10, Math.ceil(CUTS / 50))
const HOSTILE_MEMBERS = Math.max(200, Math.ceil(HOSTILE / 50))
const FIRST_HOSTILE = ARTISTS + 2
/** Number of hostile connections at a time. */
const AT_ONCE = 8

/** Breaks a third of the connections during the handshake or soon after. */
const randomOffset = (most: number) => Math.ceil(Math.random() < 1 / 3 ? most ** Math.random() : most * Math.random())
const lifetimes = (): ByteBudget => ({ up: randomOffset(5000), down: randomOffset(60_000) })

describe('a whiteboard in its own runtime', () => {
  let site: Workerd
  let origin = ''

  beforeAll(async () => {
    site = await startChatSite('.local/board-faults', { members: ARTISTS + 1 + HOSTILE_MEMBERS, channels: [] })
    origin = site.direct.site ?? ''
  }, 60_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('every acknowledged batch is drawn exactly once, although connections break and the runtime is killed', async () => {
    using crowd = await Crowd.open(origin, ARTISTS, lifetimes)
    const drawing = crowd.draw(CUTS)
    for (let kill = 1; kill <= KILLS; kill++) {
      await crowd.until(() => crowd.disconnects >= (CUTS * kill) / (KILLS + 1))
      await crowd.pauseReconnectsUntil(site.crash())
    }
    await drawing
    expect(new Set(await crowd.convergedHashes(origin)).size).toBe(1)
    expect(crowd.artists.filter(({ hasDiverged }) => hasDiverged)).toEqual([])
    const drawn = crowd.artists.flatMap(({ marks }) => marks)
    const counts = await colourCounts(origin)
    expect(drawn.filter((mark) => counts.get(mark) !== 1)).toEqual([])
    expect(counts.size).toBe(drawn.length)
  }, 120_000)

  describe('with sockets that send malformed messages or batches', () => {
    const MARKS = 40
    const codes = new Set<number>()
    let marksBefore: number
    let artist: BoardArtist
    let drawing: Promise<unknown>

    beforeAll(async () => {
      marksBefore = (await colourCounts(origin)).size
      let mark = 1_000_000
      const callbacks = { nextMark: () => ++mark, onEntered: () => undefined, onFrame: () => undefined }
      artist = new BoardArtist(await chatMember(FIRST_HOSTILE - 1), callbacks)
      drawing = artist.connectUntilClosed(origin)
      const frames = fc.sample(hostileFrame.filter(isRefused), HOSTILE).entries()
      const hostileClients = Array.from({ length: AT_ONCE }, async () => {
        for (const [index, frame] of frames)
          codes.add(await closeCodeFor(origin, await chatMember(FIRST_HOSTILE + (index % HOSTILE_MEMBERS)), frame))
      })
      await Promise.all(hostileClients)
    }, 1_200_000)

    it('the board closes sockets that send malformed messages', () => {
      expect(codes).toEqual(new Set([SOCKET_CLOSE.badMessage]))
    })

    it('another member draws without delay', async () => {
      await expect.poll(() => [artist.marks.length, artist.replica.outgoing.length]).toEqual([MARKS, 0])
    })

    it('nothing of the malformed messages is drawn', async () => {
      await expect.poll(() => artist.marks.length).toBe(MARKS)
      artist.close()
      await drawing
      expect((await colourCounts(origin)).size).toBe(marksBefore + MARKS)
    })
  })
})

/** Decides whether the board must refuse a frame. Valid messages of other kinds and valid batches are accepted. */
function isRefused(frame: string | ArrayBuffer): boolean {
  const message = decode(boardClientMessage, frame)
  return message === null || (message.type === 'draw' && decodeDrawCommands(message.commands) === null)
}
