import { ArrowDown } from 'lucide-react'
import { Fragment, useCallback, useMemo } from 'react'
import type { Person } from '../../../../contract/http/users.ts'
import type { ChatLine } from '../../../../contract/socket/chat.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Hidden } from '../../../ui/Hidden.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import type { OutgoingLine } from '../session/outgoing-lines.ts'
import type { RoomView } from '../session/room-view.ts'
import type { ChatRoom } from '../session/useChatRoom.ts'
import { ChatLineRow } from './ChatLineRow.tsx'
import styles from './LineLog.module.css'
import { timeDivider } from './line-times.ts'
import { OutgoingLineRow } from './OutgoingLineRow.tsx'
import { useAnnouncements } from './useAnnouncements.ts'
import { useLineFocus } from './useLineFocus.ts'
import { useStickToBottom } from './useStickToBottom.ts'

type LineLogProps = {
  room: ChatRoom
  onReply: (line: ChatLine) => void
  onEdit: (line: ChatLine | OutgoingLine) => void
  /** Moves the focus past the log to the message field. */
  onSkip: () => void
}

/** The lines of a room, newest last. It stays at the bottom unless the reader has scrolled up. */
export function LineLog({ room, onReply, onEdit, onSkip }: LineLogProps) {
  const { session, name, user, view, connection } = room
  const { lines, outgoing } = view
  const isWaiting = view.lastNumber === 0 && !view.entered
  const people = useMentionablePeople(view)
  const { log, content, hasNewBelow, scrollToBottom } = useStickToBottom(lines.at(-1)?.id, outgoing.length)
  useLineFocus(log)
  const announced = useAnnouncements(room)
  const byId = useMemo(() => new Map(lines.map((line) => [line.id, line])), [lines])
  const jumpToLine = useCallback((lineId: number) => {
    const line = document.getElementById(`line-${lineId}`)
    line?.scrollIntoView({ block: 'center' })
    line?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={styles.wrapper}>
      {lines.length > 0 && (
        <button type="button" className={classes('skipLink', styles.skip)} onClick={onSkip}>
          Skip messages
        </button>
      )}
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label={`Messages in ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
        tabIndex={0}
      >
        <div ref={content} className={classes(styles.lines, isWaiting && styles.waiting)}>
          {isWaiting && connection.state === 'connecting' && <PageSpinner />}
          {view.entered && !lines.length && !outgoing.length && <p className={styles.empty}>No messages yet.</p>}
          {lines.map((line, index) => {
            const divider = timeDivider(line, lines[index - 1])
            return (
              <Fragment key={line.id}>
                {divider && <p className={styles.timeDivider}>{divider}</p>}
                <ChatLineRow
                  {...{ line, session, user, people, onReply, onEdit }}
                  emoticon={view.emoticons.get(line.user.id)}
                  entered={view.entered}
                  repliedLine={line.replyTo === null ? undefined : byId.get(line.replyTo)}
                  onJump={jumpToLine}
                />
              </Fragment>
            )
          })}
          {outgoing.map((line) => (
            <OutgoingLineRow
              key={line.key}
              {...{ line, session, user, people, onEdit }}
              emoticon={view.emoticons.get(user.id)}
              offline={connection.state !== 'open'}
            />
          ))}
        </div>
      </div>
      {hasNewBelow && (
        <Button icon={ArrowDown} className={styles.newLines} onClick={scrollToBottom}>
          New messages
        </Button>
      )}
      <Hidden aria-live="polite" aria-relevant="additions">
        {announced.map(({ id, user: by, message, action }) => (
          <span key={id}>{action ? `${by.nickname} ${message}` : `${by.nickname}: ${message}`}</span>
        ))}
      </Hidden>
    </div>
  )
}

/**
 * People whose names become links in lines: people in the room, authors, and members whom lines mention. Returns the
 * same array until these change.
 */
function useMentionablePeople({ people, mentioned, lines }: RoomView): readonly Person[] {
  const byId = new Map([...mentioned, ...people, ...lines.map(({ user }) => user)].map((person) => [person.id, person]))
  const names = [...byId.values()].map(({ id, nickname }) => `${id} ${nickname}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new array would render every line again
  return useMemo(() => [...byId.values()], [names])
}
