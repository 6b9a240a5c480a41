import type { Point } from './stroke.ts'

/** A pointer on the stage: position in CSS pixels, pressure from 0 to 1, time in milliseconds. */
export type Touch = Point & {
  id: number
  kind: 'mouse' | 'pen' | 'touch'
  time: number
  pressure: number
  /** Longer side of the contact area, in CSS pixels. */
  contact: number
}

export type GestureAction =
  | { do: 'begin' | 'draw'; at: Touch }
  | { do: 'end' }
  | { do: 'pinch'; from: [Point, Point]; to: [Point, Point] }
  | { do: 'settle' }
  | { do: 'straighten' }

/** A finger draws after moving this far, in CSS pixels; until then it may start a pinch. */
const FINGER_SLACK = 6
/** Maximum duration of a tap, and movement of its fingers in CSS pixels. */
const TAP_MS = 400
const TAP_PX = 24
/** Larger contacts are palms. */
const PALM_PX = 60

type Finger = { from: Touch; at: Touch }

/**
 * Turns pointer events into strokes and view changes [2 §2 Whiteboard]: a mouse, a pen or one finger draws, two fingers
 * zoom and rotate, a tap of three resets the view. After a pen was used, fingers no longer draw; while it draws, they
 * are ignored.
 */
export class DrawGestures {
  readonly #fingers = new Map<number, Finger>()
  #drawing: number | null = null
  #hadPen = false
  /** Positions of a finger that does not draw yet. */
  #pending: Touch[] = []
  #maxFingers = 0
  #startedAt = 0
  #hasMoved = false

  down(touch: Touch): GestureAction[] {
    if (touch.kind === 'pen') this.#hadPen = true
    if (touch.kind !== 'touch') return this.#drawing === null ? this.#begin(touch) : []
    if (this.#drawing !== null && !this.#fingers.has(this.#drawing)) return []
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

  #begin(touch: Touch): GestureAction[] {
    this.#drawing = touch.id
    this.#fingers.clear()
    this.#pending = []
    return [{ do: 'begin', at: touch }]
  }

  #end(): GestureAction[] {
    if (this.#drawing === null) return []
    this.#drawing = null
    return [{ do: 'end' }]
  }

  move(touch: Touch): GestureAction[] {
    if (touch.id === this.#drawing) {
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

  #movePending(finger: Finger, touch: Touch): GestureAction[] {
    finger.at = touch
    this.#pending.push(touch)
    return distance(finger.from, touch) > FINGER_SLACK ? this.#drawPending() : []
  }

  #drawPending(): GestureAction[] {
    const [first, ...rest] = this.#pending
    this.#pending = []
    if (!first) return []
    this.#drawing = first.id
    return [{ do: 'begin', at: first }, ...rest.map((at): GestureAction => ({ do: 'draw', at }))]
  }

  #movePinching(finger: Finger, touch: Touch): GestureAction[] {
    const other = [...this.#fingers.values()].find((one) => one !== finger)
    const before = finger.at
    finger.at = touch
    if (!other || this.#fingers.size !== 2) return []
    return [{ do: 'pinch', from: [before, other.at], to: [touch, other.at] }]
  }

  up(touch: Touch): GestureAction[] {
    const wasDrawn = touch.id === this.#drawing
    const isLast = this.#fingers.delete(touch.id) && this.#fingers.size === 0
    if (wasDrawn) return this.#end()
    if (!isLast) return []
    // A tap with one finger draws a dot.
    if (this.#pending.length > 0) return [...this.#drawPending(), ...this.#end()]
    const isTap = this.#maxFingers === 3 && !this.#hasMoved && touch.time - this.#startedAt <= TAP_MS
    return [{ do: isTap ? 'straighten' : 'settle' }]
  }

  /** The system cancelled the pointer: keeps the drawn part and drops the rest. */
  cancel(touch: Touch): GestureAction[] {
    this.#fingers.delete(touch.id)
    this.#pending = []
    return touch.id === this.#drawing ? this.#end() : []
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
