import type { CurrentUser } from '../../../contract/http/auth.ts'
import { CHAT_BADGE_MAX } from '../../../contract/limits.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useChatRoom } from './session/useChatRoom.ts'

/** Number of unread lines on the tab; "+" from 10. */
export function UnreadBadge({ channel, user }: { channel: string; user: CurrentUser }) {
  const { unread } = useChatRoom(channel, user)
  return <Badge count={unread} plusFrom={CHAT_BADGE_MAX + 1} label="unread" />
}
