import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { BOARD } from '../../../../contract/limits.ts'
import type { Point } from './stroke.ts'

/**
 * Transform of the board on its stage: rotated by `angle` radians and scaled around its upper left corner, which is at
 * `x`, `y` in CSS pixels.
 */
export type BoardTransform = { x: number; y: number; scale: number; angle: number }

export type StageSize = { width: number; height: number }

const SCALE = { min: 0.25, max: 16 }
/** Rotations up to this many radians snap to 0 after a pinch. */
const NEARLY_STRAIGHT = 0.06

/** Mat around a board on a larger stage, in CSS pixels. */
const MAT_PX = 24
/** A scale that exceeds whole device pixels by less than this part is rounded down to them. */
const NEARLY_WHOLE = 0.05

/**
 * View that centres the board without rotation, as large as the stage. A stage that is larger than the board keeps a
 * mat. `pixelRatio` is the number of device pixels per CSS pixel.
 */
export function fittedView(stage: StageSize, pixelRatio = 1): BoardTransform {
  const unmatted = Math.min(1, scaleWithin(stage, 0))
  const scale = sharpScale(Math.max(unmatted, scaleWithin(stage, MAT_PX)), pixelRatio)
  // Whole pixels keep an unscaled board sharp.
  const centre = (length: number, side: number) => Math.round(((length - side * scale) / 2) * pixelRatio) / pixelRatio
  return { x: centre(stage.width, BOARD.width), y: centre(stage.height, BOARD.height), scale, angle: 0 }
}

function scaleWithin({ width, height }: StageSize, mat: number): number {
  return Math.min((width - 2 * mat) / BOARD.width, (height - 2 * mat) / BOARD.height)
}

function sharpScale(scale: number, pixelRatio: number): number {
  const devicePixels = scale * pixelRatio
  const whole = Math.floor(devicePixels)
  return whole > 0 && devicePixels < whole * (1 + NEARLY_WHOLE) ? whole / pixelRatio : scale
}

/** View on a resized stage: the fitted one stays fitted (null), another one keeps the middle of the stage. */
export function resizedView(moved: BoardTransform | null, before: StageSize, after: StageSize): BoardTransform | null {
  return moved && panView(moved, (after.width - before.width) / 2, (after.height - before.height) / 2)
}

/** Converts a position on the stage to one on the board. */
export function toBoard({ x, y, scale, angle }: BoardTransform, point: Point): Point {
  const [dx, dy] = [(point.x - x) / scale, (point.y - y) / scale]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: dx * cos + dy * sin, y: dy * cos - dx * sin }
}

/** Converts a position on the board to one on the stage. */
export function toStage({ x, y, scale, angle }: BoardTransform, point: Point): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: x + (point.x * cos - point.y * sin) * scale, y: y + (point.x * sin + point.y * cos) * scale }
}

/** Scales and rotates a view around a position on the stage. */
export function zoomBoardAt(
  view: BoardTransform,
  at: Point,
  { by = 1, turn = 0 }: { by?: number; turn?: number },
): BoardTransform {
  const anchor = toBoard(view, at)
  const scale = Math.min(SCALE.max, Math.max(SCALE.min, view.scale * by))
  return keepAnchor({ ...view, scale, angle: normalizeAngle(view.angle + turn) }, anchor, at)
}

export const panView = (view: BoardTransform, dx: number, dy: number): BoardTransform => ({
  ...view,
  x: view.x + dx,
  y: view.y + dy,
})

/** View after a pinch; the board follows the fingers. */
export function pinchView(
  view: BoardTransform,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
): BoardTransform {
  const [before, after] = [pinchOf(from), pinchOf(to)]
  const moved = panView(view, after.middle.x - before.middle.x, after.middle.y - before.middle.y)
  const by = before.length > 0 ? after.length / before.length : 1
  return zoomBoardAt(moved, after.middle, { by, turn: after.angle - before.angle })
}

/** Snaps a small rotation to 0, because a pinch always rotates a little. */
export function snapRotation(view: BoardTransform, stage: StageSize): BoardTransform {
  if (view.angle === 0 || Math.abs(view.angle) > NEARLY_STRAIGHT) return view
  return zoomBoardAt(view, { x: stage.width / 2, y: stage.height / 2 }, { turn: -view.angle })
}

function keepAnchor(view: BoardTransform, anchor: Point, at: Point): BoardTransform {
  const now = toStage(view, anchor)
  return panView(view, at.x - now.x, at.y - now.y)
}

function pinchOf([a, b]: readonly [Point, Point]) {
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    length: Math.hypot(b.x - a.x, b.y - a.y),
    angle: Math.atan2(b.y - a.y, b.x - a.x),
  }
}

/** Normalises an angle to half a turn in either direction. */
function normalizeAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

const NO_STAGE: StageSize = { width: 0, height: 0 }

export type BoardView = {
  view: BoardTransform
  change: (change: (view: BoardTransform) => BoardTransform) => void
  /** Scales and rotates around the middle of the stage. */
  step: (change: { by?: number; turn?: number }) => void
  move: (dx: number, dy: number) => void
  reset: () => void
  isMoved: boolean
}

export function useBoardView(element: RefObject<HTMLElement | null>): BoardView {
  const [stage, setStage] = useState(NO_STAGE)
  const [moved, setMoved] = useState<BoardTransform | null>(null)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    let last = NO_STAGE
    const measure = () => {
      const [before, after] = [last, { width: box.clientWidth, height: box.clientHeight }]
      last = after
      setStage(after)
      setMoved((moved) => resizedView(moved, before, after))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  const change = useCallback(
    (next: (view: BoardTransform) => BoardTransform) =>
      setMoved((before) => next(before ?? fittedView(stage, devicePixelRatio))),
    [stage],
  )
  const step = useCallback<BoardView['step']>(
    (how) => change((view) => zoomBoardAt(view, { x: stage.width / 2, y: stage.height / 2 }, how)),
    [change, stage],
  )
  return {
    view: moved ?? fittedView(stage, devicePixelRatio),
    change,
    step,
    move: useCallback((dx, dy) => change((view) => panView(view, dx, dy)), [change]),
    reset: useCallback(() => setMoved(null), []),
    isMoved: moved !== null,
  }
}
