import type { BoardOrder } from '../../contract/http/whiteboard.ts'
import { BOARD_SLICE } from '../../contract/limits.ts'
import { type BoardCommand, type DrawnCommand, SUBPIXELS } from '../../contract/socket/whiteboard.ts'
import type { BoardRefusal } from '../../contract/socket/whiteboard-messages.ts'
import { isStaff } from '../realtime/is-staff.ts'
import type { TicketClaims } from '../realtime/ticket.ts'

/** What one client drew while the board had moved left `shiftIndex` times. */
export type Batch = { client: number; sequence: number; shiftIndex: number; commands: readonly DrawnCommand[] }

/** A row of the log holds two megabytes; a command is of fifty letters at most. */
const ROW_MAX_COMMANDS = 30_000

const DAY_MS = 86_400_000

/** Half of the thickest pen and of the softness of its edge. */
const REACH = (51 * SUBPIXELS) / 2

/** The commands of batches where they lie on a board that has moved left `shiftIndex` times, each with whose they are. */
export function commandsOn(shiftIndex: number, batches: readonly Batch[]): BoardCommand[] {
  const commands: BoardCommand[] = []
  let client = 0
  for (const batch of batches) {
    if (batch.client !== client) commands.push({ do: 'cs', client: batch.client })
    client = batch.client
    commands.push(...placedOn(shiftIndex, batch))
  }
  return commands
}

function placedOn(shiftIndex: number, batch: Batch): readonly DrawnCommand[] {
  const by = (shiftIndex - batch.shiftIndex) * BOARD_SLICE * SUBPIXELS
  if (by === 0) return batch.commands
  return batch.commands.map((command) => movedLeft(command, by)).filter(isOnBoard)
}

/** Batches in parts of no more commands than a row of the log takes. */
export function* rowsOf(batches: readonly Batch[]): Iterable<Batch[]> {
  let row: Batch[] = []
  let commands = 0
  for (const batch of batches) {
    if (row.length > 0 && commands + batch.commands.length > ROW_MAX_COMMANDS) {
      yield row
      row = []
      commands = 0
    }
    row.push(batch)
    commands += batch.commands.length
  }
  if (row.length > 0) yield row
}

function movedLeft(command: DrawnCommand, by: number): DrawnCommand {
  if (command.do === 'dr') return { ...command, x: command.x - by }
  if (command.do === 'dqc') return { ...command, x: command.x - by, cx: command.cx - by, x2: command.x2 - by }
  return command
}

/** Whether something of it is to the right of the left edge: what fell off there is gone. */
function isOnBoard(command: DrawnCommand): boolean {
  if (command.do === 'dr') return command.x + command.width > 0
  if (command.do === 'dqc') return Math.max(command.x, command.cx, command.x2) + REACH > 0
  return true
}

/** Whether a batch sets the pen that it draws with. A client's first one has to: others may not know its pen any more. */
export function setsPen(commands: readonly DrawnCommand[]): boolean {
  const [first, second] = commands
  return (first?.do === 'scr' && second?.do === 'slw') || (first?.do === 'slw' && second?.do === 'scr')
}

/** For how long yet a member is one of less than a day, in milliseconds; staff never are. */
export function newForMs(member: TicketClaims['member'], now: number): number {
  return isStaff(member) ? 0 : Math.max(0, member.since + DAY_MS - now)
}

/** Why a member may not draw now; null when they may. */
export function refusalFor(order: BoardOrder, member: TicketClaims['member'], now: number): BoardRefusal | null {
  if (order.frozen) return 'frozen'
  return order.membersOfDay && newForMs(member, now) > 0 ? 'too_new' : null
}
