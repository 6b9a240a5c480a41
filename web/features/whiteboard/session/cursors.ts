import { type BoardCommand, SUBPIXELS } from '../../../../contract/socket/draw-commands.ts'
import type { Point } from '../drawing/stroke.ts'

/** Last position of a client, in pixels of the board, and the ticks since. A tick lasts `BOARD_FLUSH_MS`. */
export type Cursor = { at: Point; ticks: number }
export type Cursors = ReadonlyMap<number, Cursor>

/** A cursor is shown for this many ticks [2 §4]. */
const TICKS_SHOWN = 4

/** Cursors after the commands of a flush. Client `ownClient` gets no cursor. */
export function cursorsAfter(
  cursors: Cursors,
  commands: readonly BoardCommand[],
  ownClient: number | undefined,
): Cursors {
  const after = new Map(cursors)
  let client = 0
  for (const command of commands) {
    if (command.do === 'cs') client = command.client
    if (command.do === 'fo')
      for (const [other, { at, ticks }] of after) after.set(other, { at: { x: at.x - command.offset, y: at.y }, ticks })
    const at = cursorPoint(command)
    if (at && client !== ownClient) after.set(client, { at, ticks: 0 })
  }
  return after
}

/** Cursors without those of blocked members. */
export function cursorsWithout(
  blocked: ReadonlySet<number>,
  { cursors, artists }: { cursors: Cursors; artists: ReadonlyMap<number, { id: number }> },
): Cursors {
  return new Map([...cursors].filter(([client]) => !blocked.has(artists.get(client)?.id ?? 0)))
}

/** Reduces commands to those that decide where the cursors are: the last point of each client, and the scrolls. */
export function cursorCommands(commands: readonly BoardCommand[]): BoardCommand[] {
  const kept: BoardCommand[] = []
  for (const command of commands) {
    const before = kept.at(-1)
    const isMove = cursorPoint(command) !== null
    if (isMove && before && cursorPoint(before)) kept.pop()
    if (isMove || command.do === 'cs' || command.do === 'fo') kept.push(command)
  }
  return kept
}

function cursorPoint(command: BoardCommand): Point | null {
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
