import { CornerDownRight, Ellipsis, Eraser, Flag, Gavel, MicOff, Pencil, Pin, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import { CHAT_TOPIC_MAX } from '../../../contract/limits.ts'
import type { ChatLine } from '../../../contract/socket/chat.ts'
import { chatMessages } from '../../lib/messages/chat.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyPart } from '../../ui/lazy-component.tsx'
import styles from './Line.module.css'
import { isFresh } from './line-times.ts'
import { moderate, reportMember } from './queries.ts'
import type { Room } from './room.ts'

const MoreMenu = lazyPart(async () => ({ default: (await import('../../ui/Menu.tsx')).MoreMenu }))
const MuteDialog = lazyPart(async () => ({ default: (await import('./MuteDialog.tsx')).MuteDialog }))
const BanDialog = lazyPart(async () => ({ default: (await import('../bans/BanDialog.tsx')).BanDialog }))
const ConfirmDialog = lazyPart(async () => ({ default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog }))

export type LineMenuProps = {
  line: ChatLine
  room: Room
  user: CurrentUser
  /** Whether this member keeps order in the room. */
  moderator: boolean
  onReply: (line: ChatLine) => void
  onEdit: (line: ChatLine) => void
  label: string
}

type Asking = 'mute' | 'clear' | 'ban'

/** What a member can do with a line, and what a moderator of the room can [2 §6]. */
export function LineMenu(props: LineMenuProps) {
  const { line, room, label } = props
  const [asking, setAsking] = useState<Asking | null>(null)
  const { channel } = room
  const { id: userId, nickname } = line.user
  const close = () => setAsking(null)
  const items = [...memberItems(props), ...(props.moderator ? moderatorItems(props, setAsking) : [])]
  return (
    <>
      <Suspense fallback={<IconButton icon={Ellipsis} aria-label={label} className={styles.more} disabled />}>
        <MoreMenu items={items} label={label} className={styles.more} />
      </Suspense>
      <Suspense>
        {asking === 'mute' && <MuteDialog {...{ channel, userId, nickname }} onClose={close} />}
        {asking === 'ban' && <BanDialog {...{ userId, nickname }} onClose={close} />}
        {asking === 'clear' && (
          <ConfirmDialog
            isOpen
            danger
            onClose={close}
            title={`Clear what ${nickname} said?`}
            confirmLabel="Clear"
            onConfirm={() => moderate({ action: 'clear', channel, userId, reason: '' })}
            messageOf={messageOf}
          >
            All that {nickname} said in this room is gone for everyone. This cannot be undone.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

function memberItems({ line, room, user, onReply, onEdit }: LineMenuProps): MenuEntry[] {
  const own = line.user.id === user.id
  const changeable = own && isFresh(line)
  const remove = () => room.tell({ type: 'delete', id: line.id }) || toastFailure(chatMessages.notSaid)
  return [
    { label: 'Reply', icon: CornerDownRight, onAction: () => onReply(line) },
    ...(changeable && !line.action ? [{ label: 'Edit', icon: Pencil, onAction: () => onEdit(line) }] : []),
    ...(changeable ? [{ label: 'Delete', icon: Trash2, onAction: remove }] : []),
    ...(own ? [] : [{ label: 'Report', icon: Flag, onAction: () => void report(line.user.id) }]),
  ]
}

function moderatorItems({ line, room, user }: LineMenuProps, ask: (what: Asking) => void): MenuEntry[] {
  const { channel } = room
  const own = line.user.id === user.id
  const message = line.message.slice(0, CHAT_TOPIC_MAX)
  return [
    {
      label: 'Pin as topic',
      icon: Pin,
      onAction: () => void act(moderate({ action: 'topic', channel, message })),
    },
    // One's own is deleted as any member's is, for as long as that is possible.
    ...(own && isFresh(line)
      ? []
      : [
          {
            label: 'Delete',
            icon: Trash2,
            onAction: () => void act(moderate({ action: 'delete', channel, id: line.id, reason: '' })),
          },
        ]),
    ...(own
      ? []
      : [
          { label: 'Mute', icon: MicOff, onAction: () => ask('mute') },
          { label: 'Clear what they said', icon: Eraser, onAction: () => ask('clear') },
          ...(user.gloperator ? [{ label: 'Ban or warn', icon: Gavel, onAction: () => ask('ban') }] : []),
        ]),
  ]
}

async function act(acting: Promise<void>): Promise<void> {
  try {
    await acting
  } catch (error) {
    toastFailure(error)
  }
}

async function report(userId: number): Promise<void> {
  try {
    await reportMember(userId)
    toast(chatMessages.reported)
  } catch (error) {
    toastFailure(error)
  }
}
