import { useQueryClient } from '@tanstack/react-query'
import { Pin, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Closed } from '../../lib/live-connection.ts'
import { chatMessages, closedMessages, refusalMessage } from '../../lib/messages/chat.ts'
import { sessionQuery, signInAddress } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Hidden } from '../../ui/Hidden.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Banner } from './Banner.tsx'
import { HeldLines } from './HeldLines.tsx'
import { Log } from './Log.tsx'
import { noteOpened } from './opened-before.ts'
import { moderate } from './queries.ts'
import styles from './RoomPanel.module.css'
import { SayForm } from './SayForm.tsx'
import { type ShownRoom, useLookedAt } from './useRoom.ts'
import { useSay } from './useSay.ts'

type RoomPanelProps = {
  shown: ShownRoom
  /** Goes to another room. */
  onJoin: (channel: string) => void
  /** In a box beside other things. */
  compact?: boolean
}

/** A room without its head: what is said, and saying something. Page and box show the same one. */
export function RoomPanel({ shown, onJoin, compact }: RoomPanelProps) {
  const { room, name, view, connection } = shown
  const field = useRef<HTMLInputElement>(null)
  const saying = useSay(shown, field, onJoin)
  useLookedAt(shown)
  useEffect(noteOpened, [])
  useEffect(() => room.onRefusal(({ code, seconds }) => toastFailure(refusalMessage(code, seconds))), [room])
  const takeDown = async () => {
    try {
      await moderate({ action: 'topic', channel: room.channel, message: '' })
    } catch (error) {
      toastFailure(error)
    }
  }
  if (connection.state === 'closed') return <ClosedRoom why={connection.why} onTryNow={room.tryNow} />
  const { topic } = view.topic
  return (
    <section className={classes(styles.panel, compact && styles.compact)} aria-label={`Room ${name}`}>
      <div className={styles.top}>
        {topic && (
          <p className={styles.topic}>
            <Icon of={Pin} size={16} />
            <Hidden>Topic: </Hidden>
            <span>{topic.message}</span>
            {view.entered?.moderator && (
              <IconButton icon={X} iconSize={16} aria-label="Take the topic down" onClick={() => void takeDown()} />
            )}
          </p>
        )}
        {view.announcement && <Banner line={view.announcement} onDismiss={room.dismissAnnouncement} />}
        {view.held.length > 0 && <HeldLines channel={room.channel} lines={view.held} />}
      </div>
      <Log shown={shown} onReply={saying.reply} onEdit={saying.edit} onSkip={() => field.current?.focus()} />
      <div>
        <Status shown={shown} />
        <SayForm shown={shown} saying={saying} field={field} />
      </div>
    </section>
  )
}

function Status({ shown: { room, view, connection } }: { shown: ShownRoom }) {
  const offline = connection.state === 'offline'
  return (
    <div role="status">
      {offline && (
        <p className={styles.status}>
          <span>{chatMessages.offline}</span>
          <button type="button" onClick={room.tryNow}>
            Try now
          </button>
        </p>
      )}
      {connection.state === 'connecting' && view.entered && (
        <p className={styles.status}>
          <Spinner /> Connecting
        </p>
      )}
    </div>
  )
}

function ClosedRoom({ why, onTryNow }: { why: Closed; onTryNow: () => void }) {
  const client = useQueryClient()
  useEffect(() => {
    // Who was banned or logged out elsewhere is told so by the whole page.
    if (why === 'login' || why === 'forbidden') void client.invalidateQueries(sessionQuery)
  }, [why, client])
  return (
    <div className={styles.closed} role="alert">
      <p>{closedMessages[why]}</p>
      {why === 'login' && <ButtonLink href={signInAddress()}>Login</ButtonLink>}
      {why === 'reload' && <Button onClick={() => location.reload()}>Reload</Button>}
      {why === 'forbidden' && <Button onClick={onTryNow}>Try again</Button>}
    </div>
  )
}
