import type { Pen } from '../../../contract/board/ink.ts'
import { BOARD_SLICE } from '../../../contract/limits.ts'
import { type DrawnCommand, SUBPIXELS } from '../../../contract/socket/whiteboard.ts'
import { PixelStroke, type Place, penWidth, Stroke } from './stroke.ts'
import { numberOf, type Tools } from './tools.ts'

/** What a stroke adds to the board, and the pen that it does it with. */
export type Drawn = { pen: Pen; commands: readonly DrawnCommand[] }

/** A stroke that is being drawn. `pressure` is from 0 to 1, null for a hand that has none. */
export type Drawing = { to: (place: Place, pressure: number | null) => Drawn; end: () => Drawn }

/** Begins a stroke with the tools as they are now. */
export function begin(tools: Tools, at: Place, pressure: number | null, shiftIndex: number): [Drawing, Drawn] {
  return tools.brush === 'pen' ? beginPen(tools, at, pressure) : beginPixels(tools, at, shiftIndex)
}

function beginPen(tools: Tools, at: Place, pressure: number | null): [Drawing, Drawn] {
  const stroke = new Stroke(at)
  const colour = numberOf(tools.colour)
  const penOf = (pressed: number | null): Pen => ({
    ...{ colour, width: penWidth(tools.size, tools.pressure && pressed !== null ? pressed : 1) },
  })
  let pen = penOf(pressure)
  const to: Drawing['to'] = (place, pressed) => {
    pen = penOf(pressed)
    const curve = stroke.to(place)
    return { pen, commands: curve ? [curve] : [] }
  }
  return [
    { to, end: () => ({ pen, commands: [stroke.end()] }) },
    { pen, commands: [] },
  ]
}

function beginPixels(tools: Tools, at: Place, shiftIndex: number): [Drawing, Drawn] {
  const stroke = new PixelStroke(tools.pixel, tools.inset, shiftIndex * BOARD_SLICE)
  const pen = { colour: numberOf(tools.colour), width: tools.size * SUBPIXELS }
  const to: Drawing['to'] = (place) => ({ pen, commands: stroke.to(place) })
  return [{ to, end: () => ({ pen, commands: [] }) }, to(at, null)]
}
