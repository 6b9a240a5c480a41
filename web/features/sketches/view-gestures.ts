import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { AreaPoint } from './picture-view.ts'

export type ViewGestures = {
  /** Drag by finger or mouse. */
  onMove: (by: AreaPoint) => void
  /** Zoom about a point by two fingers or the wheel. */
  onZoom: (factor: number, at: AreaPoint) => void
  onDoubleTap: (at: AreaPoint) => void
}

/** Largest movement of a tap. */
const TAP_MAX_PX = 10
const DOUBLE_TAP_MS = 350
/** Change of the zoom's logarithm per pixel of the wheel. */
const WHEEL_STEP = 0.002
/** A pinch on a touchpad arrives as a wheel event with Ctrl, in smaller steps. */
const PINCH_STEP = 0.01
/** Pixels of a wheel event that counts lines. */
const LINE_PX = 16

/**
 * Returns pointer handlers for pan, zoom and double tap on an element, and handles its wheel; positions are relative to
 * its centre.
 */
export function useGestures(area: RefObject<HTMLElement | null>, gestures: ViewGestures) {
  const pointers = useRef(new Map<number, AreaPoint>())
  const moved = useRef(0)
  const lastTap = useRef({ time: 0, x: 0, y: 0 })
  const latest = useRef(gestures)
  latest.current = gestures

  useEffect(() => {
    const element = area.current
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY
      const step = event.ctrlKey ? PINCH_STEP : WHEEL_STEP
      latest.current.onZoom(Math.exp(-pixels * step), fromCentre(area.current, event))
    }
    // React's wheel listener is passive and could not prevent scrolling.
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [area])

  const tap = (at: AreaPoint, now: number) => {
    const isNear = Math.hypot(at.x - lastTap.current.x, at.y - lastTap.current.y) < 4 * TAP_MAX_PX
    const isSecond = isNear && now - lastTap.current.time < DOUBLE_TAP_MS
    lastTap.current = isSecond ? { time: 0, x: 0, y: 0 } : { time: now, ...at }
    if (isSecond) latest.current.onDoubleTap(at)
  }

  const release = (event: PointerEvent) => {
    const wasDown = pointers.current.delete(event.pointerId)
    if (event.type === 'pointerup' && wasDown && pointers.current.size === 0 && moved.current < TAP_MAX_PX) {
      tap(fromCentre(area.current, event), event.timeStamp)
    }
  }

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      // A press with a second finger is not a tap.
      moved.current = pointers.current.size === 0 ? 0 : TAP_MAX_PX
      pointers.current.set(event.pointerId, fromCentre(area.current, event))
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = fromCentre(area.current, event)
      pointers.current.set(event.pointerId, now)
      moved.current += Math.hypot(now.x - before.x, now.y - before.y)
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
      if (!other) return latest.current.onMove({ x: now.x - before.x, y: now.y - before.y })
      const factor = distance(now, other) / Math.max(1, distance(before, other))
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
      latest.current.onMove({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 })
      latest.current.onZoom(factor, middle)
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

const distance = (a: AreaPoint, b: AreaPoint) => Math.hypot(a.x - b.x, a.y - b.y)

function fromCentre(area: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): AreaPoint {
  const { left = 0, top = 0, width = 0, height = 0 } = area?.getBoundingClientRect() ?? {}
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
