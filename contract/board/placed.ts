import { BOARD_SLICE } from '../limits.ts'
import { type DrawnCommand, SUBPIXELS } from '../socket/whiteboard.ts'

/** The commands of a batch at their place on a board that has scrolled `shiftIndex` times. */
export function placedAt(
  shiftIndex: number,
  batch: { readonly shiftIndex: number; readonly commands: readonly DrawnCommand[] },
): readonly DrawnCommand[] {
  const by = (shiftIndex - batch.shiftIndex) * BOARD_SLICE * SUBPIXELS
  if (by === 0) return batch.commands
  return batch.commands.map((command) => {
    if (command.do === 'dr') return { ...command, x: command.x - by }
    if (command.do === 'dqc') return { ...command, x: command.x - by, cx: command.cx - by, x2: command.x2 - by }
    return command
  })
}
