import { useId, useState } from 'react'
import { BACKUP_CODES } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { BackupCodesDialog } from './BackupCodesDialog.tsx'
import styles from './form-page.module.css'
import { useRenewBackupCodes } from './queries.ts'

/** Number of unused backup codes, and a button that makes new ones. `left` is null before the first were made. */
export function BackupCodes({ left }: { left: number | null }) {
  const title = useId()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  const renew = useRenewBackupCodes()
  const make = async () => setCodes((await renew.mutateAsync()).codes)
  return (
    <section aria-labelledby={title} className={styles.form}>
      <h3 id={title}>Backup codes</h3>
      <p>
        {left === null ? 'Codes on paper for when your logins fail.' : `${left} of ${BACKUP_CODES} codes left.`} Each
        one logs you in once.
      </p>
      <div className={styles.actions}>
        <Button
          busy={renew.isPending && !isAsking}
          onClick={() => (left === null ? void make().catch(toastFailure) : setAsking(true))}
        >
          {left === null ? 'Make backup codes' : 'Make new codes'}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title="Make new codes?"
          confirmLabel="Make new codes"
          onConfirm={make}
          messageOf={messageOf}
        >
          Your old codes stop working.
        </ConfirmDialog>
      )}
      {codes.length > 0 && <BackupCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </section>
  )
}
