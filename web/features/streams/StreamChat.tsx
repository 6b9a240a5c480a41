import { memo, useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { chatAddress } from '../chat/chat-address.ts'
import { RoomPanel } from '../chat/RoomPanel.tsx'
import { useRoom } from '../chat/useRoom.ts'

/** The room beside a stream; drawn anew when something is said, and not with what the stream tells. */
export const StreamChat = memo(function StreamChat({ channel, user }: { channel: string; user: CurrentUser }) {
  const shown = useRoom(channel, user)
  const navigate = useNavigate()
  const join = useCallback((to: string) => void navigate(chatAddress(to)), [navigate])
  return <RoomPanel compact shown={shown} onJoin={join} />
})
