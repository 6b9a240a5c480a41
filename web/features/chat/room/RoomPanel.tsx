import { useQueryClient } from '@tanstack/react-query'
import { Megaphone, Pin, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ChatLine } from '../../../../contract/socket/chat.ts'
import type { CloseReason } from '../../../lib/live-connection.ts'
import { chatMessages, closeReasonMessages, refusalMessage } from '../../../lib/messages/chat.ts'
import { sessionQuery, signInPath } from '../../../lib/session.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Hidden } from '../../../ui/Hidden.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { StatusStrip } from '../../../ui/StatusStrip.tsx'
import { rememberChatOpened } from '../chat-preference.ts'
import { MessageForm } from '../compose/MessageForm.tsx'
import { useMessageDraft } from '../compose/useMessageDraft.ts'
import { LineLog } from '../lines/LineLog.tsx'
import { LineText } from '../lines/LineText.tsx'
import { HeldLines } from '../moderation/HeldLines.tsx'
import { useModerate } from '../queries.ts'
import { type ChatRoom, useMarkSeen } from '../session/useChatRoom.ts'
import { RoomOffer } from './RoomOffer.tsx'
import styles from './RoomPanel.module.css'

type RoomPanelProps = {
  room: ChatRoom
  onJoin: (channel: string) => void
  compact?: boolean
}

/** Lines of a room and the message form; page and dock use it. */
export function RoomPanel({ room, onJoin, compact }: RoomPanelProps) {
  const { session, name, view, connection, user } = room
  const field = useRef<HTMLInputElement>(null)
  const draft = useMessageDraft(room, field, onJoin)
  const moderate = useModerate()
  const removeTopic = () =>
    moderate.mutate({ action: 'topic', channel: session.channel, message: '' }, { onError: toastFailure })
  useMarkSeen(room)
  useEffect(rememberChatOpened, [])
  useEffect(() => session.onRefusal(({ code, seconds }) => toastFailure(refusalMessage(code, seconds))), [session])
  if (connection.state === 'closed') return <ClosedRoom reason={connection.reason} onReconnect={session.reconnect} />
  const { topic } = view.topic
  return (
    <section className={classes(styles.panel, compact && styles.compact)} aria-label={`Room ${name}`}>
      <div className={styles.top}>
        {topic && (
          <p className={styles.topic}>
            <Icon of={Pin} size={16} />
            <Hidden>Topic: </Hidden>
            <span>
              <LineText message={topic.message} people={view.people} me={user} />
            </span>
            {view.entered?.moderator && (
              <IconButton icon={X} iconSize={16} aria-label="Remove the topic" onClick={removeTopic} />
            )}
          </p>
        )}
        {view.entered?.offered && <RoomOffer channel={session.channel} />}
        {view.announcement && <Banner room={room} line={view.announcement} />}
        {view.held.length > 0 && (
          <HeldLines channel={session.channel} lines={view.held} people={view.people} me={user} />
        )}
      </div>
      <LineLog room={room} onReply={draft.reply} onEdit={draft.edit} onSkip={() => field.current?.focus()} />
      <div>
        <Status room={room} />
        <MessageForm room={room} draft={draft} field={field} compact={compact} />
      </div>
    </section>
  )
}

function Status({ room: { session, view, connection } }: { room: ChatRoom }) {
  const offline = connection.state === 'offline'
  return (
    <StatusStrip>
      {offline && (
        <p>
          <span>{chatMessages.offline}</span>
          <button type="button" onClick={session.reconnect}>
            Try now
          </button>
        </p>
      )}
      {connection.state === 'connecting' && view.entered && (
        <p>
          <Spinner /> Connecting
        </p>
      )}
    </StatusStrip>
  )
}

function ClosedRoom({ reason, onReconnect }: { reason: CloseReason; onReconnect: () => void }) {
  const client = useQueryClient()
  useEffect(() => {
    // The layout shows members that they were banned or logged out.
    if (reason === 'login' || reason === 'forbidden') void client.invalidateQueries(sessionQuery)
  }, [reason, client])
  return (
    <div className={styles.closed} role="alert">
      <p>{closeReasonMessages[reason]}</p>
      {reason === 'login' && <ButtonLink href={signInPath()}>Login</ButtonLink>}
      {(reason === 'reload' || reason === 'too_many_sockets') && (
        <Button onClick={() => location.reload()}>Reload</Button>
      )}
      {(reason === 'forbidden' || reason === 'shut_out') && <Button onClick={onReconnect}>Try again</Button>}
    </div>
  )
}

/** An announcement above the lines, for 10 s or until dismissed [2 §2 Chat]. It stays in the log as a line. */
function Banner({ room: { session, view, user }, line }: { room: ChatRoom; line: ChatLine }) {
  return (
    <div className={styles.banner}>
      <Icon of={Megaphone} size={16} />
      <p>
        {line.background === 'announce-stream' && `${line.user.nickname} `}
        <LineText
          message={line.message}
          mentions={line.mentions}
          people={view.people}
          me={user}
          emoticon={view.emoticons.get(line.user.id)}
        />{' '}
        {line.link && <Link to={line.link.path}>{line.link.label}</Link>}
      </p>
      <IconButton icon={X} iconSize={16} aria-label="Dismiss" onClick={session.dismissAnnouncement} />
    </div>
  )
}
