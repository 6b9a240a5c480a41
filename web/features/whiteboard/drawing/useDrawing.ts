import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from 'react'
import type { BoardSession } from '../session/board-session.ts'
import { type BoardTransform, panView, pinchView, snapRotation, toBoard, zoomBoardAt } from './board-view.ts'
import { DrawGestures, type GestureAction, type PointerSample } from './draw-gestures.ts'
import type { Point } from './stroke.ts'
import { type ActiveStroke, beginStroke, type StrokeCommands } from './stroke.ts'
import { type Tools, withRecentColour } from './tools.ts'

export type DrawingOptions = {
  session: BoardSession
  stage: RefObject<HTMLElement | null>
  tools: Tools
  onTools: Dispatch<SetStateAction<Tools>>
  view: BoardTransform
  onView: (change: (view: BoardTransform) => BoardTransform) => void
  onReset: () => void
  /** Presses move the view instead of drawing. */
  isPanning: boolean
  isPointing: boolean
  onPoint: (point: Point) => void
  canDraw: boolean
  /** Remaining distance of the board's slide animation. */
  slideOffset: () => number
}

/** A wheel notch reports a delta of about 100. */
const WHEEL_ZOOM = 0.0015
const WHEEL_TURN = 0.002
/** CSS pixels per unit of each `deltaMode`: pixel, line, page. */
const WHEEL_UNITS = [1, 16, 400]
const MIDDLE_BUTTON = 1

/** Handles mouse, pen, touch and wheel on the stage [2 §2 Whiteboard]. */
export function useDrawing(options: DrawingOptions): void {
  const latest = useRef(options)
  latest.current = options
  const { stage } = options
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const listeners = new AbortController()
    const input = new PointerInput(element, () => latest.current)
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => element.addEventListener(type, listener, { signal: listeners.signal, passive: false })
    on('pointerdown', (event) => input.down(event))
    on('pointermove', (event) => input.move(event))
    on('pointerup', (event) => input.up(event))
    on('pointercancel', (event) => input.cancel(event))
    on('wheel', (event) => input.wheel(event))
    on('contextmenu', (event) => event.preventDefault())
    return () => {
      input.lift()
      listeners.abort()
    }
  }, [stage])
}

export class PointerInput {
  readonly #stage: HTMLElement
  readonly #options: () => DrawingOptions
  readonly #gestures = new DrawGestures()
  #stroke: ActiveStroke | null = null
  /** The pointer that pans the board, at its last position. */
  #pan: PointerSample | null = null

  constructor(stage: HTMLElement, options: () => DrawingOptions) {
    this.#stage = stage
    this.#options = options
  }

  down(event: PointerEvent): void {
    // Prevents text selection and scrolling.
    event.preventDefault()
    // Takes the focus out of text fields, so that shortcuts work.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const touch = this.#sampleOf(event)
    const isMiddle = event.pointerType === 'mouse' && event.button === MIDDLE_BUTTON
    if (this.#pan || (event.button !== 0 && !isMiddle)) return
    this.#stage.setPointerCapture(event.pointerId)
    if (isMiddle || this.#options().isPanning) {
      this.#pan = touch
      this.#stage.dataset.panning = ''
    } else if (this.#options().isPointing) this.#options().onPoint(this.#onBoard(touch))
    else this.#do(this.#gestures.down(touch))
  }

  move(event: PointerEvent): void {
    if (this.#pan?.id === event.pointerId) {
      const at = this.#sampleOf(event)
      const { x, y } = this.#pan
      this.#pan = at
      this.#options().onView((view) => panView(view, at.x - x, at.y - y))
      return
    }
    // A pen may report several points per frame.
    const coalesced = event.getCoalescedEvents()
    for (const pointerEvent of coalesced.length > 0 ? coalesced : [event])
      this.#do(this.#gestures.move(this.#sampleOf(pointerEvent)))
  }

  up(event: PointerEvent): void {
    if (this.#pan?.id === event.pointerId) this.#endPan()
    else this.#do(this.#gestures.up(this.#sampleOf(event)))
  }

  cancel(event: PointerEvent): void {
    if (this.#pan?.id === event.pointerId) this.#endPan()
    this.#do(this.#gestures.cancel(this.#sampleOf(event)))
  }

  #endPan(): void {
    this.#pan = null
    delete this.#stage.dataset.panning
  }

  wheel(event: WheelEvent): void {
    event.preventDefault()
    const moved = (event.deltaY || event.deltaX) * (WHEEL_UNITS[event.deltaMode] ?? 1)
    const change = event.shiftKey ? { turn: moved * WHEEL_TURN } : { by: Math.exp(-moved * WHEEL_ZOOM) }
    const at = this.#pointOf(event)
    this.#options().onView((view) => zoomBoardAt(view, at, change))
  }

  lift(): void {
    this.#do([{ do: 'end' }])
  }

  #do(actions: readonly GestureAction[]): void {
    const { session, onView, onReset } = this.#options()
    for (const action of actions) {
      if (action.do === 'begin') this.#begin(action.at)
      else if (action.do === 'draw')
        this.#add(this.#stroke?.to(this.#onBoard(action.at), pressureOf(action.at)), session)
      else if (action.do === 'end') {
        this.#add(this.#stroke?.end(), session)
        this.#stroke = null
      } else if (action.do === 'pinch') onView((view) => pinchView(view, action.from, action.to))
      else if (action.do === 'reset') onReset()
      else onView((view) => snapRotation(view, { width: this.#stage.clientWidth, height: this.#stage.clientHeight }))
    }
  }

  #begin(at: PointerSample): void {
    const { session, tools, onTools, canDraw } = this.#options()
    if (!canDraw) return
    const [stroke, commands] = beginStroke(tools, this.#onBoard(at), pressureOf(at), session.shiftIndex)
    this.#stroke = stroke
    this.#add(commands, session)
    onTools(withRecentColour)
  }

  #add(stroke: StrokeCommands | undefined, session: BoardSession): void {
    if (stroke) session.draw(stroke.pen, stroke.commands)
  }

  #onBoard(at: Point): Point {
    const { view, slideOffset } = this.#options()
    const { x, y } = toBoard(view, at)
    return { x: x - slideOffset(), y }
  }

  #pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#stage.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #sampleOf(event: PointerEvent): PointerSample {
    const { pointerId: id, pointerType, timeStamp: time, pressure, width, height } = event
    const kind = pointerType === 'pen' || pointerType === 'touch' ? pointerType : 'mouse'
    return { ...this.#pointOf(event), id, kind, time, pressure, contact: Math.max(width, height) }
  }
}

/** Other pointers report a constant pressure. */
const pressureOf = ({ kind, pressure }: PointerSample) => (kind === 'pen' ? pressure : null)
