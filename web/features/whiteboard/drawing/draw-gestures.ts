import type { Point } from './stroke.ts'

/** A pointer on the stage: position in CSS pixels, pressure from 0 to 1, time in milliseconds. */
export type PointerSample = Point & {
  id: number
  kind: 'mouse' | 'pen' | 'touch'
  time: number
  pressure: number
  /** Longer side of the contact area, in CSS pixels. */
  contact: number
}

/** Outcome of a pointer event. `snap` follows a pinch and removes a small rotation; `reset` resets the view. */
export type GestureAction =
  | { do: 'begin' | 'draw'; at: PointerSample }
  | { do: 'end' }
  | { do: 'pinch'; from: [Point, Point]; to: [Point, Point] }
  | { do: 'snap' }
  | { do: 'reset' }

/** A finger draws after moving this far, in CSS pixels; until then it may start a pinch. */
const FINGER_SLACK_PX = 6
/** Maximum duration of a tap, and movement of its fingers in CSS pixels. */
const TAP_MS = 400
const TAP_PX = 24
/** Larger contacts are palms. */
const PALM_PX = 60

type Finger = { from: PointerSample; at: PointerSample }

/**
 * Turns pointer events into strokes and view changes [2 §2 Whiteboard]: a mouse, a pen or one finger draws, two fingers
 * zoom and rotate, a tap of three resets the view. After a pen was used, fingers no longer draw; while it draws, they
 * are ignored.
 */
export class DrawGestures {
  readonly #fingers = new Map<number, Finger>()
  #drawingId: number | null = null
  #hadPen = false
  /** Positions of a finger that does not draw yet. */
  #pending: PointerSample[] = []
  #maxFingers = 0
  #startedAt = 0
  #hasMoved = false

  down(touch: PointerSample): GestureAction[] {
    if (touch.kind === 'pen') this.#hadPen = true
    if (touch.kind !== 'touch') return this.#drawingId === null ? this.#begin(touch) : []
    if (this.#drawingId !== null && !this.#fingers.has(this.#drawingId)) return []
    if (touch.contact > PALM_PX) return []
    if (this.#fingers.size === 0) {
      this.#maxFingers = 0
      this.#startedAt = touch.time
      this.#hasMoved = false
    }
    this.#fingers.set(touch.id, { from: touch, at: touch })
    this.#maxFingers = Math.max(this.#maxFingers, this.#fingers.size)
    if (this.#fingers.size === 1 && !this.#hadPen) {
      this.#pending = [touch]
      return []
    }
    this.#pending = []
    return this.#end()
  }

  #begin(touch: PointerSample): GestureAction[] {
    this.#drawingId = touch.id
    this.#fingers.clear()
    this.#pending = []
    return [{ do: 'begin', at: touch }]
  }

  #end(): GestureAction[] {
    if (this.#drawingId === null) return []
    this.#drawingId = null
    return [{ do: 'end' }]
  }

  move(touch: PointerSample): GestureAction[] {
    if (touch.id === this.#drawingId) {
      const finger = this.#fingers.get(touch.id)
      if (finger) finger.at = touch
      return [{ do: 'draw', at: touch }]
    }
    const finger = this.#fingers.get(touch.id)
    if (!finger) return []
    if (distance(finger.from, touch) > TAP_PX) this.#hasMoved = true
    if (this.#pending.length > 0) return this.#movePending(finger, touch)
    return this.#movePinching(finger, touch)
  }

  #movePending(finger: Finger, touch: PointerSample): GestureAction[] {
    finger.at = touch
    this.#pending.push(touch)
    return distance(finger.from, touch) > FINGER_SLACK_PX ? this.#drawPending() : []
  }

  #drawPending(): GestureAction[] {
    const [first, ...rest] = this.#pending
    this.#pending = []
    if (!first) return []
    this.#drawingId = first.id
    return [{ do: 'begin', at: first }, ...rest.map((at): GestureAction => ({ do: 'draw', at }))]
  }

  #movePinching(finger: Finger, touch: PointerSample): GestureAction[] {
    const other = [...this.#fingers.values()].find((candidate) => candidate !== finger)
    const before = finger.at
    finger.at = touch
    if (!other || this.#fingers.size !== 2) return []
    return [{ do: 'pinch', from: [before, other.at], to: [touch, other.at] }]
  }

  up(touch: PointerSample): GestureAction[] {
    const wasDrawing = touch.id === this.#drawingId
    const isLast = this.#fingers.delete(touch.id) && this.#fingers.size === 0
    if (wasDrawing) return this.#end()
    if (!isLast) return []
    // A tap with one finger draws a dot.
    if (this.#pending.length > 0) return [...this.#drawPending(), ...this.#end()]
    const isTap = this.#maxFingers === 3 && !this.#hasMoved && touch.time - this.#startedAt <= TAP_MS
    return [{ do: isTap ? 'reset' : 'snap' }]
  }

  /** The system cancelled the pointer: keeps the drawn part and drops the rest. */
  cancel(touch: PointerSample): GestureAction[] {
    this.#fingers.delete(touch.id)
    this.#pending = []
    return touch.id === this.#drawingId ? this.#end() : []
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
