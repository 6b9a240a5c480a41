import fc from 'fast-check'
import { decode } from 'fast-png'
import { imageDimensionsFromData } from 'image-dimensions'
import { describe, expect, it } from 'vitest'
import { blankBoard, drawCommands } from '../../../../contract/board/board.ts'
import { decodeBoardPng, encodeBoardPng } from '../../../../contract/board/board-png.ts'
import { hashPixels } from '../../../../contract/board/hash.ts'
import { PAPER, packColour } from '../../../../contract/board/ink.ts'
import { BOARD } from '../../../../contract/limits.ts'
import { type BoardCommand, type CurveCommand, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import { block, boardCommand, drawCommand, line, pixelsAfter } from '../../../support/unit/board.ts'

const at = (column: number, row: number) => row * BOARD.width + column
const ink = (colour: number, width = 4): BoardCommand[] => [
  { do: 'scr', colour },
  { do: 'slw', width: width * SUBPIXELS },
]

describe('the board', () => {
  it('a new board has 700 × 525 pixels of white paper', () => {
    const { pixels } = blankBoard()
    expect([pixels.length, new Set(pixels)]).toEqual([700 * 525, new Set([PAPER])])
  })

  it('a pixel consists of red, green, blue and 255 in this order', () => {
    const pixels = pixelsAfter([{ do: 'scr', colour: 0x123456 }, block(0, 0, 4)])
    expect([...new Uint8Array(pixels.buffer, 0, 4)]).toEqual([0x12, 0x34, 0x56, 255])
  })

  it('the pixels do not depend on how the commands are split', () => {
    const property = fc.property(fc.array(boardCommand, { maxLength: 30 }), fc.array(fc.nat(30)), (commands, cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), commands.length]
      const parts = places.slice(1).map((to, part) => commands.slice(places[part], to))
      expect(hashPixels(pixelsAfter(...parts))).toBe(hashPixels(pixelsAfter(commands)))
    })
    fc.assert(property, { numRuns: 20 })
  })

  it('drawing continues identically from a copy of pixels and pens', () => {
    const property = fc.property(fc.array(boardCommand, { maxLength: 20 }), fc.nat(20), (commands, cut) => {
      const first = blankBoard()
      drawCommands(first, commands.slice(0, cut))
      const copy = { ...first, pixels: first.pixels.slice(), pens: new Map(first.pens) }
      drawCommands(copy, commands.slice(cut))
      expect(hashPixels(copy.pixels)).toBe(hashPixels(pixelsAfter(commands)))
    })
    fc.assert(property, { numRuns: 20 })
  })

  it('a scroll moves earlier drawing as if it had been drawn further left afterwards', () => {
    const property = fc.property(
      fc.array(drawCommand, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: BOARD.width - 1 }),
      (commands, offset) => {
        const scroll: BoardCommand = { do: 'fo', offset }
        const before = pixelsAfter(commands, [scroll])
        const after = pixelsAfter(
          [scroll],
          commands.map((command) => movedLeft(command, offset * SUBPIXELS)),
        )
        const isSame = before.every((pixel, index) =>
          index % BOARD.width < BOARD.width - offset ? pixel === after[index] : pixel === PAPER,
        )
        expect(isSame).toBe(true)
      },
    )
    fc.assert(property, { numRuns: 20 })
  })

  it('each client has its own pen, whoever draws in between', () => {
    const commands: BoardCommand[] = [
      { do: 'cs', client: 1 },
      { do: 'scr', colour: 0xff0000 },
      { do: 'cs', client: 2 },
      { do: 'scr', colour: 0x0000ff },
      block(0, 0, 8),
      { do: 'cs', client: 1 },
      block(1, 0, 8),
    ]
    const pixels = pixelsAfter(commands)
    expect([pixels[at(4, 4)], pixels[at(12, 4)]]).toEqual([packColour(0x0000ff), packColour(0xff0000)])
  })
})

describe('the picture of a board', () => {
  it('the picture contains the exact pixels at the time of the request', async () => {
    const property = fc.asyncProperty(fc.array(boardCommand, { maxLength: 30 }), async (commands) => {
      const pixels = pixelsAfter(commands)
      const hash = hashPixels(pixels)
      const picture = encodeBoardPng(pixels)
      pixels.fill(0)
      expect(hashPixels(decodeBoardPng(await picture))).toBe(hash)
    })
    await fc.assert(property, { numRuns: 5 })
  })

  it('encoding the picture leaves time for other work', async () => {
    let turns = 0
    const ticking = setInterval(() => turns++)
    await encodeBoardPng(pixelsAfter([]))
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(5)
  })

  it('the picture of a board or of some columns is a standard PNG', async () => {
    const slice = new Int32Array(100 * BOARD.height).fill(packColour(0x123456))
    const { width, height, data } = decode(await encodeBoardPng(slice, 100), { checkCrc: true })
    expect([width, height]).toEqual([100, 525])
    expect([...data.subarray(0, 6)]).toEqual([0x12, 0x34, 0x56, 0x12, 0x34, 0x56])
    expect(imageDimensionsFromData(await encodeBoardPng(pixelsAfter([])))).toMatchObject({ width: 700, height: 525 })
  })

  it('other bytes are not accepted as a picture of the board', async () => {
    expect(() => decodeBoardPng(new Uint8Array(100))).toThrow()
    const slice = await encodeBoardPng(new Int32Array(100 * BOARD.height), 100)
    expect(() => decodeBoardPng(slice)).toThrow('not a board PNG')
  })
})

describe('rectangles', () => {
  it('a rectangle darkens each pixel by the part that it covers', () => {
    const pixels = pixelsAfter([
      { do: 'scr', colour: 0 },
      { do: 'dr', x: 2.5 * 256, y: 3 * 256, width: 2 * 256, height: 256 },
    ])
    const greys = [1, 2, 3, 4, 5].map((column) => (pixels[at(column, 3)] ?? 0) & 255)
    expect(greys).toEqual([255, 128, 0, 128, 255])
    expect([pixels[at(3, 2)], pixels[at(3, 4)]]).toEqual([PAPER, PAPER])
  })

  it('a rectangle is clipped at the edges of the board', () => {
    const pixels = pixelsAfter([
      { do: 'scr', colour: 0 },
      { do: 'dr', x: -256, y: -256, width: 512, height: 512 },
    ])
    expect(pixels.filter((pixel) => pixel !== PAPER).length).toBe(1)
    expect(pixels[0]).toBe(packColour(0))
  })
})

describe('strokes', () => {
  it('a stroke without movement is a round dot as wide as the pen', () => {
    const pixels = pixelsAfter(ink(0, 20), [line(350, 260, 350, 260)])
    const rows = inkedRows(pixels)
    expect([rows[0], rows.at(-1)]).toEqual([250, 269])
    expect(Math.abs(inkAmount(pixels) - Math.PI * 10 * 10)).toBeLessThan(4)
  })

  it('a stroke has round ends that extend by half its width', () => {
    const pixels = pixelsAfter(ink(0, 10), [line(100, 100, 200, 100)])
    const columns = Array.from({ length: 130 }, (_, i) => 90 + i).filter((column) => pixels[at(column, 100)] !== PAPER)
    expect([columns[0], columns.at(-1)]).toEqual([95, 204])
    expect(Math.abs(inkAmount(pixels) - (100 * 10 + Math.PI * 25))).toBeLessThan(12)
  })

  it('a stroke covers each pixel as the true curve does, within a third of a pixel', () => {
    const place = (size: number) => fc.integer({ min: -20 * SUBPIXELS, max: (size + 20) * SUBPIXELS })
    const curve = fc.record({
      do: fc.constant('dqc' as const),
      x: place(120),
      y: place(120),
      cx: place(120),
      cy: place(120),
      x2: place(120),
      y2: place(120),
    })
    const property = fc.property(curve, fc.integer({ min: 1, max: 50 }), (curve, width) => {
      const pixels = pixelsAfter(ink(0, width), [curve])
      for (let row = 0; row < 140; row += 3)
        for (let column = 0; column < 140; column += 3) {
          const covered = 1 - ((pixels[at(column, row)] ?? 0) & 255) / 255
          const distance = distanceTo(curve, column + 0.5, row + 0.5)
          expect(covered).toBeGreaterThan(coverageAt(distance + 1 / 3, width) - 0.02)
          expect(covered).toBeLessThan(coverageAt(distance - 1 / 3, width) + 0.02)
        }
    })
    fc.assert(property, { numRuns: 20 })
  })

  it('a straight stroke covers each pixel by its distance, with an error below 1/32', () => {
    const place = fc.integer({ min: 10 * SUBPIXELS, max: 60 * SUBPIXELS })
    const way = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -2000, max: 2000 }))
    const property = fc.property(place, place, way, way, fc.integer({ min: 1, max: 50 }), (x, y, dx, dy, width) => {
      const straight: CurveCommand = { do: 'dqc', x, y, cx: x + (dx >> 1), cy: y + (dy >> 1), x2: x + dx, y2: y + dy }
      const pixels = pixelsAfter(ink(0, width), [straight])
      for (let row = 0; row < 80; row++)
        for (let column = row % 3; column < 80; column += 3) {
          const covered = 1 - ((pixels[at(column, row)] ?? 0) & 255) / 255
          const exact = coverageAt(distanceTo(straight, column + 0.5, row + 0.5), width)
          expect(Math.abs(covered - exact)).toBeLessThan(1 / 32)
        }
    })
    fc.assert(property, { numRuns: 20, examples: [[9560, 13_014, 2, -11, 18]] })
  })

  it('a stroke that turns back on itself has no gap and no seam', () => {
    const back: CurveCommand = {
      do: 'dqc',
      x: 100 * 256,
      y: 100 * 256,
      cx: 400 * 256,
      cy: 100 * 256,
      x2: 100 * 256,
      y2: 100 * 256,
    }
    const pixels = pixelsAfter(ink(0, 6), [back])
    for (let column = 100; column < 249; column++) expect(pixels[at(column, 100)]).toBe(packColour(0))
  })

  it('a stroke outside the board draws nothing', () => {
    const off: BoardCommand[] = [
      line(-60, 10, -60, 500),
      line(10, -60, 690, -60),
      line(760, 0, 760, 525),
      line(0, 588, 700, 588),
    ]
    expect(new Set(pixelsAfter(ink(0, 50), off))).toEqual(new Set([PAPER]))
  })

  it('a stroke from beyond one edge to beyond another draws the part between', () => {
    const pixels = pixelsAfter(ink(0, 4), [line(-60, 100, 760, 100)])
    for (let column = 0; column < BOARD.width; column++) expect(pixels[at(column, 100)]).toBe(packColour(0))
    expect(inkedRows(pixels)).toEqual([98, 99, 100, 101])
  })
})

function movedLeft(command: BoardCommand, by: number): BoardCommand {
  if (command.do === 'dr') return { ...command, x: command.x - by }
  if (command.do === 'dqc') return { ...command, x: command.x - by, cx: command.cx - by, x2: command.x2 - by }
  return command
}

/** Sums the amount of black, in pixels. */
function inkAmount(pixels: Int32Array): number {
  return pixels.reduce((sum, pixel) => sum + 1 - (pixel & 255) / 255, 0)
}

/** Lists the rows that are not blank. */
function inkedRows(pixels: Int32Array): number[] {
  return Array.from({ length: BOARD.height }, (_, row) => row).filter((row) =>
    pixels.subarray(at(0, row), at(BOARD.width, row)).some((pixel) => pixel !== PAPER),
  )
}

/** Computes the coverage of a pixel at a distance from the centre of a pen, in pixels. */
function coverageAt(distance: number, width: number): number {
  const [outer, inner] = [width / 2 + 0.5, Math.max(0, width / 2 - 0.5)]
  const covered = (outer ** 2 - Math.max(0, distance) ** 2) / (outer ** 2 - inner ** 2)
  return Math.min(1, Math.max(0, covered))
}

/** Computes the distance of a point from a curve in pixels, by two hundred chords. */
function distanceTo({ x, y, cx, cy, x2, y2 }: CurveCommand, px: number, py: number): number {
  const at = (from: number, control: number, to: number, t: number) =>
    ((1 - t) ** 2 * from + 2 * t * (1 - t) * control + t ** 2 * to) / SUBPIXELS
  let nearest = Infinity
  let [fromX, fromY] = [x / SUBPIXELS, y / SUBPIXELS]
  for (let step = 1; step <= 200; step++) {
    const [toX, toY] = [at(x, cx, x2, step / 200), at(y, cy, y2, step / 200)]
    const [dx, dy] = [toX - fromX, toY - fromY]
    const along = ((px - fromX) * dx + (py - fromY) * dy) / (dx * dx + dy * dy || 1)
    const t = Math.min(1, Math.max(0, along))
    nearest = Math.min(nearest, (fromX + t * dx - px) ** 2 + (fromY + t * dy - py) ** 2)
    fromX = toX
    fromY = toY
  }
  return Math.sqrt(nearest)
}
