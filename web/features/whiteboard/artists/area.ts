import type { BoardArea } from '../../../../contract/board/marks.ts'
import { BOARD } from '../../../../contract/limits.ts'

/** Rectangle on the board, in pixels. */
export type Rectangle = Omit<BoardArea, 'shiftIndex'>
export type AreaSide = keyof Rectangle

/** Default selection: the middle of the board. */
export const MIDDLE: Rectangle = {
  x: Math.round(BOARD.width / 4),
  y: Math.round(BOARD.height / 4),
  width: Math.round(BOARD.width / 2),
  height: Math.round(BOARD.height / 2),
}

/** Rectangle between two corners, or null when it is empty. */
export function rectangleOf([x1, y1]: [number, number], [x2, y2]: [number, number]): Rectangle | null {
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)]
  return width > 0 && height > 0 ? { x: Math.min(x1, x2), y: Math.min(y1, y2), width, height } : null
}

/** Range of a side in pixels: the corner lies on the board, the size is at least one pixel. */
export function boundsOf(rectangle: Rectangle, side: AreaSide): { min: number; max: number } {
  if (side === 'x') return { min: 0, max: BOARD.width - 1 }
  if (side === 'y') return { min: 0, max: BOARD.height - 1 }
  return { min: 1, max: BOARD[side] - (side === 'width' ? rectangle.x : rectangle.y) }
}

/** Changes one side of a rectangle within the board. */
export function withSide(rectangle: Rectangle, side: AreaSide, value: number): Rectangle {
  const { min, max } = boundsOf(rectangle, side)
  const changed = { ...rectangle, [side]: Math.min(max, Math.max(min, Math.round(value))) }
  return {
    ...changed,
    width: Math.min(changed.width, BOARD.width - changed.x),
    height: Math.min(changed.height, BOARD.height - changed.y),
  }
}
