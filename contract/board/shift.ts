import { BOARD_SLICE_WIDTH } from '../limits.ts'
import { type DrawCommand, SUBPIXELS } from '../socket/draw-commands.ts'

/** Shifts the coordinates of a batch to match a board that has scrolled `shiftIndex` times. */
export function shiftCommands(
  shiftIndex: number,
  batch: { readonly shiftIndex: number; readonly commands: readonly DrawCommand[] },
): readonly DrawCommand[] {
  const offset = (shiftIndex - batch.shiftIndex) * BOARD_SLICE_WIDTH * SUBPIXELS
  if (offset === 0) return batch.commands
  return batch.commands.map((command) => {
    if (command.do === 'dr') return { ...command, x: command.x - offset }
    if (command.do === 'dqc')
      return { ...command, x: command.x - offset, cx: command.cx - offset, x2: command.x2 - offset }
    return command
  })
}
