import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Neighbours } from '../../../contract/http/sketch-page.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { isShortcut } from '../../lib/shortcuts.ts'

/** A touch or a mouse that moves further is no tap [1 §9]. */
const TAP_MOVES_LESS = 10

/** Goes to what is before or after; back leads to the list, however many sketches one has gone along. */
export function usePreviousNext({ prev, next }: Neighbours, list: string | null) {
  const navigate = useNavigate()
  const go = (sketch: Neighbours['prev']) => {
    if (sketch) void navigate(sketchAddress(sketch.id, list ?? undefined), { replace: true })
  }
  const latest = useRef(go)
  latest.current = go
  // Whoever sees a sketch goes on from it: an effect after painting would go on from the one before.
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

/** Handlers for a finger that swipes along, and for a tap of whatever points. */
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
      if (Math.hypot(across, down) < TAP_MOVES_LESS) onTap()
      else if (event.pointerType === 'touch' && Math.abs(across) > 2 * Math.abs(down)) (across > 0 ? onPrev : onNext)()
    },
    onPointerCancel() {
      began.current = null
    },
  }
}
