import type { CurrentUser } from '../../../contract/http/auth.ts'
import { chatMessages, refusalMessage } from '../../lib/messages/chat.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './Line.module.css'
import type { OwnLine } from './own-lines.ts'
import type { Room } from './room.ts'

type OwnLineRowProps = {
  line: OwnLine
  room: Room
  user: CurrentUser
  offline: boolean
  /** Takes the line into the field. */
  onEdit: (line: OwnLine) => void
}

/** A line of one's own that does not stand yet: pale while it is on its way, and never lost when it was refused. */
export function OwnLineRow({ line, room, user, offline, onEdit }: OwnLineRowProps) {
  const { key, state, refusal } = line
  const stuck = state === 'refused' || state === 'declined'
  return (
    <article tabIndex={-1} className={classes(styles.line, styles.own, stuck && styles.stuck)}>
      <AvatarLink userId={user.id} nickname={user.nickname} avatar={user.avatar} />
      <div className={styles.said}>
        <p className={styles.who}>
          <span className={styles.nickname}>{user.nickname}</span>
        </p>
        <p className={styles.text}>{line.message}</p>
        <p className={styles.state} role={stuck ? 'alert' : undefined}>
          <span>{stateOf(line, offline)}</span>
          {state === 'refused' &&
            (refusal === 'filtered' ? (
              <button type="button" onClick={() => onEdit(line)}>
                Change
              </button>
            ) : (
              <button type="button" onClick={() => room.sayAgain(key)}>
                Try again
              </button>
            ))}
          {stuck && (
            <button type="button" onClick={() => room.discard(key)}>
              Discard
            </button>
          )}
        </p>
      </div>
    </article>
  )
}

function stateOf({ state, refusal }: OwnLine, offline: boolean): string {
  if (refusal) return refusalMessage(refusal)
  if (state === 'declined') return chatMessages.declined
  if (state === 'held') return chatMessages.held
  return offline ? 'Not sent yet' : ''
}
