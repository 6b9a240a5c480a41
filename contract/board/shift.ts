import { BOARD_SLICE_WIDTH } from '../limits.ts'
import { type DrawCommand, SUBPIXELS } from '../socket/draw-commands.ts'

/** Shifts the coordinates of a batch to match a board that has scrolled `shiftIndex` times. */
export function shiftCommands(
  shiftIndex: number,
  batch: { readonly shiftIndex: number; readonly commands: readonly DrawCommand[] },
): readonly DrawCommand[] {
  const shift = (shiftIndex - batch.shiftIndex) * BOARD_SLICE_WIDTH * SUBPIXELS
  if (shift === 0) return batch.commands
  return batch.commands.map((command) => {
    if (command.do === 'dr') return { ...command, x: command.x - shift }
    if (command.do === 'dqc')
      return { ...command, x: command.x - shift, cx: command.cx - shift, x2: command.x2 - shift }
    return command
  })
}
