import type { Dispatch, SetStateAction } from 'react'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import type { BoardView } from './board-view.ts'
import { type Pointing, resizeBrush, type Tools, togglePointing } from './tools.ts'

/** Factor and angle (in radians) of one key press or button. */
export const ZOOM_STEP = 1.25
export const TURN_STEP = Math.PI / 12

const MOVE_STEP = 64

type BoardKeysOptions = {
  view: BoardView
  onTools: Dispatch<SetStateAction<Tools>>
  onPointing: Dispatch<SetStateAction<Pointing>>
}

export function useBoardKeys({ view, onTools, onPointing }: BoardKeysOptions): void {
  const brush = (brush: Tools['brush']) => () => onTools((tools) => ({ ...tools, brush }))
  const size = (by: 1 | -1) => () => onTools((tools) => resizeBrush(tools, by))
  useShortcuts({
    p: brush('pen'),
    x: brush('pixel'),
    i: () => onPointing(togglePointing('colour')),
    w: () => onPointing(togglePointing('author')),
    Escape: () => onPointing(null),
    '[': size(-1),
    ']': size(1),
    '=': () => view.step({ by: ZOOM_STEP }),
    '+': () => view.step({ by: ZOOM_STEP }),
    '-': () => view.step({ by: 1 / ZOOM_STEP }),
    ',': () => view.step({ turn: -TURN_STEP }),
    '.': () => view.step({ turn: TURN_STEP }),
    '0': view.reset,
    ArrowLeft: () => view.move(MOVE_STEP, 0),
    ArrowRight: () => view.move(-MOVE_STEP, 0),
    ArrowUp: () => view.move(0, MOVE_STEP),
    ArrowDown: () => view.move(0, -MOVE_STEP),
  })
}
