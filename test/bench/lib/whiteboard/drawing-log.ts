import { BOARD_FLUSH_MS, BOARD_SCROLL_MINUTES, BOARD_SLICE_WIDTH } from '../../../../contract/limits.ts'
import { type BoardCommand, encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { strokesOf } from './strokes.ts'

const ARTISTS = 30
const COMMANDS_PER_SECOND = 33
const MINUTE_MS = 60_000

/**
 * Minutes of thirty artists who draw all the time, as the log of the board has it: a text for each batch that a page sends,
 * with whose it is before it, and the scrolls. Says how many commands the artists drew.
 */
export function drawingLog(minutes: number): { texts: string[]; commands: number } {
  const hands = Array.from({ length: ARTISTS }, (_, index) => ({ client: index + 1, strokes: strokesOf(index) }))
  const texts: string[] = []
  let commands = 0
  for (let ms = BOARD_FLUSH_MS; ms <= minutes * MINUTE_MS; ms += BOARD_FLUSH_MS) {
    const due = commandsBy(ms) - commandsBy(ms - BOARD_FLUSH_MS)
    for (const { client, strokes } of hands) {
      const batch: BoardCommand[] = [{ do: 'cs', client }]
      for (let drawn = 0; drawn < due; drawn++) batch.push(strokes.next().value)
      texts.push(inOnePiece(encodeCommands(batch)))
      commands += due
    }
    if (ms % (BOARD_SCROLL_MINUTES * MINUTE_MS) === 0)
      texts.push(encodeCommands([{ do: 'fo', offset: BOARD_SLICE_WIDTH }]))
  }
  return { texts, commands }
}

/** A text as it comes from a socket or the log; one that was just put together is in parts, which the first reading joins. */
const inOnePiece = (text: string) => Buffer.from(text, 'latin1').toString('latin1')

/** What one artist has drawn by a time. */
const commandsBy = (ms: number) => Math.floor((ms / 1000) * COMMANDS_PER_SECOND)
