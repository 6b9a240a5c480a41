import { Radio } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { channelKind, normalizeChannel } from '../../../../contract/channel.ts'
import type { Person } from '../../../../contract/http/users.ts'
import { CHANNEL_NAME_MAX } from '../../../../contract/limits.ts'
import type { ChannelItem } from '../../../../contract/socket/chat.ts'
import { numberText } from '../../../lib/format.ts'
import { chatMessages } from '../../../lib/messages/chat.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Hidden } from '../../../ui/Hidden.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { MoreMenu } from '../../../ui/Menu.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { chatAddress } from '../chat-address.ts'
import { actsAsStaff, type MemberAct, memberEntries } from '../moderation/member-acts.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'
import styles from './RoomLists.module.css'

const MemberDialog = lazyComponent(() => import('../moderation/MemberDialog.tsx'), 'MemberDialog')

const REFRESH_INTERVAL_MS = 15_000

type RoomListProps = { room: ChatRoom; onJoin: (channel: string) => void }

/** Rooms with the number of people in each, and the form that joins another one. */
export function RoomList({ room: { session, name, view }, onJoin }: RoomListProps) {
  useEffect(() => {
    const ask = () => document.visibilityState === 'visible' && session.submit({ type: 'channels' })
    const timer = setInterval(ask, REFRESH_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [session])
  const rooms = view.rooms ?? []
  const listed = rooms.some(({ channel }) => channel === session.channel)
  const currentRoom: ChannelItem = {
    ...{ channel: session.channel, title: name, count: view.count },
    kind: view.entered?.kind ?? channelKind(session.channel),
  }
  return (
    <div className={styles.list}>
      {/* Above the list, so that it stays in its place when rooms come and go. */}
      <JoinForm onJoin={onJoin} />
      <nav aria-label="Rooms">
        {[...(listed ? [] : [currentRoom]), ...rooms].map(({ channel, kind, title, count }) => (
          <Link
            key={channel}
            to={chatAddress(channel)}
            aria-current={channel === session.channel ? 'page' : undefined}
            className={styles.room}
          >
            {kind === 'stream' && <Icon of={Radio} size={16} />}
            <span className={styles.name}>
              {kind === 'stream' && <Hidden>Stream: </Hidden>}
              {title ?? channel}
            </span>
            <span className={styles.count}>
              {channel === session.channel ? view.count : count}
              <Hidden> here</Hidden>
            </span>
          </Link>
        ))}
      </nav>
    </div>
  )
}

function JoinForm({ onJoin }: { onJoin: (channel: string) => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const join = (event: FormEvent) => {
    event.preventDefault()
    const channel = normalizeChannel(name)
    if (!channel) return setError(chatMessages.nameNeeded)
    setName('')
    setError(undefined)
    onJoin(channel)
  }
  return (
    <form className={styles.join} onSubmit={join}>
      <TextField
        label="Join a room"
        value={name}
        maxLength={name.length > CHANNEL_NAME_MAX - 8 ? CHANNEL_NAME_MAX : undefined}
        autoComplete="off"
        error={error}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit">Join</Button>
    </form>
  )
}

/** People in a room by name; a crowded room lists some and counts the others. Moderators have a menu for each. */
export function PeopleList({ room }: { room: ChatRoom }) {
  const { view, session, user } = room
  const [dialog, setDialog] = useState<{ act: MemberAct; member: Person } | null>(null)
  const people = view.people.toSorted((a, b) => a.nickname.localeCompare(b.nickname))
  const more = view.count - people.length
  return (
    <div className={styles.list}>
      <ul aria-label="Here now">
        {people.map((member) => {
          const open = (act: MemberAct) => setDialog({ act, member })
          const { id, nickname, avatar } = member
          const items = memberEntries(view, { user, userId: id }, open)
          return (
            <li key={id} className={styles.personRow}>
              <Link to={`/user/${id}`} className={styles.person}>
                <Avatar avatar={avatar} name={nickname} size={24} />
                <span className={styles.name} title={nickname}>
                  {nickname}
                </span>
              </Link>
              {items.length > 0 && <MoreMenu items={items} label={`More actions for ${nickname}`} />}
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className={styles.more}>And {numberText(more)} more</p>}
      {dialog && (
        <MemberDialog
          {...{ act: dialog.act, channel: session.channel }}
          {...{ userId: dialog.member.id, nickname: dialog.member.nickname }}
          asStaff={actsAsStaff(view, user)}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}
