import { FIRST_PEN } from '../../../../contract/board/board.ts'
import type { Pen } from '../../../../contract/board/ink.ts'
import type { DrawnCommand } from '../../../../contract/socket/whiteboard.ts'

/** So many commands make a batch before its time. */
const BATCH_COMMANDS = 800

/** What was drawn here and is not yet a batch, with the pen that it begins with and the one that it has come to. */
export class StrokeBuffer {
  #commands: DrawnCommand[] = []
  #first: Pen = FIRST_PEN
  #pen: Pen = FIRST_PEN

  get isEmpty(): boolean {
    return this.#commands.length === 0
  }

  get isFull(): boolean {
    return this.#commands.length >= BATCH_COMMANDS
  }

  /** Adds what a pen draws; answers it as it is drawn after what was there. */
  add(pen: Pen, commands: readonly DrawnCommand[]): readonly DrawnCommand[] {
    const { isEmpty } = this
    if (isEmpty) this.#first = this.#pen = pen
    const changes: DrawnCommand[] = []
    if (pen.colour !== this.#pen.colour) changes.push({ do: 'scr', colour: pen.colour })
    if (pen.width !== this.#pen.width) changes.push({ do: 'slw', width: pen.width })
    const added = [...changes, ...commands]
    this.#pen = pen
    this.#commands.push(...added)
    return isEmpty ? [...penCommands(pen), ...added] : added
  }

  /** All of it, and what sets the pen that it begins with. */
  get all(): { pen: readonly DrawnCommand[]; commands: readonly DrawnCommand[] } {
    return { pen: penCommands(this.#first), commands: this.#commands }
  }

  clear(): void {
    this.#commands = []
  }
}

const penCommands = ({ colour, width }: Pen): DrawnCommand[] => [
  { do: 'scr', colour },
  { do: 'slw', width },
]
