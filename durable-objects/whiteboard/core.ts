import { drawCost } from '../../contract/board/board.ts'
import { shiftCommands } from '../../contract/board/shift.ts'
import type { DrawPolicy } from '../../contract/http/whiteboard.ts'
import { BOARD_SLICE_WIDTH } from '../../contract/limits.ts'
import {
  type BoardCommand,
  type DrawCommand,
  decodeDrawCommands,
  encodeCommands,
  SUBPIXELS,
} from '../../contract/socket/draw-commands.ts'
import type { BoardClientMessage, BoardRefusal, BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'
import type { Connection, ConnectionState } from '../realtime/Connection.ts'
import { isStaff } from '../realtime/is-staff.ts'
import { REFUSED, type Refusal } from '../realtime/refusals.ts'
import type { BucketLimits, TokenBucket } from '../realtime/TokenBucket.ts'
import type { TicketClaims } from '../realtime/ticket.ts'
import { type DrawingClock, drawnUntil, SCROLL_MS } from './clock.ts'

type Member = TicketClaims['member']

/** The client number is 0 before the connection is authenticated. */
export type BoardConnectionState = ConnectionState & { client: number }

export type BoardConnection = Connection<BoardConnectionState>

/** Commands that one client drew while the board had scrolled `shiftIndex` times. */
export type Batch = { client: number; sequence: number; shiftIndex: number; commands: readonly DrawCommand[] }

/** The end of the log: the number of the last flush, and the state of the board after it. */
export type LogHead = { readonly number: number; readonly shiftIndex: number; readonly clock: DrawingClock }

/** An entry of the log, as it is sent to all clients, and the head after it. */
export type Flush = LogHead & {
  readonly text: string
  /** For each client, the sequence of its last batch in the flush. */
  readonly drawn: readonly (readonly [client: number, sequence: number])[]
}

/** The board after a flush: its picture, and commands that set the pens of the clients that draw. */
export type Snapshot = { number: number; shiftIndex: number; picture: Uint8Array<ArrayBuffer>; pens: string }

export type RewrittenLog = {
  texts: Map<number, { before: string; after: string }>
  snapshots: Map<number, Uint8Array<ArrayBuffer>>
  slices: { shiftIndex: number; at: number; pixels: Int32Array<ArrayBuffer> }[]
}

/** State of a drawing client: the number of its last accepted batch, and whether its pen is set on the board. */
export type Drawer = { readonly sequence: number; readonly hasPen: boolean }

export type Verdict =
  | { do: 'draw'; batch: Batch; drawer: Drawer; bucket: TokenBucket; delayMs: number }
  | { do: 'nothing' }
  | { do: 'refuse'; code: BoardRefusal }
  | { do: 'close'; refusal: Refusal }

type Sender = { client: number; member: Member; drawer: Drawer; bucket: TokenBucket }

type BoardState = Pick<LogHead, 'shiftIndex'> & { readonly policy: DrawPolicy }

/**
 * Drawing limits of a member. A short curve costs 1, and fast drawing is about 200 curves a second. Anything above is
 * delayed; beyond a debt of `debtMax` the connection is closed.
 */
export const DRAWING: BucketLimits = { capacity: 2000, perSecond: 400, debtMax: 4000 }

/** A row of the log can have two megabytes; a command has at most fifty characters. */
const ROW_MAX_COMMANDS = 30_000

const DAY_MS = 86_400_000

/** Half the width of the thickest pen with its soft edge. */
const REACH = (51 * SUBPIXELS) / 2

/** Decides what to do with a received batch. Repeated batches are ignored. */
export function judge(
  { sequence, shiftIndex, commands: text }: Extract<BoardClientMessage, { type: 'draw' }>,
  { client, member, drawer, bucket: before }: Sender,
  board: BoardState,
  now: number,
): Verdict {
  if (sequence <= drawer.sequence) return { do: 'nothing' }
  const commands = decodeDrawCommands(text)
  if (!commands || shiftIndex > board.shiftIndex || !(drawer.hasPen || setsPen(commands)))
    return { do: 'close', refusal: REFUSED.badMessage }
  const refusal = findDrawRefusal(board.policy, member, now)
  if (refusal) return { do: 'refuse', code: refusal }
  const bucket = before.spend(drawCost(commands), now)
  if (!bucket) return { do: 'close', refusal: REFUSED.tooMany }
  const batch = { client, sequence, shiftIndex, commands }
  return { do: 'draw', batch, drawer: { sequence, hasPen: true }, bucket, delayMs: bucket.delayMs }
}

/** The next entry of the log, made of these batches, with the scroll if it is due. */
export function nextFlush(
  { number, shiftIndex, clock: before }: LogHead,
  batches: readonly Batch[],
  now: number,
): { flush: Flush; commands: BoardCommand[]; scroll: BoardCommand[] } {
  const commands = commandsOn(shiftIndex, batches)
  const clock = drawnUntil(before, now)
  const scrolls = clock.drawnMs >= SCROLL_MS
  const scroll: BoardCommand[] = scrolls ? [{ do: 'fo', offset: BOARD_SLICE_WIDTH }] : []
  const flush: Flush = {
    number: number + 1,
    shiftIndex: shiftIndex + scroll.length,
    clock: scrolls ? { drawnMs: 0, at: now } : clock,
    text: encodeCommands([...commands, ...scroll]),
    drawn: [...new Map(batches.map(({ client, sequence }) => [client, sequence]))],
  }
  return { flush, commands, scroll }
}

export function commandsEvent({ number, text, drawn }: Flush): Extract<BoardServerEvent, { type: 'commands' }> {
  return { type: 'commands', number, text, drawn: drawn.flat() }
}

/**
 * The commands of batches on a board that has scrolled `shiftIndex` times, with a `cs` command before each change of
 * client. Leaves out marks that have scrolled off the board.
 */
export function commandsOn(shiftIndex: number, batches: readonly Batch[]): BoardCommand[] {
  const commands: BoardCommand[] = []
  let client = 0
  for (const batch of batches) {
    if (batch.client !== client) commands.push({ do: 'cs', client: batch.client })
    client = batch.client
    const placed = shiftCommands(shiftIndex, batch)
    commands.push(...(shiftIndex === batch.shiftIndex ? placed : placed.filter(isOnBoard)))
  }
  return commands
}

function isOnBoard(command: DrawCommand): boolean {
  if (command.do === 'dr') return command.x + command.width > 0
  if (command.do === 'dqc') return Math.max(command.x, command.cx, command.x2) + REACH > 0
  return true
}

export function* splitIntoRows(batches: readonly Batch[]): Iterable<Batch[]> {
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

/**
 * True if the batch begins by setting colour and width. A client's first batch must, because other clients may have no
 * pen stored for it.
 */
function setsPen(commands: readonly DrawCommand[]): boolean {
  const [first, second] = commands
  return (first?.do === 'scr' && second?.do === 'slw') || (first?.do === 'slw' && second?.do === 'scr')
}

/** Milliseconds until a member is a day old; 0 for older members and staff. */
export function untilDayOldMs(member: Member, now: number): number {
  return isStaff(member) ? 0 : Math.max(0, member.since + DAY_MS - now)
}

export function findDrawRefusal(policy: DrawPolicy, member: Member, now: number): BoardRefusal | null {
  if (policy.frozen) return 'frozen'
  return policy.excludesNewMembers && untilDayOldMs(member, now) > 0 ? 'too_new' : null
}
