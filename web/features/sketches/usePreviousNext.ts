import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Neighbours } from '../../../contract/http/neighbours.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { isShortcut } from '../../lib/shortcuts.ts'

/** Maximum movement of a tap, in pixels [1 §9]. */
const TAP_MAX_PX = 10

/**
 * Returns a function that opens a neighbour, and binds the arrow keys to it. It replaces the history entry, so that
 * going back leads to the list.
 */
export function usePreviousNext({ prev, next }: Neighbours, list: string | null) {
  const navigate = useNavigate()
  const go = (sketch: Neighbours['prev']) => {
    if (sketch) void navigate(sketchAddress(sketch.id, list ?? undefined), { replace: true })
  }
  const latest = useRef(go)
  latest.current = go
  // A layout effect, because a key press right after painting would start from the previous sketch.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      if (!isShortcut(event)) return
      latest.current(event.key === 'ArrowLeft' ? prev : next)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [prev, next])
  return go
}

/** Pointer handlers for swipes by finger and for taps. */
export function useSwipe({ onPrev, onNext, onTap }: { onPrev: () => void; onNext: () => void; onTap: () => void }) {
  const began = useRef<{ id: number; x: number; y: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      const isFirst = event.isPrimary && event.button === 0
      began.current = isFirst ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null
    },
    onPointerUp(event: PointerEvent) {
      const from = began.current
      began.current = null
      if (from?.id !== event.pointerId) return
      const [across, down] = [event.clientX - from.x, event.clientY - from.y]
      if (Math.hypot(across, down) < TAP_MAX_PX) onTap()
      else if (event.pointerType === 'touch' && Math.abs(across) > 2 * Math.abs(down)) (across > 0 ? onPrev : onNext)()
    },
    onPointerCancel() {
      began.current = null
    },
  }
}
