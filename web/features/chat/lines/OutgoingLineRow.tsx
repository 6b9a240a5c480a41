import type { CurrentUser } from '../../../../contract/http/auth.ts'
import type { Person } from '../../../../contract/http/users.ts'
import { chatMessages, refusalMessage } from '../../../lib/messages/chat.ts'
import { AvatarLink } from '../../../ui/Avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import type { ChatSession } from '../session/chat-session.ts'
import type { OutgoingLine } from '../session/outgoing-lines.ts'
import styles from './ChatLineRow.module.css'
import { LineText } from './LineText.tsx'

type OutgoingLineRowProps = {
  line: OutgoingLine
  session: ChatSession
  user: CurrentUser
  people: readonly Person[]
  /** Base address of the member's `(me)` emoticon. */
  emoticon: string | undefined
  offline: boolean
  onEdit: (line: OutgoingLine) => void
}

/** An own line that the room has not published: pale while it is being sent. A refused line stays. */
export function OutgoingLineRow(props: OutgoingLineRowProps) {
  const { line, session, user, people, emoticon, offline, onEdit } = props
  const { key, message, state, refusal } = line
  const isRejected = state === 'refused' || state === 'declined'
  return (
    <article tabIndex={-1} className={classes(styles.line, styles.outgoing, isRejected && styles.rejected)}>
      <AvatarLink userId={user.id} nickname={user.nickname} avatar={user.avatar} />
      <div className={styles.content}>
        <p className={styles.byline}>
          <span className={styles.nickname}>{user.nickname}</span>
        </p>
        <p className={styles.text}>
          <LineText {...{ message, people, emoticon }} me={user} />
        </p>
        <p className={styles.state} role={isRejected ? 'alert' : undefined}>
          <span>{stateOf(line, offline)}</span>
          {state === 'refused' &&
            (refusal === 'filtered' ? (
              <button type="button" onClick={() => onEdit(line)}>
                Edit
              </button>
            ) : (
              <button type="button" onClick={() => session.resend(key)}>
                Try again
              </button>
            ))}
          {isRejected && (
            <button type="button" onClick={() => session.discard(key)}>
              Discard
            </button>
          )}
        </p>
      </div>
    </article>
  )
}

function stateOf({ state, refusal }: OutgoingLine, offline: boolean): string {
  if (refusal) return refusalMessage(refusal)
  if (state === 'declined') return chatMessages.declined
  if (state === 'held') return chatMessages.held
  return offline ? 'Not sent yet' : ''
}
