import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankBoard, drawCommands } from '../../../contract/board/board.ts'
import { hashPixels } from '../../../contract/board/hash.ts'
import { withoutMarks } from '../../../contract/board/marks.ts'
import { BOARD_SLICE_WIDTH, DESCRIPTION_MAX } from '../../../contract/limits.ts'
import { type BoardCommand, decodeCommands, encodeCommands, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import { toWireTime } from '../../../contract/time.ts'
import { DayLog } from '../../../web/features/whiteboard/artists/day-log.ts'
import { CallError } from '../../../web/lib/call.ts'
import { drawnByText } from '../../../web/lib/messages/whiteboard.ts'
import { drawCommand } from '../../support/unit/board.ts'

const PERSONS = [1, 2, 3].map((client) => ({
  client,
  person: { id: client * 10, nickname: `N${client}`, avatar: null },
}))
const SECOND = 1000
const FLUSHES_A_PAGE = 3

/** Makes a day of these flushes, one a second, read in pages as the site sends them. */
async function dayOf(...flushes: readonly BoardCommand[][]): Promise<DayLog> {
  const day = new DayLog()
  const sent = flushes.map((commands, index) => ({
    number: index + 1,
    date: toWireTime((index + 1) * SECOND),
    text: encodeCommands(commands),
  }))
  const moment = (number: number) => ({ number, date: toWireTime(number * SECOND) })
  const log = { revision: 0, start: moment(0), last: moment(sent.length), snapshots: [moment(0)] }
  const page = async (after: number) => {
    const end = after + FLUSHES_A_PAGE
    const page = sent.slice(after, end)
    return { flushes: page, artists: PERSONS, pens: [], next: sent.length > end ? end : null }
  }
  const reading = { page, picture: async () => null }
  await day.read(log, reading, new AbortController().signal, () => undefined)
  return day
}

const by = (client: number, ...commands: BoardCommand[]): BoardCommand[] => [{ do: 'cs', client }, ...commands]
const block = (x: number, y: number, side = 10): BoardCommand => ({
  ...{ do: 'dr', x: x * SUBPIXELS, y: y * SUBPIXELS },
  ...{ width: side * SUBPIXELS, height: side * SUBPIXELS },
})
const SCROLL: BoardCommand = { do: 'fo', offset: BOARD_SLICE_WIDTH }

it('a page of the log is read again after the wait that a refusal asks for', async () => {
  const day = new DayLog()
  const moment = (number: number) => ({ number, date: toWireTime(number * SECOND) })
  const log = { revision: 0, start: moment(0), last: moment(2), snapshots: [moment(0)] }
  const requested: number[] = []
  const page = async (after: number) => {
    requested.push(after)
    if (requested.length === 2) throw new CallError(429, 'too_many', null, 0.01)
    return { flushes: [{ ...moment(after + 1), text: '' }], artists: [], pens: [], next: after === 0 ? 1 : null }
  }
  await day.read(log, { page, picture: async () => null }, new AbortController().signal, () => undefined)
  expect(requested).toEqual([0, 1, 1])
})

it('pages are read from the beginnings of blocks, and flushes before the first snapshot are left out [2 §2]', async () => {
  const day = new DayLog()
  const moment = (number: number) => ({ number, date: toWireTime(number * SECOND) })
  const log = { revision: 0, start: moment(300), last: moment(600), snapshots: [moment(300)] }
  const ends = new Map<number, number | null>([
    [256, 400],
    [400, 520],
    [512, null],
  ])
  const requested: number[] = []
  const page = async (after: number) => {
    requested.push(after)
    const next = ends.get(after) ?? null
    const numbers = Array.from({ length: (next ?? 600) - after }, (_, index) => after + index + 1)
    const pens = after === 256 ? [{ number: 300, pens: encodeCommands(by(2, { do: 'slw', width: 256 })) }] : []
    const text = (number: number) => encodeCommands(number === 290 ? by(1, block(20, 20)) : [])
    return { flushes: numbers.map((number) => ({ ...moment(number), text: text(number) })), artists: [], pens, next }
  }
  const progress: number[] = []
  const reader = { page, picture: async () => blankBoard().pixels }
  await day.read(log, reader, new AbortController().signal, (part) => progress.push(part))
  expect(requested).toEqual([256, 400, 512])
  expect(progress.at(-1)).toBe(1)
  expect(await day.clientsWhoDrew()).toEqual(new Set())
})

describe('the marks of a member', () => {
  it('the marks of all clients of a member are found, also of a client that connected later', async () => {
    const day = await dayOf(by(1, block(10, 10)), by(2, block(50, 10)))
    const connected = new Map(PERSONS.slice(0, 2).map(({ client, person }) => [client, person]))
    const clients = day.clientsOf(
      (userId) => userId === 10,
      () => connected,
    )
    connected.set(9, { id: 10, nickname: 'N1', avatar: null })
    day.add({ number: 3, at: 3 * SECOND, text: encodeCommands(by(9, block(90, 10))) })
    const { board, marks } = await day.boardWithout({ clients, area: null, since: 0 }, 0)
    const wanted = blankBoard()
    drawCommands(wanted, by(2, block(50, 10)))
    expect([marks, hashPixels(board.pixels)]).toEqual([2, hashPixels(wanted.pixels)])
  })
})

describe('the author of a mark', () => {
  it('the author is the last one who drew there, wherever the board was at the time', async () => {
    const day = await dayOf(by(1, block(300, 50)), by(2, block(305, 50)), [SCROLL], by(3, block(20, 20)))
    expect(await day.findAuthorAt({ x: 201, y: 55 })).toMatchObject({ client: 1, at: SECOND })
    expect(await day.findAuthorAt({ x: 208, y: 55 })).toMatchObject({ client: 2, at: 2 * SECOND })
    expect(await day.findAuthorAt({ x: 25, y: 25 })).toMatchObject({ client: 3 })
    expect(await day.findAuthorAt({ x: 305, y: 55 })).toBeNull()
  })

  it('the author is found by the width of the pen', async () => {
    const line: BoardCommand = { do: 'dqc', x: 10_000, y: 10_000, cx: 20_000, cy: 10_000, x2: 30_000, y2: 10_000 }
    const day = await dayOf(
      by(1, { do: 'slw', width: 40 * SUBPIXELS }),
      by(2, { do: 'slw', width: SUBPIXELS }),
      by(1, line),
    )
    const at = (y: number) => day.findAuthorAt({ x: 80, y })
    expect([await at(39), await at(58), await at(70)]).toEqual([expect.anything(), expect.anything(), null])
  })

  it('a flush that arrives again after the log was read counts once', async () => {
    const day = await dayOf(by(1, block(0, 0)))
    day.add({ number: 2, at: 9 * SECOND, text: encodeCommands(by(2, block(0, 0))) })
    day.add({ number: 1, at: 10 * SECOND, text: encodeCommands(by(3, block(0, 0))) })
    expect(await day.findAuthorAt({ x: 5, y: 5 })).toMatchObject({ client: 2, at: 9 * SECOND })
  })

  it('the artists of the day are all who drew, also after the log was loaded', async () => {
    const day = await dayOf(by(1, block(20, 20)), [SCROLL, SCROLL], by(2, block(600, 20)))
    day.add({ number: 4, at: 4 * SECOND, text: encodeCommands(by(9, block(90, 10))) })
    expect([...(await day.clientsWhoDrew())].sort()).toEqual([1, 2, 9])
  })
})

describe('the artists of a picture of the board [2 §2]', () => {
  const WHOLE = { number: 99, hidden: null, unconfirmed: null }
  const inColour = (client: number, colour: number, ...marks: BoardCommand[]) =>
    by(client, { do: 'scr', colour }, ...marks)
  const artistsIn = async (day: DayLog, shown: Parameters<DayLog['clientsIn']>[0] = WHOLE) =>
    [...(await day.clientsIn(shown))].sort()

  it('an artist whose marks have left the board is not named', async () => {
    const day = await dayOf(by(1, block(20, 20)), by(2, block(95, 20)), [SCROLL], by(3, block(600, 20)))
    expect(await artistsIn(day)).toEqual([2, 3])
  })

  it('an artist whose marks were drawn over is not named', async () => {
    const day = await dayOf(inColour(1, 0xff0000, block(20, 20)), inColour(2, 0x0000ff, block(18, 18, 20)))
    expect(await artistsIn(day)).toEqual([2])
  })

  it('an artist of whose marks a part can be seen is named', async () => {
    const day = await dayOf(inColour(1, 0xff0000, block(20, 20)), inColour(2, 0x0000ff, block(20, 20, 9)))
    expect(await artistsIn(day)).toEqual([1, 2])
  })

  it('an artist whose curve crosses the edge of the board is named', async () => {
    const curve: BoardCommand = { do: 'dqc', x: -9000, y: -9000, cx: 0, cy: 0, x2: 9000, y2: 9000 }
    expect(await artistsIn(await dayOf(by(1, curve), by(2, block(699, 524))))).toEqual([1, 2])
  })

  it('an artist who drew after the picture was made is not named', async () => {
    const day = await dayOf(by(1, block(20, 20)), by(2, block(60, 20)))
    expect(await artistsIn(day, { ...WHOLE, number: 1 })).toEqual([1])
  })

  it('an artist whose marks are hidden is not named, and artists below are', async () => {
    const day = await dayOf(inColour(1, 0xff0000, block(20, 20)), inColour(2, 0x0000ff, block(20, 20)))
    expect(await artistsIn(day, { ...WHOLE, hidden: new Set([2]) })).toEqual([1])
  })

  it('the member whose strokes are not confirmed yet is named', async () => {
    const day = await dayOf(by(1, block(20, 20)))
    expect(await artistsIn(day, { ...WHOLE, unconfirmed: 3 })).toEqual([1, 3])
  })
})

describe('the board without some marks', () => {
  const flushes = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.array(drawCommand, { maxLength: 4 })), {
    maxLength: 8,
  })

  const choice = fc.record({ flushes, hidden: fc.nat(3), since: fc.nat(8) })
  type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never

  /** Makes the board without the marks of a client by the day's log, and by leaving them out of the flushes. */
  async function bothBoards({ flushes, hidden, since }: Choice) {
    const texts = flushes.map(([client, commands]) => by(client, ...commands))
    const day = await dayOf(...texts)
    const clients = { has: (client: number) => client === hidden }
    const without = await day.boardWithout({ clients, area: null, since: since * SECOND }, 0)
    const board = blankBoard()
    let marks = 0
    for (const [index, commands] of texts.entries()) {
      const read = decodeCommands(encodeCommands(commands)) ?? []
      const kept = index + 1 >= since ? withoutMarks(read, { clients, area: null }, { board, shiftIndex: 0 }) : read
      marks += read.length - kept.length
      drawCommands(board, kept)
    }
    return { without, wanted: { board, marks } }
  }

  it('the board is as if the marks had never been drawn', async () => {
    await fc.assert(
      fc.asyncProperty(choice, async (choice) => {
        const { without, wanted } = await bothBoards(choice)
        expect(Buffer.from(without.board.pixels.buffer).equals(Buffer.from(wanted.board.pixels.buffer))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('the marks left out are counted', async () => {
    await fc.assert(
      fc.asyncProperty(choice, async (choice) => {
        const { without, wanted } = await bothBoards(choice)
        expect(without.marks).toBe(wanted.marks)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the description of a sketch of the board', () => {
  it('the description names all authors', () => {
    expect(drawnByText(['Mira'])).toBe('Drawn on the whiteboard by Mira.')
    expect(drawnByText(['Mira', 'Noor', 'Tomo'])).toBe('Drawn on the whiteboard by Mira, Noor, and Tomo.')
  })

  it('the description of very many authors names as many as fit', () => {
    const names = Array.from({ length: 100 }, (_, index) => `Somebody called ${index}`)
    expect(drawnByText(names).length).toBeLessThanOrEqual(DESCRIPTION_MAX)
    expect(drawnByText(names)).toMatch(/, and \d+ more\.$/)
  })
})
