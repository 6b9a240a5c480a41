import { type BoardCommand, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import type { Point } from '../drawing/stroke.ts'

/** Last position of a client, in pixels of the board, and the ticks since. */
export type Cursor = { at: Point; ticks: number }
export type Cursors = ReadonlyMap<number, Cursor>

/** Ticks after which a cursor disappears [2 §4]. */
const TICKS_SHOWN = 4

/** Cursors after a flush, without that of client `me`. */
export function cursorsAfter(cursors: Cursors, commands: readonly BoardCommand[], me: number | undefined): Cursors {
  const after = new Map(cursors)
  let client = 0
  for (const command of commands) {
    if (command.do === 'cs') client = command.client
    if (command.do === 'fo')
      for (const [one, { at, ticks }] of after) after.set(one, { at: { x: at.x - command.offset, y: at.y }, ticks })
    const at = placeOf(command)
    if (at && client !== me) after.set(client, { at, ticks: 0 })
  }
  return after
}

/** Reduces commands to those that move cursors or the board. */
export function cursorCommands(commands: readonly BoardCommand[]): BoardCommand[] {
  const marks: BoardCommand[] = []
  for (const command of commands) {
    const before = marks.at(-1)
    const isPlace = placeOf(command) !== null
    if (isPlace && before && placeOf(before)) marks.pop()
    if (isPlace || command.do === 'cs' || command.do === 'fo') marks.push(command)
  }
  return marks
}

function placeOf(command: BoardCommand): Point | null {
  if (command.do === 'dqc') return { x: command.x2 / SUBPIXELS, y: command.y2 / SUBPIXELS }
  if (command.do !== 'dr') return null
  return { x: (command.x + command.width / 2) / SUBPIXELS, y: (command.y + command.height / 2) / SUBPIXELS }
}

/** Cursors one tick later; the same map when there are none. */
export function tickCursors(cursors: Cursors): Cursors {
  if (cursors.size === 0) return cursors
  const later = [...cursors].map(([client, { at, ticks }]) => [client, { at, ticks: ticks + 1 }] as const)
  return new Map(later.filter(([, { ticks }]) => ticks <= TICKS_SHOWN))
}
