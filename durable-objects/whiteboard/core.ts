import { drawCost } from '../../contract/board/board.ts'
import { shiftCommands } from '../../contract/board/shift.ts'
import type { DrawPolicy } from '../../contract/http/whiteboard.ts'
import { BOARD, BOARD_BATCH_COST, BOARD_SLICE_WIDTH } from '../../contract/limits.ts'
import {
  type BoardCommand,
  type DrawCommand,
  decodeDrawCommands,
  encodeCommands,
  SUBPIXELS,
} from '../../contract/socket/draw-commands.ts'
import type { BoardClientMessage, BoardRefusal, BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'
import type { Connection, SocketState } from '../realtime/Connection.ts'
import { isStaff } from '../realtime/is-staff.ts'
import { REFUSED, type Refusal } from '../realtime/refusals.ts'
import type { TokenBucket } from '../realtime/TokenBucket.ts'
import type { TicketClaims } from '../realtime/ticket.ts'
import { advanceDrawingClock, type DrawingClock, SCROLL_INTERVAL_MS } from './clock.ts'

type Member = TicketClaims['member']

/** State of a whiteboard's socket. The client number is 0 before authentication. */
export type BoardSocketState = SocketState & { client: number }

export type BoardConnection = Connection<BoardSocketState>

/** Commands that one client drew while the board had scrolled `shiftIndex` times. */
export type Batch = { client: number; sequence: number; shiftIndex: number; commands: readonly DrawCommand[] }

/** The end of the log: the number of the last flush, and the state of the board after it. */
export type LogHead = { readonly number: number; readonly shiftIndex: number; readonly clock: DrawingClock }

/** An entry of the log, as it is sent to all clients, and the head of the log after it. */
export type Flush = LogHead & {
  readonly text: string
  /** For each client, the sequence of its last batch in the flush. */
  readonly drawn: readonly (readonly [client: number, sequence: number])[]
}

/** The board after a flush: its picture, and commands that set the pens of the clients that draw. */
export type BoardSnapshot = { number: number; shiftIndex: number; picture: Uint8Array<ArrayBuffer>; pens: string }

/** The changes of a rewrite: texts of flushes and pictures of snapshots that are not staged yet, and slices. */
export type RewrittenLog = {
  texts: Map<number, string>
  snapshots: Map<number, Uint8Array<ArrayBuffer>>
  /** `at` is the time of the scroll in milliseconds since 1970. */
  slices: { shiftIndex: number; at: number; pixels: Int32Array<ArrayBuffer> }[]
}

/** State of a client that draws: the sequence of its last accepted batch, and whether its pen is set on the board. */
export type DrawState = { readonly sequence: number; readonly hasPen: boolean }

/** The outcome of a received batch. */
export type BatchDecision =
  | { do: 'draw'; batch: Batch; drawState: DrawState; bucket: TokenBucket; budget: TokenBucket; delayMs: number }
  | { do: 'nothing' }
  | { do: 'refuse'; code: BoardRefusal; cost: number }
  | { do: 'close'; refusal: Refusal }

/** `bucket` limits the speed of drawing, `budget` the amount in a day. */
type Sender = { client: number; member: Member; drawState: DrawState; bucket: TokenBucket; budget: TokenBucket }

type BoardState = Pick<LogHead, 'shiftIndex'> & { readonly policy: DrawPolicy }

/** Keeps a row of the log below the limit of 2 MB. A command has at most 50 characters. */
const ROW_MAX_COMMANDS = 30_000

const DAY_MS = 86_400_000

/** Half the width of the thickest pen with its soft edge. */
const REACH = (51 * SUBPIXELS) / 2

/** Decides what to do with a received batch. Repeated batches are ignored. */
export function decideBatch(
  { sequence, shiftIndex, commands: text }: Extract<BoardClientMessage, { type: 'draw' }>,
  { client, member, drawState, ...before }: Sender,
  board: BoardState,
  now: number,
): BatchDecision {
  if (sequence <= drawState.sequence) return { do: 'nothing' }
  const commands = decodeDrawCommands(text)
  if (!commands || shiftIndex > board.shiftIndex) return { do: 'close', refusal: REFUSED.badMessage }
  const cost = drawCost(commands)
  const budget = before.budget.spend(cost + BOARD_BATCH_COST, now)
  // Checked before the pen, because an earlier batch that set the pen may have been refused.
  if (!budget) return { do: 'refuse', code: 'day_limit', cost }
  if (!(drawState.hasPen || setsPen(commands))) return { do: 'close', refusal: REFUSED.badMessage }
  const refusal = findDrawRefusal(board.policy, member, now)
  if (refusal) return { do: 'refuse', code: refusal, cost }
  const bucket = before.bucket.spend(cost, now)
  if (!bucket) return { do: 'close', refusal: REFUSED.tooMany }
  const batch = { client, sequence, shiftIndex, commands }
  return { do: 'draw', batch, drawState: { sequence, hasPen: true }, bucket, budget, delayMs: bucket.delayMs }
}

/** Makes the next entry of the log from these batches and, if it is due, the scroll. */
export function nextFlush(
  { number, shiftIndex, clock: before }: LogHead,
  batches: readonly Batch[],
  now: number,
): { flush: Flush; commands: BoardCommand[]; scroll: BoardCommand[] } {
  const commands = commandsOn(shiftIndex, batches)
  const clock = advanceDrawingClock(before, now)
  const scrolls = clock.drawnMs >= SCROLL_INTERVAL_MS
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
 * client. Leaves out marks beside the board, which nobody would see.
 */
export function commandsOn(shiftIndex: number, batches: readonly Batch[]): BoardCommand[] {
  const commands: BoardCommand[] = []
  let client = 0
  for (const batch of batches) {
    if (batch.client !== client) commands.push({ do: 'cs', client: batch.client })
    client = batch.client
    commands.push(...shiftCommands(shiftIndex, batch).filter(isOnBoard))
  }
  return commands
}

function isOnBoard(command: DrawCommand): boolean {
  if (command.do === 'dr') {
    const { x, y, width, height } = command
    return overlaps([x, x + width], BOARD.width) && overlaps([y, y + height], BOARD.height)
  }
  if (command.do !== 'dqc') return true
  const { x, y, cx, cy, x2, y2 } = command
  const reached = (from: number[]) => [Math.min(...from) - REACH, Math.max(...from) + REACH] as const
  return overlaps(reached([x, cx, x2]), BOARD.width) && overlaps(reached([y, cy, y2]), BOARD.height)
}

/** True if an interval, in 1/256 px, has a part of a side of the board, in pixels. */
const overlaps = ([from, to]: readonly [number, number], side: number) => from < side * SUBPIXELS && to > 0

/** Splits batches so that each part fits into a row of the log. */
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
  return isStaff(member) ? 0 : Math.max(0, member.registeredAt + DAY_MS - now)
}

/** The reason why a member may not draw; null if they may. */
export function findDrawRefusal(policy: DrawPolicy, member: Member, now: number): BoardRefusal | null {
  if (policy.frozen) return 'frozen'
  return policy.excludesNewMembers && untilDayOldMs(member, now) > 0 ? 'too_new' : null
}
