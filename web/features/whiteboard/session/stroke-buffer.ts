import { DEFAULT_PEN } from '../../../../contract/board/board.ts'
import type { Pen } from '../../../../contract/board/ink.ts'
import type { DrawCommand } from '../../../../contract/socket/draw-commands.ts'

/** Commands after which a batch is made early. */
const BATCH_COMMANDS = 800

/** Strokes that are not batched yet, with their first and current pens. */
export class StrokeBuffer {
  #commands: DrawCommand[] = []
  #first: Pen = DEFAULT_PEN
  #pen: Pen = DEFAULT_PEN

  get isEmpty(): boolean {
    return this.#commands.length === 0
  }

  get isFull(): boolean {
    return this.#commands.length >= BATCH_COMMANDS
  }

  /** Adds commands of a pen and returns them with the necessary pen changes. */
  add(pen: Pen, commands: readonly DrawCommand[]): readonly DrawCommand[] {
    const { isEmpty } = this
    if (isEmpty) this.#first = this.#pen = pen
    const changes: DrawCommand[] = []
    if (pen.colour !== this.#pen.colour) changes.push({ do: 'scr', colour: pen.colour })
    if (pen.width !== this.#pen.width) changes.push({ do: 'slw', width: pen.width })
    const added = [...changes, ...commands]
    this.#pen = pen
    this.#commands.push(...added)
    return isEmpty ? [...penCommands(pen), ...added] : added
  }

  /** Buffered commands, and those that set their first pen. */
  get all(): { pen: readonly DrawCommand[]; commands: readonly DrawCommand[] } {
    return { pen: penCommands(this.#first), commands: this.#commands }
  }

  clear(): void {
    this.#commands = []
  }
}

const penCommands = ({ colour, width }: Pen): DrawCommand[] => [
  { do: 'scr', colour },
  { do: 'slw', width },
]
