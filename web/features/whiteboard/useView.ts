import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { changedAt, movedBy, type Stage, straight, type View } from './view.ts'

const NO_STAGE: Stage = { width: 0, height: 0 }

/** How the board lies on its stage: straight until it is moved, and then where it was left. */
export type ShownView = {
  view: View
  change: (change: (view: View) => View) => void
  /** Enlarges and turns it around the middle of the stage. */
  step: (change: { by?: number; turn?: number }) => void
  /** Moves it by CSS pixels. */
  move: (dx: number, dy: number) => void
  straighten: () => void
  isMoved: boolean
}

/** The view of a board on a stage, which may change its size. */
export function useView(element: RefObject<HTMLElement | null>): ShownView {
  const [stage, setStage] = useState(NO_STAGE)
  const [moved, setMoved] = useState<View | null>(null)
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
    (next: (view: View) => View) => setMoved((before) => next(before ?? straight(stage))),
    [stage],
  )
  const step = useCallback<ShownView['step']>(
    (how) => change((view) => changedAt(view, { x: stage.width / 2, y: stage.height / 2 }, how)),
    [change, stage],
  )
  return {
    view: moved ?? straight(stage),
    change,
    step,
    move: useCallback((dx, dy) => change((view) => movedBy(view, dx, dy)), [change]),
    straighten: useCallback(() => setMoved(null), []),
    isMoved: moved !== null,
  }
}
