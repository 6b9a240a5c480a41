import { BOARD_FLUSH_MS, BOARD_SCROLL_MINUTES, BOARD_SLICE_WIDTH } from '../../../../contract/limits.ts'
import { type BoardCommand, encodeCommands } from '../../../../contract/socket/draw-commands.ts'
import { strokesOf } from './strokes.ts'

const ARTISTS = 30
const COMMANDS_PER_SECOND = 33
const MINUTE_MS = 60_000

/**
 * The log of thirty artists who draw without pause: one text per batch, with its client, and the scrolls. `commands`
 * counts the artists' commands.
 */
export function drawingLog(minutes: number): { texts: string[]; commands: number } {
  const artists = Array.from({ length: ARTISTS }, (_, index) => ({ client: index + 1, strokes: strokesOf(index) }))
  const texts: string[] = []
  let commands = 0
  for (let ms = BOARD_FLUSH_MS; ms <= minutes * MINUTE_MS; ms += BOARD_FLUSH_MS) {
    const due = commandsUntil(ms) - commandsUntil(ms - BOARD_FLUSH_MS)
    for (const { client, strokes } of artists) {
      const batch: BoardCommand[] = [{ do: 'cs', client }]
      for (let drawn = 0; drawn < due; drawn++) batch.push(strokes.next().value)
      texts.push(flatten(encodeCommands(batch)))
      commands += due
    }
    if (ms % (BOARD_SCROLL_MINUTES * MINUTE_MS) === 0)
      texts.push(encodeCommands([{ do: 'fo', offset: BOARD_SLICE_WIDTH }]))
  }
  return { texts, commands }
}

/** Copies a concatenated string, which the first read would flatten, as if it came from a socket. */
const flatten = (text: string) => Buffer.from(text, 'latin1').toString('latin1')

const commandsUntil = (ms: number) => Math.floor((ms / 1000) * COMMANDS_PER_SECOND)
