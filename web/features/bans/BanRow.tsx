import { useState } from 'react'
import { WARNING } from '../../../contract/ban.ts'
import type { ListedBan } from '../../../contract/http/bans.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { CallError } from '../../lib/call.ts'
import { countText } from '../../lib/format.ts'
import { banMessages, confirmedSentence, listMessages, standingSentence } from '../../lib/messages/bans.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { UserText } from '../../ui/UserText.tsx'
import styles from './BanRow.module.css'
import { LiftDialog } from './LiftDialog.tsx'
import { useConfirmBan } from './queries.ts'

const isInForce = ({ dateClosed, dateEnd }: ListedBan) =>
  dateClosed === null && (dateEnd === null || fromWireTime(dateEnd) > Date.now())

/** A ban or warning with what staff can do about it. `confirmer` is the nickname of the one who confirmed it. */
export function BanRow({ ban, confirmer }: { ban: ListedBan; confirmer: string }) {
  const { userId, nickname, staffId, staff, reason, notes, offenses, dateStart, dateClosed } = ban
  return (
    <li className={styles.ban}>
      <h2 className={styles.name}>
        <Link to={`/user/${userId}`}>{nickname}</Link>
      </h2>
      <p>{isInForce(ban) ? standingSentence(ban) : listMessages.over(ban)}</p>
      <UserText>{reason}</UserText>
      {notes && <UserText className={styles.notes}>{`Notes: ${notes}`}</UserText>}
      <p className={styles.facts}>
        <span>
          by <Link to={`/user/${staffId}`}>{staff}</Link>
        </span>
        <RelativeTime time={dateStart} />
        {ban.confirmedById !== null && <span>{`confirmed by ${confirmer}`}</span>}
        {dateClosed !== null && (
          <span>
            closed <RelativeTime time={dateClosed} />
          </span>
        )}
        <span>{offenses === 0 ? 'first offence' : countText(offenses, 'earlier offence')}</span>
      </p>
      {isInForce(ban) && <Actions ban={ban} />}
    </li>
  )
}

function Actions({ ban }: { ban: ListedBan }) {
  const [dialog, setDialog] = useState<'confirm' | 'lift' | null>(null)
  const user = useUser()
  const isOwn = ban.staffId === user?.id
  const close = () => setDialog(null)
  return (
    <div className={styles.actions}>
      {ban.unconfirmed && !isOwn && <Button onClick={() => setDialog('confirm')}>Confirm</Button>}
      {ban.unconfirmed && isOwn && <p className={styles.notes}>{listMessages.needsAnother}</p>}
      {ban.userId !== user?.id && (
        <Button onClick={() => setDialog('lift')}>{ban.duration === WARNING ? 'Withdraw' : 'Lift'}</Button>
      )}
      {dialog === 'confirm' && <ConfirmBan ban={ban} onClose={close} />}
      {dialog === 'lift' && <LiftDialog ban={ban} onClose={close} />}
    </div>
  )
}

const failureOf = (error: unknown) => (error instanceof CallError ? messageOf(error) : banMessages.failed)

function ConfirmBan({ ban, onClose }: { ban: ListedBan; onClose: () => void }) {
  const confirm = useConfirmBan()
  const send = async () => {
    const after = await confirm.mutateAsync(ban.id)
    toast(confirmedSentence(after.ban))
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Suspend ${ban.nickname} permanently?`}
      confirmLabel="Confirm the ban"
      danger
      onConfirm={send}
      messageOf={failureOf}
    >
      {listMessages.confirm(ban)}
    </ConfirmDialog>
  )
}
