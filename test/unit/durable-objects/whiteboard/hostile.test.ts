import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BoardCanvas, blankBoard, drawCommands } from '../../../../contract/board/board.ts'
import { curveSegmentCount } from '../../../../contract/board/curve.ts'
import { PAPER } from '../../../../contract/board/ink.ts'
import { BOARD, BOARD_DAY_DRAWING, BOARD_DRAWING } from '../../../../contract/limits.ts'
import { type BoardCommand, decodeDrawCommands, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import { boardClientMessage } from '../../../../contract/socket/whiteboard-messages.ts'
import { decode } from '../../../../durable-objects/realtime/decode.ts'
import { TokenBucket } from '../../../../durable-objects/realtime/TokenBucket.ts'
import { decideBatch, nextFlush } from '../../../../durable-objects/whiteboard/core.ts'
import { hostileCommands, hostileCurve, hostileFrame } from '../../../support/board/hostile.ts'

/** Number of batches that are drawn and compared with the board; `BOARD_HOSTILE=100000` draws more. */
const DRAWN = Number(process.env.BOARD_HOSTILE ?? 2000)

/** Line segments of a curve from one margin of the board to the other and back. */
const SEGMENTS_MAX = 41

const CLIENT = 7
const MEMBER = { id: 1, nickname: 'Mira', avatar: null, flags: '', registeredAt: 0 }
const HEAD = { number: 1, shiftIndex: 0, clock: { drawnMs: 0, at: 0 } }
const PAPER_BYTES = Buffer.from(blankBoard().pixels.buffer)

/** Returns the text that the board forwards for a frame, or null if it closes the socket or ignores the frame. */
function forwarded(frame: string | ArrayBuffer): string | null {
  const message = decode(boardClientMessage, frame)
  if (message?.type !== 'draw') return null
  const from = {
    client: CLIENT,
    member: MEMBER,
    drawState: { sequence: 0, hasPen: false },
    bucket: new TokenBucket(BOARD_DRAWING),
    budget: new TokenBucket(BOARD_DAY_DRAWING),
  }
  const policy = { frozen: false, excludesNewMembers: false }
  const decision = decideBatch(message, from, { shiftIndex: 0, policy }, 0)
  return decision.do === 'draw' ? nextFlush(HEAD, [decision.batch], 250).flush.text : null
}

describe('hostile batches [2 §7]', () => {
  it('only drawing commands that a frame contains are forwarded, in their order, as those of its client', () => {
    let count = 0
    const property = fc.property(hostileFrame, (frame) => {
      const text = forwarded(frame)
      if (text === null) return
      count++
      const prefix = `cs ${CLIENT}\n`
      expect(text.startsWith(prefix)).toBe(true)
      expect(decodeDrawCommands(text.slice(prefix.length))).not.toBeNull()
      const lines = text.slice(prefix.length).split('\n')
      const sent: string[] = JSON.parse(String(frame)).commands.split('\n')
      expect(sent.filter((line) => lines.includes(line))).toEqual(lines)
    })
    fc.assert(property, { numRuns: 100_000 })
    expect(count).toBeGreaterThan(0)
  }, 600_000)

  it(`a curve costs at most ${SEGMENTS_MAX} line segments, wherever it goes (decision 018)`, () => {
    let most = 0
    const property = fc.property(fc.oneof(hostileCommands, hostileCurve), (text) => {
      const curves = (decodeDrawCommands(text) ?? []).filter((command) => command.do === 'dqc')
      const segments = Math.max(0, ...curves.map(curveSegmentCount))
      expect(segments).toBeLessThanOrEqual(SEGMENTS_MAX)
      most = Math.max(most, segments)
    })
    fc.assert(property, { numRuns: 50_000 })
    expect(most).toBe(SEGMENTS_MAX)
  }, 600_000)

  it('a command draws only within its bounds on the board', () => {
    const board = blankBoard()
    const property = fc.property(hostileCommands, (text) => {
      const commands = decodeDrawCommands(text)
      if (!commands) return
      drawCommands(board, commands)
      for (const command of commands) paperOver(board, command)
      expect(PAPER_BYTES.equals(Buffer.from(board.pixels.buffer))).toBe(true)
    })
    fc.assert(property, { numRuns: DRAWN })
  }, 600_000)
})

/** Half of the thickest pen and its soft edge, in pixels. */
const REACH = 26

/** Fills the box around a command with paper. */
function paperOver({ pixels }: BoardCanvas, command: BoardCommand): void {
  if (command.do !== 'dr' && command.do !== 'dqc') return
  const [xs, ys, reach] =
    command.do === 'dr'
      ? [[command.x, command.x + command.width], [command.y, command.y + command.height], 0]
      : [[command.x, command.cx, command.x2], [command.y, command.cy, command.y2], REACH]
  const from = Math.max(0, Math.floor(Math.min(...xs) / SUBPIXELS) - reach)
  const to = Math.min(BOARD.width, Math.ceil(Math.max(...xs) / SUBPIXELS) + reach)
  const top = Math.max(0, Math.floor(Math.min(...ys) / SUBPIXELS) - reach)
  const bottom = Math.min(BOARD.height, Math.ceil(Math.max(...ys) / SUBPIXELS) + reach)
  if (from < to)
    for (let row = top; row < bottom; row++) pixels.fill(PAPER, row * BOARD.width + from, row * BOARD.width + to)
}
