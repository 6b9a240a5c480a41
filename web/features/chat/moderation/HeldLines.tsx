import { Check, X } from 'lucide-react'
import type { Person } from '../../../../contract/http/users.ts'
import type { HeldLine } from '../../../../contract/socket/chat.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LineText } from '../lines/LineText.tsx'
import { useModerate } from '../queries.ts'
import styles from '../room/RoomPanel.module.css'

type HeldLinesProps = { channel: string; lines: readonly HeldLine[]; people: readonly Person[]; me: Person }

/** Lines waiting for approval, with buttons to approve and decline them. */
export function HeldLines({ channel, lines, people, me }: HeldLinesProps) {
  const { mutate } = useModerate()
  const review = (id: number, approve: boolean) =>
    mutate({ action: 'review', channel, id, approve }, { onError: toastFailure })
  return (
    <ul className={styles.held} aria-label="Waiting for review">
      {lines.map(({ id, user, message }) => (
        <li key={id} tabIndex={-1}>
          <p>
            <b>{user.nickname}:</b> <LineText {...{ message, people, me }} />
          </p>
          <IconButton
            icon={Check}
            aria-label={`Approve message by ${user.nickname}`}
            onClick={() => review(id, true)}
          />
          <IconButton icon={X} aria-label={`Reject message by ${user.nickname}`} onClick={() => review(id, false)} />
        </li>
      ))}
    </ul>
  )
}
