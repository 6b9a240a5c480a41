import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DrawCommand, SUBPIXELS } from '../../../contract/socket/draw-commands.ts'
import type { BoardTransform } from '../../../web/features/whiteboard/drawing/board-view.ts'
import { TOOLS_CODEC } from '../../../web/features/whiteboard/drawing/tools.ts'
import { type DrawingOptions, PointerInput } from '../../../web/features/whiteboard/drawing/useDrawing.ts'
import type { BoardSession } from '../../../web/features/whiteboard/session/board-session.ts'

const STAGE = {
  ...{ clientWidth: 700, clientHeight: 525, dataset: {} },
  getBoundingClientRect: () => ({ left: 0, top: 0 }),
  setPointerCapture: () => undefined,
} as unknown as HTMLElement

/** Input on a stage that shows the unscaled board at its upper left corner. */
class Stage {
  readonly drawn: DrawCommand[] = []
  view: BoardTransform = { x: 0, y: 0, scale: 1, angle: 0 }
  slideOffset = 0
  readonly input = new PointerInput(STAGE, () => this.#options())

  #options(): DrawingOptions {
    const draw: BoardSession['draw'] = (_pen, commands) => void this.drawn.push(...commands)
    return {
      ...{ session: { shiftIndex: 0, draw } as BoardSession, stage: { current: STAGE } },
      ...{ tools: TOOLS_CODEC.parse(null), onTools: () => undefined, view: this.view, canDraw: true },
      onView: (change) => {
        this.view = change(this.view)
      },
      ...{ onReset: () => undefined, isPanning: false, isPointing: false, onPoint: () => undefined },
      slideOffset: () => this.slideOffset,
    }
  }
}

function pointer(pointerType: string, pointerId: number, [clientX, clientY]: readonly [number, number]): PointerEvent {
  return {
    ...{ pointerType, pointerId, clientX, clientY, button: 0, timeStamp: 0, pressure: 0.5, width: 20, height: 20 },
    ...{ preventDefault: () => undefined, getCoalescedEvents: () => [] },
  } as unknown as PointerEvent
}

describe('pointers on the board [2 §2 Whiteboard]', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { activeElement: null })
    vi.stubGlobal('HTMLElement', class {})
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('the board is drawn on under the pointer while it scrolls', () => {
    const stage = new Stage()
    stage.slideOffset = 40
    stage.input.down(pointer('mouse', 1, [300, 200]))
    // The board has moved on by half of the rest.
    stage.slideOffset = 20
    stage.input.move(pointer('mouse', 1, [320, 210]))
    stage.input.up(pointer('mouse', 1, [320, 210]))
    expect(stage.drawn[0]).toMatchObject({ do: 'dqc', x: 260 * SUBPIXELS, y: 200 * SUBPIXELS })
    expect(stage.drawn.at(-1)).toMatchObject({ do: 'dqc', x2: 300 * SUBPIXELS, y2: 210 * SUBPIXELS })
  })

  it('two fingers rotate the board by the angle by which they turn', () => {
    const stage = new Stage()
    stage.input.down(pointer('touch', 1, [300, 200]))
    stage.input.down(pointer('touch', 2, [400, 200]))
    stage.input.move(pointer('touch', 2, [300, 300]))
    stage.input.up(pointer('touch', 2, [300, 300]))
    stage.input.up(pointer('touch', 1, [300, 200]))
    expect(stage.view.angle).toBeCloseTo(Math.PI / 2)
    expect(stage.view.scale).toBeCloseTo(1)
    expect(stage.drawn).toEqual([])
  })
})
