import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankBoard, drawCommands } from '../../../../contract/board/board.ts'
import { markBounds, withoutMarks } from '../../../../contract/board/marks.ts'
import { BOARD, BOARD_SLICE_WIDTH, BOARD_SLICES_MAX } from '../../../../contract/limits.ts'
import {
  type BoardCommand,
  type DrawCommand,
  decodeCommands,
  encodeCommands,
  SUBPIXELS,
} from '../../../../contract/socket/draw-commands.ts'
import type { Flush } from '../../../../durable-objects/whiteboard/core.ts'
import { LogReplay, removingMarks } from '../../../../durable-objects/whiteboard/LogReplay.ts'
import { RAW_PICTURES } from '../../../support/unit/board-simulation.ts'

const CLIENTS = 4
const MINUTE = 60_000
const within = (from: number, to: number) => fc.integer({ min: from * SUBPIXELS, max: to * SUBPIXELS })
const place = { x: within(0, BOARD.width), y: within(0, BOARD.height) }
const mark: fc.Arbitrary<DrawCommand> = fc.oneof(
  fc.record({ do: fc.constant('dr' as const), ...place, width: within(1, 32), height: within(1, 32) }),
  fc
    .tuple(fc.record(place), fc.array(within(-30, 30), { minLength: 4, maxLength: 4 }))
    .map(([{ x, y }, [a = 0, b = 0, c = 0, d = 0]]) => {
      const [cx, x2] = [x + a, x + c]
      const inside = (value: number) => Math.max(0, Math.min(BOARD.height * SUBPIXELS, value))
      return { do: 'dqc' as const, x, y, cx, cy: inside(y + b), x2, y2: inside(y + d) }
    }),
)
const pen: fc.Arbitrary<DrawCommand> = fc.oneof(
  fc.record({ do: fc.constant('scr' as const), colour: fc.integer({ min: 0, max: 0xffffff }) }),
  fc.record({ do: fc.constant('slw' as const), width: within(1, 40) }),
)
const batch = fc.tuple(fc.integer({ min: 1, max: CLIENTS }), fc.array(fc.oneof(mark, mark, pen), { maxLength: 5 }))
/** Generates the content of each flush: batches of clients, and whether the board scrolls afterwards. */
const history = fc.array(fc.tuple(fc.array(batch, { maxLength: 4 }), fc.nat(6)), { maxLength: 10 })

type History = [[number, DrawCommand[]][], number][]

/** Makes the log of a history, with a flush each minute. */
function logOf(history: History): Flush[] {
  let shiftIndex = 0
  return history.map(([batches, chance], index) => {
    const commands: BoardCommand[] = batches.flatMap(([client, drawn]) => [{ do: 'cs', client }, ...drawn])
    if (chance === 0) {
      commands.push({ do: 'fo', offset: BOARD_SLICE_WIDTH })
      shiftIndex++
    }
    const drawn = [...new Set(batches.map(([client]) => client))].map((client) => [client, index + 1] as const)
    const clock = { drawnMs: 0, at: (index + 1) * MINUTE }
    return { number: index + 1, shiftIndex, clock, text: encodeCommands(commands), drawn }
  })
}

function boardOf(flushes: readonly Flush[], isGone: (flush: Flush, client: number) => boolean): Int32Array {
  const board = blankBoard()
  for (const flush of flushes) {
    let client = 0
    const commands = (decodeCommands(flush.text) ?? []).filter((command) => {
      if (command.do === 'cs') client = command.client
      return !(isGone(flush, client) && (command.do === 'dr' || command.do === 'dqc'))
    })
    drawCommands(board, commands)
  }
  return board.pixels
}

/** Replays the log without the marks, with a snapshot after its last flush. */
async function replayWithout(flushes: readonly Flush[], clients: number[], since: number) {
  const marks = { clients: new Set(clients), area: null }
  const replay = new LogReplay(null, removingMarks(marks, since), RAW_PICTURES)
  for (const flush of flushes) replay.add(flush)
  await replay.addSnapshot()
  const { texts, snapshots, slices } = replay.result
  const after = flushes.map((flush) => ({ ...flush, text: texts.get(flush.number) ?? flush.text }))
  return { after, texts, snapshots, slices, removed: replay.removed }
}

describe('rolling marks back', () => {
  it('a rollback removes the marks and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: CLIENTS }), fc.nat(10), async (history, author, minute) => {
        const flushes = logOf(history)
        const { after, texts, snapshots } = await replayWithout(flushes, [author], minute * MINUTE)
        const gone = boardOf(flushes, ({ clock }, client) => client === author && clock.at >= minute * MINUTE)
        expect(Buffer.from(boardOf(after, () => false).buffer).equals(Buffer.from(gone.buffer))).toBe(true)
        const last = snapshots.get(flushes.length)
        expect(last !== undefined).toBe(texts.size > 0)
        if (last) expect(Buffer.from(RAW_PICTURES.decode(last).buffer).equals(Buffer.from(gone.buffer))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  describe('a mark between two pen changes', () => {
    const changes: DrawCommand[] = [
      { do: 'scr', colour: 5 },
      { do: 'dr', x: 0, y: 0, width: 256, height: 256 },
      { do: 'slw', width: 512 },
    ]
    const other: DrawCommand = { do: 'dr', x: 0, y: 0, width: 512, height: 256 }
    const log = logOf([
      [
        [
          [1, changes],
          [2, [other]],
        ],
        1,
      ],
    ])

    it('a rollback counts its marks', async () => {
      expect((await replayWithout(log, [1], 0)).removed).toBe(1)
    })

    it('a rollback keeps pen changes', async () => {
      const { after } = await replayWithout(log, [1], 0)
      expect(after[0]?.text).toBe('cs 1\nscr 5\nslw 200\ncs 2\ndr 0 0 200 100\n')
    })
  })

  it('a rollback keeps only the slices that the history shows', async () => {
    const mark = { do: 'dr', x: 256, y: 256, width: 8000, height: 8000 } as const
    const flushes = logOf(Array.from({ length: BOARD_SLICES_MAX + 2 }, () => [[[1, [mark]]], 0]))
    const { slices } = await replayWithout(flushes, [1], 0)
    expect([slices.length, slices[0]?.shiftIndex]).toEqual([BOARD_SLICES_MAX, 3])
  })

  it('a rollback also changes the slices that have left the board', async () => {
    const mark = { do: 'dr', x: 256, y: 256, width: 8000, height: 8000 } as const
    const flushes = logOf([
      [[[1, [mark]]], 0],
      [[[2, [mark]]], 0],
    ])
    const { slices } = await replayWithout(flushes, [1], 0)
    expect(slices.map(({ shiftIndex }) => shiftIndex)).toEqual([1, 2])
    const [paper] = blankBoard().pixels
    expect(slices.map(({ pixels }) => pixels.every((pixel) => pixel === paper))).toEqual([true, false])
  })
})

describe('rolling back a part of the board', () => {
  const part = fc.record({
    shiftIndex: fc.constant(2),
    x: fc.nat(600),
    y: fc.nat(500),
    width: fc.integer({ min: 1, max: 200 }),
    height: fc.integer({ min: 1, max: 200 }),
  })

  it('a rollback of an area removes all ink there, wherever the board was when it was drawn', () => {
    fc.assert(
      fc.property(fc.array(mark), part, fc.nat(2), (drawn, area, shiftIndex) => {
        const board = { ...blankBoard(), client: 1 }
        const marks = { clients: new Set([1]), area }
        const kept = withoutMarks(drawn, marks, { board, shiftIndex })
        drawCommands(board, kept)
        const left = area.x + (area.shiftIndex - shiftIndex) * BOARD_SLICE_WIDTH
        const paper = blankBoard().pixels[0]
        for (let y = area.y; y < Math.min(BOARD.height, area.y + area.height); y++)
          for (let x = Math.max(0, left); x < Math.min(BOARD.width, left + area.width); x++)
            if (board.pixels[y * BOARD.width + x] !== paper) throw new Error(`ink at ${x}, ${y}`)
      }),
    )
  })

  it('ink lies within the box of its mark', () => {
    fc.assert(
      fc.property(mark, within(1, 40), (command, width) => {
        if (command.do !== 'dr' && command.do !== 'dqc') return
        const board = { ...blankBoard(), client: 1 }
        drawCommands(board, [{ do: 'slw', width }, command])
        const { left, top, right, bottom } = markBounds(command, width)
        const paper = blankBoard().pixels[0]
        for (const [at, pixel] of board.pixels.entries()) {
          if (pixel === paper) continue
          const [x, y] = [(at % BOARD.width) * SUBPIXELS, Math.floor(at / BOARD.width) * SUBPIXELS]
          expect(x + SUBPIXELS > left && x < right && y + SUBPIXELS > top && y < bottom).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })
})
