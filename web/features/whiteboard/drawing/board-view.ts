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

/** View that centres the board without rotation, at most at its own size. */
export function fittedView({ width, height }: StageSize): BoardTransform {
  const scale = Math.min(1, width / BOARD.width, height / BOARD.height)
  return {
    // Whole pixels keep an unscaled board sharp.
    x: Math.round((width - BOARD.width * scale) / 2),
    y: Math.round((height - BOARD.height * scale) / 2),
    ...{ scale, angle: 0 },
  }
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
    const measure = () => setStage({ width: box.clientWidth, height: box.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  const change = useCallback(
    (next: (view: BoardTransform) => BoardTransform) => setMoved((before) => next(before ?? fittedView(stage))),
    [stage],
  )
  const step = useCallback<BoardView['step']>(
    (how) => change((view) => zoomBoardAt(view, { x: stage.width / 2, y: stage.height / 2 }, how)),
    [change, stage],
  )
  return {
    view: moved ?? fittedView(stage),
    change,
    step,
    move: useCallback((dx, dy) => change((view) => panView(view, dx, dy)), [change]),
    reset: useCallback(() => setMoved(null), []),
    isMoved: moved !== null,
  }
}
