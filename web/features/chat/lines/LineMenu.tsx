import { CornerDownRight, Flag, Pencil, Pin, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { ModerateBody } from '../../../../contract/http/chat.ts'
import { CHAT_TOPIC_MAX } from '../../../../contract/limits.ts'
import type { ChatLine } from '../../../../contract/socket/chat.ts'
import { chatMessages } from '../../../lib/messages/chat.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { type MenuEntry, MoreMenu, preloadMenu } from '../../../ui/Menu.tsx'
import { actsAsStaff, type MemberAct, memberEntries } from '../moderation/member-acts.ts'
import { useModerate } from '../queries.ts'
import type { ChatSession } from '../session/chat-session.ts'
import type { RoomView } from '../session/room-view.ts'
import styles from './ChatLineRow.module.css'
import { isEditable } from './line-times.ts'

const MemberDialog = lazyComponent(() => import('../moderation/MemberDialog.tsx'), 'MemberDialog')
const DeleteLineDialog = lazyComponent(() => import('../moderation/DeleteLineDialog.tsx'), 'DeleteLineDialog')
const ReportLineDialog = lazyComponent(() => import('../moderation/ReportLineDialog.tsx'), 'ReportLineDialog')

export type LineMenuProps = {
  line: ChatLine
  session: ChatSession
  user: CurrentUser
  entered: RoomView['entered']
  onReply: (line: ChatLine) => void
  onEdit: (line: ChatLine) => void
  label: string
}

type OpenDialog = 'report' | 'delete' | MemberAct

/** Actions on a line for its reader, its author and the room's moderators [2 §6]. */
export function LineMenu(props: LineMenuProps) {
  const { line, session, label, user, entered } = props
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  // A line can be edited without a network, so its menu must be there before the network is lost.
  useEffect(preloadMenu, [])
  const moderate = useModerate()
  const { channel } = session
  const { id: userId, nickname } = line.user
  const close = () => setDialog(null)
  const onModerate = (body: ModerateBody) => moderate.mutate(body, { onError: toastFailure })
  const items = [
    ...memberItems(props, () => setDialog('report')),
    ...(entered?.moderator ? moderatorItems(props, onModerate, setDialog) : []),
  ]
  return (
    <>
      <MoreMenu items={items} label={label} className={styles.more} />
      {dialog === 'report' && <ReportLineDialog {...{ channel, line: line.id, nickname }} onClose={close} />}
      {dialog === 'delete' && <DeleteLineDialog {...{ channel, line: line.id, nickname }} onClose={close} />}
      {dialog && dialog !== 'report' && dialog !== 'delete' && (
        <MemberDialog
          {...{ act: dialog, channel, userId, nickname }}
          asStaff={actsAsStaff({ entered }, user)}
          onClose={close}
        />
      )}
    </>
  )
}

function memberItems({ line, session, user, onReply, onEdit }: LineMenuProps, onReport: () => void): MenuEntry[] {
  const isOwn = line.user.id === user.id
  const canEdit = isOwn && isEditable(line)
  const remove = () => session.submit({ type: 'delete', id: line.id }) || toastFailure(chatMessages.notWhileOffline)
  return [
    { label: 'Reply', icon: CornerDownRight, onAction: () => onReply(line) },
    ...(canEdit && !line.action ? [{ label: 'Edit', icon: Pencil, onAction: () => onEdit(line) }] : []),
    ...(canEdit ? [{ label: 'Delete', icon: Trash2, onAction: remove }] : []),
    ...(isOwn ? [] : [{ label: 'Report', icon: Flag, onAction: onReport }]),
  ]
}

function moderatorItems(
  { line, session, user, entered }: LineMenuProps,
  onModerate: (body: ModerateBody) => void,
  open: (dialog: OpenDialog) => void,
): MenuEntry[] {
  const { channel } = session
  const isOwn = line.user.id === user.id
  const topic = line.message.slice(0, CHAT_TOPIC_MAX)
  const remove = () =>
    actsAsStaff({ entered }, user) ? open('delete') : onModerate({ action: 'delete', channel, id: line.id, reason: '' })
  return [
    { label: 'Pin as topic', icon: Pin, onAction: () => onModerate({ action: 'topic', channel, message: topic }) },
    // The author's own menu deletes a recent line.
    ...(isOwn && isEditable(line) ? [] : [{ label: 'Delete', icon: Trash2, onAction: remove }]),
    ...memberEntries({ entered }, { user, userId: line.user.id }, open),
  ]
}
