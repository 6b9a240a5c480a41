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

  down(sample: PointerSample): GestureAction[] {
    if (sample.kind === 'pen') this.#hadPen = true
    if (sample.kind !== 'touch') return this.#drawingId === null ? this.#begin(sample) : []
    if (this.#drawingId !== null && !this.#fingers.has(this.#drawingId)) return []
    if (sample.contact > PALM_PX) return []
    if (this.#fingers.size === 0) {
      this.#maxFingers = 0
      this.#startedAt = sample.time
      this.#hasMoved = false
    }
    this.#fingers.set(sample.id, { from: sample, at: sample })
    this.#maxFingers = Math.max(this.#maxFingers, this.#fingers.size)
    if (this.#fingers.size === 1 && !this.#hadPen) {
      this.#pending = [sample]
      return []
    }
    this.#pending = []
    return this.#end()
  }

  #begin(sample: PointerSample): GestureAction[] {
    this.#drawingId = sample.id
    this.#fingers.clear()
    this.#pending = []
    return [{ do: 'begin', at: sample }]
  }

  #end(): GestureAction[] {
    if (this.#drawingId === null) return []
    this.#drawingId = null
    return [{ do: 'end' }]
  }

  move(sample: PointerSample): GestureAction[] {
    if (sample.id === this.#drawingId) {
      const finger = this.#fingers.get(sample.id)
      if (finger) finger.at = sample
      return [{ do: 'draw', at: sample }]
    }
    const finger = this.#fingers.get(sample.id)
    if (!finger) return []
    if (distance(finger.from, sample) > TAP_PX) this.#hasMoved = true
    if (this.#pending.length > 0) return this.#movePending(finger, sample)
    return this.#movePinching(finger, sample)
  }

  #movePending(finger: Finger, sample: PointerSample): GestureAction[] {
    finger.at = sample
    this.#pending.push(sample)
    return distance(finger.from, sample) > FINGER_SLACK_PX ? this.#drawPending() : []
  }

  #drawPending(): GestureAction[] {
    const [first, ...rest] = this.#pending
    this.#pending = []
    if (!first) return []
    this.#drawingId = first.id
    return [{ do: 'begin', at: first }, ...rest.map((at): GestureAction => ({ do: 'draw', at }))]
  }

  #movePinching(finger: Finger, sample: PointerSample): GestureAction[] {
    const other = [...this.#fingers.values()].find((candidate) => candidate !== finger)
    const before = finger.at
    finger.at = sample
    if (!other || this.#fingers.size !== 2) return []
    return [{ do: 'pinch', from: [before, other.at], to: [sample, other.at] }]
  }

  up(sample: PointerSample): GestureAction[] {
    const wasDrawing = sample.id === this.#drawingId
    const isLast = this.#fingers.delete(sample.id) && this.#fingers.size === 0
    if (wasDrawing) return this.#end()
    if (!isLast) return []
    // A tap with one finger draws a dot.
    if (this.#pending.length > 0) return [...this.#drawPending(), ...this.#end()]
    const isTap = this.#maxFingers === 3 && !this.#hasMoved && sample.time - this.#startedAt <= TAP_MS
    return [{ do: isTap ? 'reset' : 'snap' }]
  }

  /** The system cancelled the pointer: keeps the drawn part and drops the rest. */
  cancel(sample: PointerSample): GestureAction[] {
    this.#fingers.delete(sample.id)
    this.#pending = []
    return sample.id === this.#drawingId ? this.#end() : []
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
