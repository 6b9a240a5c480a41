import { memo, useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { chatAddress } from '../chat/chat-address.ts'
import { RoomPanel } from '../chat/RoomPanel.tsx'
import { useRoom } from '../chat/useRoom.ts'

/** The room beside the board: drawn anew when something is said, and not with every stroke. */
export const BoardChat = memo(function BoardChat({ user }: { user: CurrentUser }) {
  const shown = useRoom('whiteboard', user)
  const navigate = useNavigate()
  const join = useCallback((to: string) => void navigate(chatAddress(to)), [navigate])
  return <RoomPanel compact shown={shown} onJoin={join} />
})
