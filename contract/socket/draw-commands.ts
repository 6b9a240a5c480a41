import { BOARD, PEN_SIZE, PIXEL_TOOL_SIZES } from '../limits.ts'

/**
 * Text format of the whiteboard's commands [2 §7]. Each line is a command and its numbers, separated by single spaces
 * and ended by a line feed. Numbers are lower-case hex without leading zeros, with `-` for negative ones.
 *
 *     batch = *( command LF )
 *     scr   = "scr" colour               ; sets the colour, 0 to ffffff: red, green, blue
 *     slw   = "slw" width                ; sets the width of the pen, 1/256 px
 *     dr    = "dr" x y width height      ; fills a rectangle, 1/256 px
 *     dqc   = "dqc" x y cx cy x2 y2      ; draws a quadratic curve with a control point, 1/256 px
 *     fo    = "fo" offset                ; scrolls left by whole pixels, with blank paper at the right
 *     cs    = "cs" client                ; names the client that drew the following commands
 *
 * Clients send `scr`, `slw`, `dr` and `dqc`; only the server sends `fo` and `cs`.
 */
export type BoardCommand =
  | { do: 'scr'; colour: number }
  | { do: 'slw'; width: number }
  | RectangleCommand
  | CurveCommand
  | { do: 'fo'; offset: number }
  | { do: 'cs'; client: number }

export type RectangleCommand = { do: 'dr'; x: number; y: number; width: number; height: number }
export type CurveCommand = { do: 'dqc'; x: number; y: number; cx: number; cy: number; x2: number; y2: number }

/** Commands that clients may send. */
export type DrawCommand = Exclude<BoardCommand, { do: 'fo' | 'cs' }>

/** Coordinates and widths are in 1/256 px. */
export const SUBPIXELS = 256

/** Marks may lie outside the board by this; scrolling may move them further to the left. */
const MARGIN = 64 * SUBPIXELS
const X_MAX = BOARD.width * SUBPIXELS + MARGIN
const Y_MAX = BOARD.height * SUBPIXELS + MARGIN
const SIDE_MAX = Math.max(...PIXEL_TOOL_SIZES) * SUBPIXELS
const PEN_MIN = PEN_SIZE.min * SUBPIXELS
const PEN_MAX = PEN_SIZE.max * SUBPIXELS
const CLIENT_MAX = 2 ** 32 - 1

export function encodeCommands(commands: readonly BoardCommand[]): string {
  let text = ''
  for (const command of commands) text += encodeCommand(command)
  return text
}

function encodeCommand(command: BoardCommand): string {
  switch (command.do) {
    case 'scr':
      return `scr ${hex(command.colour)}\n`
    case 'slw':
      return `slw ${hex(command.width)}\n`
    case 'dr':
      return `dr ${hex(command.x)} ${hex(command.y)} ${hex(command.width)} ${hex(command.height)}\n`
    case 'dqc': {
      const { x, y, cx, cy, x2, y2 } = command
      return `dqc ${hex(x)} ${hex(y)} ${hex(cx)} ${hex(cy)} ${hex(x2)} ${hex(y2)}\n`
    }
    case 'fo':
      return `fo ${hex(command.offset)}\n`
    case 'cs':
      return `cs ${hex(command.client)}\n`
  }
}

const hex = (number: number) => number.toString(16)

/** Null for invalid syntax or a number out of bounds. */
export function decodeCommands(text: string): BoardCommand[] | null {
  const reader = new Reader(text)
  const commands: BoardCommand[] = []
  while (!reader.atEnd) {
    const command = readCommand(reader)
    if (!command || !reader.endLine()) return null
    commands.push(command)
  }
  return commands
}

/** Null for invalid commands, and for commands that only the server may send. */
export function decodeDrawCommands(text: string): DrawCommand[] | null {
  const commands = decodeCommands(text)
  return commands?.every(isDrawCommand) ? commands : null
}

/** False for server commands, and for marks left of the margin, which only a scroll can move there. */
function isDrawCommand(command: BoardCommand): command is DrawCommand {
  if (command.do === 'dr') return command.x >= -MARGIN
  if (command.do === 'dqc') return Math.min(command.x, command.cx, command.x2) >= -MARGIN
  return command.do === 'scr' || command.do === 'slw'
}

function readCommand(reader: Reader): BoardCommand | null {
  const command = readFields(reader)
  return reader.failed ? null : command
}

/** Reads the fields in the order in which JavaScript evaluates the expressions. */
function readFields(reader: Reader): BoardCommand | null {
  if (reader.skip('dqc'))
    return { do: 'dqc', x: reader.x(), y: reader.y(), cx: reader.x(), cy: reader.y(), x2: reader.x(), y2: reader.y() }
  if (reader.skip('dr')) {
    const [x, y, width, height] = [reader.x(), reader.y(), reader.number(1, SIDE_MAX), reader.number(1, SIDE_MAX)]
    return { do: 'dr', x, y, width, height }
  }
  if (reader.skip('scr')) return { do: 'scr', colour: reader.number(0, 0xffffff) }
  if (reader.skip('slw')) return { do: 'slw', width: reader.number(PEN_MIN, PEN_MAX) }
  if (reader.skip('cs')) return { do: 'cs', client: reader.number(1, CLIENT_MAX) }
  if (reader.skip('fo')) return { do: 'fo', offset: reader.number(1, BOARD.width) }
  return null
}

const SPACE = 0x20
const LINE_FEED = 0x0a
const MINUS = 0x2d
const DIGITS_MAX = 8

/** Reads character by character without splitting, because the log of an hour has millions of characters. */
class Reader {
  readonly #text: string
  #at = 0
  /** Set by a missing, malformed or out-of-range number. */
  failed = false

  constructor(text: string) {
    this.#text = text
  }

  get atEnd(): boolean {
    return this.#at === this.#text.length
  }

  skip(name: string): boolean {
    if (!this.#text.startsWith(name, this.#at)) return false
    this.#at += name.length
    return true
  }

  endLine(): boolean {
    return this.#text.charCodeAt(this.#at++) === LINE_FEED
  }

  x(): number {
    return this.number(-X_MAX, X_MAX)
  }

  y(): number {
    return this.number(-MARGIN, Y_MAX)
  }

  number(min: number, max: number): number {
    if (this.#text.charCodeAt(this.#at) !== SPACE) this.failed = true
    const isNegative = this.#text.charCodeAt(this.#at + 1) === MINUS
    const start = this.#at + (isNegative ? 2 : 1)
    let value = 0
    let end = start
    for (let digit = this.#digit(end); digit >= 0; digit = this.#digit(++end)) value = value * 16 + digit
    const digits = end - start
    const isPadded = digits > 1 && this.#digit(start) === 0
    const number = isNegative ? -value : value
    if (digits === 0 || digits > DIGITS_MAX || isPadded || (isNegative && value === 0)) this.failed = true
    if (number < min || number > max) this.failed = true
    this.#at = end
    return number
  }

  #digit(at: number): number {
    const code = this.#text.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) return code - 0x30
    return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1
  }
}
