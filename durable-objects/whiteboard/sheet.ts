import { costOf } from '../../contract/board/board.ts'
import type { BoardOrder } from '../../contract/http/whiteboard.ts'
import { BOARD_SLICE } from '../../contract/limits.ts'
import { SOCKET_CLOSE } from '../../contract/socket/sockets.ts'
import { type BoardCommand, decodeDrawn, encodeCommands } from '../../contract/socket/whiteboard.ts'
import type { BoardClientMessage, BoardRefusal, BoardServerEvent } from '../../contract/socket/whiteboard-messages.ts'
import type { TokenBucket } from '../realtime/TokenBucket.ts'
import type { TicketClaims } from '../realtime/ticket.ts'
import { type Batch, commandsOn, refusalFor, setsPen } from './batch.ts'
import { type DrawingClock, drawnUntil, SCROLL_MS } from './clock.ts'

/** How the board stands after its last flush. */
export type Sheet = { readonly number: number; readonly shiftIndex: number; readonly clock: DrawingClock }

/** What everyone is told of one flush, and how the board stands after it. */
export type Flush = Sheet & {
  readonly text: string
  /** Up to which number the batches of each client are in it. */
  readonly drawn: readonly (readonly [client: number, sequence: number])[]
}

/** What everyone is told of a flush. */
export function commandsOf({ number, text, drawn }: Flush): Extract<BoardServerEvent, { type: 'commands' }> {
  return { type: 'commands', number, text, drawn: drawn.flat() }
}

/** What is known of a client: the last of its batches that was taken, and whether others know its pen. */
export type Artist = { readonly sequence: number; readonly setsPen: boolean }

/** A client that comes in, whose batches are kept up to `sequence`. */
export const newArtist = (sequence: number): Artist => ({ sequence, setsPen: false })

/** What becomes of a batch: it is drawn, after a while where its client floods; or it is not. */
export type Verdict =
  | { do: 'draw'; batch: Batch; artist: Artist; pace: TokenBucket; waitMs: number }
  | { do: 'nothing' }
  | { do: 'refuse'; code: BoardRefusal }
  | { do: 'close'; code: number; why: string }

/** Whose a batch is: the pace is the member's, whichever clients they are. */
type From = { client: number; member: TicketClaims['member']; artist: Artist; pace: TokenBucket }

/** What a batch is judged by: how often the board has moved left, and who may draw. */
export type BoardNow = Pick<Sheet, 'shiftIndex'> & { readonly order: BoardOrder }

/** Judges a batch as it arrives. What was taken before is not taken again; whose it is says the socket alone. */
export function judge(
  { sequence, shiftIndex, commands: text }: Extract<BoardClientMessage, { type: 'draw' }>,
  { client, member, artist, pace: before }: From,
  board: BoardNow,
  now: number,
): Verdict {
  if (sequence <= artist.sequence) return { do: 'nothing' }
  const commands = decodeDrawn(text)
  if (!commands || shiftIndex > board.shiftIndex || !(artist.setsPen || setsPen(commands)))
    return { do: 'close', code: SOCKET_CLOSE.badMessage, why: 'bad message' }
  const refusal = refusalFor(board.order, member, now)
  if (refusal) return { do: 'refuse', code: refusal }
  const pace = before.spend(costOf(commands), now)
  if (!pace) return { do: 'close', code: SOCKET_CLOSE.flood, why: 'too much' }
  const batch = { client, sequence, shiftIndex, commands }
  return { do: 'draw', batch, artist: { sequence, setsPen: true }, pace, waitMs: pace.delayMs }
}

/** The next flush: batches in the order in which they came, and the scroll that is due by now. */
export function nextFlush(
  { number, shiftIndex, clock: before }: Sheet,
  batches: readonly Batch[],
  now: number,
): { flush: Flush; drawn: BoardCommand[]; scroll: BoardCommand[] } {
  const drawn = commandsOn(shiftIndex, batches)
  const clock = drawnUntil(before, now)
  const scrolls = clock.drawnMs >= SCROLL_MS
  const scroll: BoardCommand[] = scrolls ? [{ do: 'fo', offset: BOARD_SLICE }] : []
  const flush: Flush = {
    number: number + 1,
    shiftIndex: shiftIndex + scroll.length,
    clock: scrolls ? { drawnMs: 0, at: now } : clock,
    text: encodeCommands([...drawn, ...scroll]),
    drawn: [...new Map(batches.map(({ client, sequence }) => [client, sequence]))],
  }
  return { flush, drawn, scroll }
}
