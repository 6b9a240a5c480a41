import { describe, expect, it } from 'vitest'
import { blankBoard, drawCommands } from '../../../contract/board/board.ts'
import { hashPixels } from '../../../contract/board/hash.ts'
import { shiftCommands } from '../../../contract/board/shift.ts'
import { BOARD, BOARD_SLICE_WIDTH, PIXEL_TOOL_SIZES } from '../../../contract/limits.ts'
import { type DrawCommand, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import { rectangleOf, withSide } from '../../../web/features/whiteboard/artists/area.ts'
import { beginStroke } from '../../../web/features/whiteboard/drawing/stroke.ts'
import { resizeBrush, TOOLS_CODEC, withRecentColour } from '../../../web/features/whiteboard/drawing/tools.ts'
import { drawRefusal, minutesAndSeconds, shiftProgress } from '../../../web/features/whiteboard/session/board-state.ts'
import { cursorsAfter, cursorsWithout, tickCursors } from '../../../web/features/whiteboard/session/cursors.ts'
import { Layer } from '../../../web/features/whiteboard/session/layer.ts'
import { type OutgoingBatch, Replica } from '../../../web/features/whiteboard/session/replica.ts'
import { parseUnsent, sendable, serializeUnsent } from '../../../web/features/whiteboard/session/unsent-batches.ts'

const px = (pixels: number) => pixels * SUBPIXELS
const block = (x: number, y: number): DrawCommand => ({
  ...{ do: 'dr', x: px(x), y: px(y), width: px(16), height: px(16) },
})
const batch = (sequence: number, commands: readonly DrawCommand[], shiftIndex = 0): OutgoingBatch => ({
  ...{ sequence, shiftIndex, commands },
})
const noPicture = () => blankBoard().pixels
const info = (shiftIndex: number) => ({ type: 'info', shiftIndex, animShiftX: 0, ...BOARD }) as const

describe('the layer of own strokes', () => {
  it('own strokes have the same pixels before and after confirmation', () => {
    const [layer, board] = [new Layer(), blankBoard()]
    layer.add([block(10, 10)])
    const atOnce = layer.pixels.slice()
    drawCommands(board, [block(10, 10)])
    layer.follow(board, [block(10, 10)], [])
    expect(hashPixels(layer.pixels)).toBe(hashPixels(atOnce))
    expect(hashPixels(layer.pixels)).toBe(hashPixels(board.pixels))
  })

  it('own strokes stay above those of others until they are confirmed', () => {
    const [layer, board] = [new Layer(), blankBoard()]
    layer.add([block(10, 10)])
    const others: DrawCommand[] = [{ do: 'scr', colour: 0xff0000 }, block(10, 10)]
    drawCommands(board, others)
    layer.follow(board, others, [[{ do: 'scr', colour: 0 }, block(10, 10)]])
    expect(layer.pixels[12 * BOARD.width + 12]).not.toBe(board.pixels[12 * BOARD.width + 12])
    layer.follow(board, [], [])
    expect(hashPixels(layer.pixels)).toBe(hashPixels(board.pixels))
  })

  it('changed rows are reported once', () => {
    const layer = new Layer()
    layer.takeChanged()
    layer.add([block(10, 100)])
    expect(layer.takeChanged()).toEqual({ from: 100, to: 116 })
    expect(layer.takeChanged()).toBeNull()
  })

  it('strokes drawn before a scroll move with the board', () => {
    expect(shiftCommands(3, batch(1, [block(250, 0)], 1))).toEqual([block(250 - 2 * BOARD_SLICE_WIDTH, 0)])
  })
})

describe('the replica of the board', () => {
  it('the replica scrolls as often as reported, also when it missed a scroll', () => {
    const replica = new Replica(noPicture)
    replica.receivePicture(new ArrayBuffer(0))
    replica.receive({ type: 'snapshot', number: 4, shiftIndex: 2, pens: '' })
    replica.receive(info(3))
    replica.receive({ type: 'commands', number: 5, text: `fo ${BOARD_SLICE_WIDTH.toString(16)}\n`, drawn: [] })
    expect(replica.shiftIndex).toBe(3)
  })

  it('batches for a board that was reset are dropped', () => {
    const replica = new Replica(noPicture, { client: 3, outgoing: [batch(1, [block(0, 0)], 7)] })
    replica.receive(info(0))
    expect(replica.outgoing).toEqual([])
  })

  const sequencesOf = (batches: readonly OutgoingBatch[]) => batches.map(({ sequence }) => sequence)

  describe('a refused batch', () => {
    /** A replica whose second of three batches was refused. */
    const afterRefusal = () => {
      const replica = new Replica(noPicture)
      replica.receive({ type: 'client', client: 3, sequence: 0, untilDayOldMs: 0 })
      for (const at of [0, 20, 40]) replica.add([block(at, 0)], [])
      replica.receive({ type: 'refused', sequence: 2, code: 'frozen' })
      return replica
    }

    it('only the refused batch is dropped', () => {
      expect(sequencesOf(afterRefusal().outgoing)).toEqual([1, 3])
    })

    it('the number of a refused batch is not used again', () => {
      expect(afterRefusal().add([block(60, 0)], []).sequence).toBe(4)
    })

    it('the batches around a refused one are confirmed one by one', () => {
      const replica = afterRefusal()
      replica.receive({ type: 'commands', number: 1, text: '', drawn: [3, 1] })
      expect(sequencesOf(replica.outgoing)).toEqual([3])
    })
  })

  describe('unsent batches', () => {
    const own = [batch(4, [block(1, 1)]), batch(5, [block(2, 2)], 1)]

    it('unsent batches survive a reload under their numbers', () => {
      expect(parseUnsent(serializeUnsent(8, own))).toEqual({ client: 8, outgoing: own })
    })

    it('a batch after a reload gets the next number', () => {
      expect(new Replica(noPicture, { client: 8, outgoing: own }).add([block(3, 3)], []).sequence).toBe(6)
    })

    it('a batch that the board has received before a reload is not sent again', () => {
      const replica = new Replica(noPicture, { client: 8, outgoing: own })
      replica.receive({ type: 'client', client: 8, sequence: 4, untilDayOldMs: 0 })
      expect(sequencesOf(replica.outgoing)).toEqual([5])
    })

    it('nothing is stored once all batches are confirmed', () => {
      expect(serializeUnsent(8, [])).toBe('')
    })

    it.each([null, '{"client":1}'])('no batches are restored from %j', (stored) => {
      expect(parseUnsent(stored)).toBeUndefined()
    })
  })

  const many = Array.from({ length: 50 }, (_, index) => batch(index + 1, Array(600).fill(block(0, 0))))

  it('as many pending batches are sent as the rate limit allows', () => {
    expect(sequencesOf(sendable(many, 0))).toEqual([1, 2])
  })

  it('the next batch is sent once an earlier one is confirmed', () => {
    expect(sendable(many, 2)).toEqual([])
    expect(sequencesOf(sendable(many.slice(1), 2))).toEqual([3])
  })

  it('long curves count for more than short ones', () => {
    const wide = Array.from({ length: 50 }, (_, index) =>
      batch(index + 1, Array(60).fill({ do: 'dqc', x: 0, y: 0, cx: 90_000, cy: 0, x2: 179_200, y2: 0 })),
    )
    expect(sendable(wide, 0)).toHaveLength(2)
  })

  it('a batch above the rate limit is sent on its own', () => {
    const huge = [batch(1, Array(5000).fill(block(0, 0)))]
    expect(sendable(huge, 0)).toEqual(huge)
  })
})

describe('permission to draw', () => {
  const policy = { frozen: false, excludesNewMembers: false }
  it('a new member can draw on an open board', () => {
    expect(drawRefusal({ policy, isNew: true })).toBeNull()
  })

  it('only new members cannot draw while staff excludes them [2 §6]', () => {
    expect(drawRefusal({ policy: { ...policy, excludesNewMembers: true }, isNew: true })).toBe('too_new')
    expect(drawRefusal({ policy: { ...policy, excludesNewMembers: true }, isNew: false })).toBeNull()
  })

  it('nobody can draw on a frozen board [2 §6]', () => {
    expect(drawRefusal({ policy: { frozen: true, excludesNewMembers: true }, isNew: false })).toBe('frozen')
  })
})

describe('cursors of others', () => {
  const commands = [{ do: 'cs', client: 1 } as const, block(0, 0), { do: 'cs', client: 2 } as const, block(100, 50)]

  it('a cursor shows where another client last drew [2 §2 Whiteboard]', () => {
    expect(cursorsAfter(new Map(), commands, 1).get(2)).toEqual({ at: { x: 108, y: 58 }, ticks: 0 })
  })

  it('this client has no cursor [2 §2 Whiteboard]', () => {
    expect([...cursorsAfter(new Map(), commands, 1).keys()]).toEqual([2])
  })

  it('the cursor of a blocked member is hidden [2 §6]', () => {
    const artists = new Map([1, 2].map((client) => [client, { id: client * 10 }]))
    const cursors = cursorsAfter(new Map(), commands, undefined)
    expect([...cursorsWithout(new Set([20]), { cursors, artists }).keys()]).toEqual([1])
  })

  it('a cursor disappears after more than four ticks without drawing [2 §4]', () => {
    let cursors = cursorsAfter(new Map(), [{ do: 'cs', client: 2 }, block(0, 0)], 1)
    for (let tick = 1; tick <= 4; tick++) cursors = tickCursors(cursors)
    expect(cursors.size).toBe(1)
    expect(tickCursors(cursors).size).toBe(0)
  })

  it('cursors move with the board', () => {
    const cursors = cursorsAfter(new Map(), [{ do: 'cs', client: 2 }, block(200, 0), { do: 'fo', offset: 100 }], 1)
    expect(cursors.get(2)?.at.x).toBe(108)
  })
})

describe('the clock of the next scroll', () => {
  const clock = { drawnMs: 500_000, intervalMs: 600_000, running: true, at: 1000 }
  it('the clock runs while someone draws', () => {
    expect(shiftProgress(clock, 6000)).toEqual({ drawnMs: 505_000, runs: true })
  })

  it('the clock stops after ten seconds of a pause', () => {
    expect(shiftProgress(clock, 60_000)).toEqual({ drawnMs: 510_000, runs: false })
  })

  it('a stopped clock stays at its time', () => {
    expect(shiftProgress({ ...clock, running: false }, 6000).drawnMs).toBe(500_000)
  })

  it('the time is shown in minutes and seconds', () => {
    expect(minutesAndSeconds(42)).toBe('0:42')
    expect(minutesAndSeconds(125)).toBe('2:05')
  })
})

describe('an area chosen by staff', () => {
  const part = { x: 100, y: 50, width: 200, height: 80 }

  it('the area stays on the board', () => {
    expect(withSide(part, 'x', 600)).toEqual({ ...part, x: 600, width: 100 })
    expect(withSide(part, 'x', -1)).toEqual({ ...part, x: 0 })
    expect(withSide(part, 'width', 601)).toEqual({ ...part, width: 600 })
  })

  it('the area is never empty', () => {
    expect(withSide(part, 'y', 9000)).toEqual({ ...part, y: 524, height: 1 })
    expect(withSide(part, 'height', -3)).toEqual({ ...part, height: 1 })
  })

  it('the area is the dragged box, from any corner', () => {
    expect(rectangleOf([300, 130], [100, 50])).toEqual(part)
  })

  it('an empty box is no area', () => {
    expect(rectangleOf([100, 50], [100, 130])).toBeNull()
  })
})

describe('the tools', () => {
  const tools = TOOLS_CODEC.parse(null)
  it('the tools are stored', () => {
    const changed = { ...tools, brush: 'pixel' as const, inset: 0.4 }
    expect(TOOLS_CODEC.parse(TOOLS_CODEC.serialize(changed))).toEqual(changed)
  })

  it('tools that cannot be read are reset', () => {
    expect(TOOLS_CODEC.parse('{"size":900}')).toEqual(tools)
  })

  it('the latest colour replaces the oldest', () => {
    const { recent } = withRecentColour({ ...tools, colour: '#123456' })
    expect(recent).toEqual(['#123456', ...tools.recent.slice(0, -1)])
  })

  it('a colour that is used again is listed once', () => {
    const { recent } = withRecentColour({ ...tools, colour: '#123456' })
    expect(withRecentColour({ ...tools, recent, colour: tools.colour }).recent.slice(0, 2)).toEqual([
      '#1b1d21',
      '#123456',
    ])
  })

  it('the sizes stay within their limits [2 §5]', () => {
    const pixel = { ...tools, brush: 'pixel' as const }
    expect(resizeBrush(pixel, 1).pixel).toBe(32)
    expect(resizeBrush({ ...pixel, pixel: PIXEL_TOOL_SIZES[0] }, -1).pixel).toBe(4)
    expect(resizeBrush({ ...tools, size: 50 }, 1).size).toBe(50)
    expect(resizeBrush({ ...tools, size: 1 }, -1).size).toBe(1)
  })
})

describe('a stroke with the current tools', () => {
  const tools = { ...TOOLS_CODEC.parse(null), size: 20 }
  const widthOf = (pressure: boolean, pressed: number | null) =>
    beginStroke({ ...tools, pressure }, { x: 0, y: 0 }, pressed, 0)[0].to({ x: 9, y: 9 }, pressed).pen.width

  it('the width follows the pressure', () => {
    expect(widthOf(true, 0.5)).toBeLessThan(px(20))
  })

  it.each([
    ['is switched off', false, 0.5],
    ['is unknown', true, null],
  ])('the width is that of the pen if pressure %s', (_reason, pressure, pressed) => {
    expect(widthOf(pressure, pressed)).toBe(px(20))
  })

  it('the pixel brush draws at once', () => {
    const [, block] = beginStroke({ ...tools, brush: 'pixel' }, { x: 5, y: 5 }, null, 0)
    expect(block.commands).toHaveLength(1)
  })

  it('the pen draws a dot only when it is lifted', () => {
    const [pen, nothing] = beginStroke(tools, { x: 5, y: 5 }, null, 0)
    expect(nothing.commands).toEqual([])
    expect(pen.end().commands).toHaveLength(1)
  })
})
