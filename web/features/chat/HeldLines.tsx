import { Check, X } from 'lucide-react'
import type { HeldLine } from '../../../contract/socket/chat.ts'
import { toastFailure } from '../../lib/toast.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { moderate } from './queries.ts'
import styles from './RoomPanel.module.css'

/** For moderators: lines that wait to be let in, or not. */
export function HeldLines({ channel, lines }: { channel: string; lines: readonly HeldLine[] }) {
  const review = async (id: number, approve: boolean) => {
    try {
      await moderate({ action: 'review', channel, id, approve })
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <ul className={styles.held} aria-label="Lines that wait">
      {lines.map(({ id, user, message }) => (
        <li key={id} tabIndex={-1}>
          <p>
            <b>{user.nickname}:</b> {message}
          </p>
          <IconButton
            icon={Check}
            aria-label={`Let in what ${user.nickname} said`}
            onClick={() => void review(id, true)}
          />
          <IconButton
            icon={X}
            aria-label={`Keep out what ${user.nickname} said`}
            onClick={() => void review(id, false)}
          />
        </li>
      ))}
    </ul>
  )
}
