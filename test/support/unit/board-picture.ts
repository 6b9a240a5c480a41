import { type BoardCommand, type DrawCommand, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import { line } from './board.ts'

const px = (pixels: number) => Math.round(pixels * SUBPIXELS)
const COLOURS = [0x1b1d21, 0xa3402c, 0xd98a3d, 0x6c7a45, 0x2e6da4, 0xf4efe6]
const colour = (index: number): DrawCommand => ({ do: 'scr', colour: COLOURS[index % COLOURS.length] ?? 0 })
const width = (pixels: number): DrawCommand => ({ do: 'slw', width: px(pixels) })

const curve = (x: number, y: number, cx: number, cy: number, x2: number, y2: number): BoardCommand => ({
  ...{ do: 'dqc', x: px(x), y: px(y), cx: px(cx), cy: px(cy), x2: px(x2), y2: px(y2) },
})

/** A wave of short curves, as a page sends it. */
function wave(y: number): BoardCommand[] {
  const at = (step: number): [number, number] => [20 + step * 6, y + 18 * Math.sin(step / 4)]
  return Array.from({ length: 60 }, (_, step) => {
    const [[x, top], [cx, cy], [x2, bottom]] = [at(step), at(step + 0.5), at(step + 1)]
    return curve(x, top, cx, cy, x2, bottom)
  })
}

/** Covers everything that the board can draw: pens of all widths, bends, edges, pixels, a scroll. */
export const DRAWING: readonly BoardCommand[] = [
  { do: 'cs', client: 1 },
  ...[1, 1.5, 2, 3, 4, 6, 8, 12, 20, 32, 50].flatMap((pen, index) => [
    ...[colour(index), width(pen)],
    line(40 + index * 45, 40, 70 + index * 45, 110),
    line(35 + index * 45, 150, 35 + index * 45, 150),
  ]),
  ...[1, 2, 5, 11].flatMap((pen, index) => [colour(index), width(pen), ...wave(210 + index * 45)]),
  ...[0, 30, 60, 90, 120, 150].flatMap((turn) => {
    const [x, y] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
    return [colour(turn / 30), width(2), line(560 - 60 * x, 240 - 60 * y, 560 + 60 * x, 240 + 60 * y)]
  }),
  ...[colour(4), width(14), curve(420, 460, 560, 330, 640, 470), curve(430, 500, 690, 500, 430, 500)],
  ...[colour(1), width(30), line(-40, 300, 10, 520), line(690, -20, 740, 300), line(300, 560, 500, 520)],
  { do: 'cs', client: 2 },
  ...[4, 8, 16, 32, 64].flatMap((size, index): BoardCommand[] => [
    colour(index),
    { do: 'dr', x: px(60 + index * 70), y: px(400), width: px(size), height: px(size) },
    { do: 'dr', x: px(60 + index * 70 + size * 0.1), y: px(470), width: px(size * 0.8), height: px(size * 0.8) },
  ]),
  { do: 'fo', offset: 20 },
  { do: 'cs', client: 1 },
  ...[width(6), line(600, 400, 690, 440)],
]
