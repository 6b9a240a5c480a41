import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import type { Room } from './room.ts'

/** A line of one's own, what it is to be changed to, and what new line was half typed then. */
type Edit = { line: ChatLine; message: string; beside: string }

/** Notes the edit that was sent last, and gives it back if the room refuses it. */
export function useRefusedEdit(room: Room, onBack: (edit: Edit) => void): (edit: Edit) => void {
  const sent = useRef<Edit | null>(null)
  const hear = useEffectEvent((id: number | undefined) => {
    const edit = sent.current
    if (edit?.line.id !== id || !edit) return
    sent.current = null
    // What is refused of a line that stands as it was changed is something else, its deletion say.
    const stands = room.state().view.lines.some((line) => line.id === id && line.message === edit.message)
    if (!stands) onBack(edit)
  })
  useEffect(() => room.onRefusal(({ id }) => hear(id)), [room])
  return (edit) => {
    sent.current = edit
  }
}
