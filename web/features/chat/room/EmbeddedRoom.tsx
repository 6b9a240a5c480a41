import { memo, useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import { chatAddress } from '../chat-address.ts'
import { useChatRoom } from '../session/useChatRoom.ts'
import { RoomPanel } from './RoomPanel.tsx'

/**
 * A chat room beside a stream or the whiteboard. Memoised: it renders when chat changes, not with every frame or
 * stroke.
 */
export const EmbeddedRoom = memo(function EmbeddedRoom({ channel, user }: { channel: string; user: CurrentUser }) {
  const room = useChatRoom(channel, user)
  const navigate = useNavigate()
  const join = useCallback((to: string) => void navigate(chatAddress(to)), [navigate])
  return <RoomPanel compact room={room} onJoin={join} />
})
