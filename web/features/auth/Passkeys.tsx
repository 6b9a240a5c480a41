import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '../../../contract/http/passkeys.ts'
import { PASSKEY_NAME_MAX } from '../../../contract/limits.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { passkeyMessages } from '../../lib/messages/passkeys.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { BackupCodesDialog } from './BackupCodesDialog.tsx'
import styles from './form-page.module.css'
import { hasPasskeys } from './has-passkeys.ts'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './queries.ts'

/** Button that adds a passkey. The first one comes with backup codes, which are shown once. */
export function AddPasskey() {
  const [codes, setCodes] = useState<readonly string[]>([])
  const add = useAddPasskey()
  const finish = () => {
    setCodes([])
    toast(passkeyMessages.added)
  }
  const start = () =>
    add.mutate(undefined, {
      // A toast would hide codes on a phone.
      onSuccess: (reply) => (reply.codes.length > 0 ? setCodes(reply.codes) : finish()),
      onError: (error) => toastFailure(passkeyMessages.addFailed(error)),
    })
  if (!hasPasskeys()) return <p className={styles.seen}>This browser doesn’t know passkeys.</p>
  return (
    <div className={styles.actions}>
      <Button icon={KeyRound} busy={add.isPending} onClick={start}>
        Add a passkey
      </Button>
      {codes.length > 0 && <BackupCodesDialog codes={codes} onClose={finish} />}
    </div>
  )
}

type PasskeyRowProps = {
  passkey: Passkey
  isLast: boolean
  /** The member has unused backup codes, perhaps made with this passkey. */
  hasCodes: boolean
}

/** A passkey with buttons to rename and remove it. The only login cannot be removed. */
export function PasskeyRow({ passkey, isLast, hasCodes }: PasskeyRowProps) {
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null)
  const { name, synced, dateCreated, dateUsed } = passkey
  const close = () => setDialog(null)
  return (
    <li>
      <div className={styles.name}>
        <span className={styles.device}>{name}</span>
        <span className={styles.seen}>
          {synced ? 'Synced passkey' : 'Passkey'}, {dateUsed ? 'last used' : 'added'}{' '}
          <RelativeTime time={dateUsed ?? dateCreated} />
          {isLast && '. Your only login, so it can’t be removed.'}
        </span>
      </div>
      <div className={styles.rowActions}>
        <Button aria-label={`Rename ${name}`} onClick={() => setDialog('rename')}>
          Rename
        </Button>
        {!isLast && (
          <Button aria-label={`Remove ${name}`} onClick={() => setDialog('remove')}>
            Remove
          </Button>
        )}
      </div>
      {dialog === 'rename' && <RenameDialog passkey={passkey} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog passkey={passkey} hasCodes={hasCodes} onClose={close} />}
    </li>
  )
}

type PasskeyDialogProps = { passkey: Passkey; onClose: () => void }

function RenameDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const rename = useRenamePasskey()
  return (
    <FormDialog
      title="Rename passkey"
      submit="Rename"
      failure={messageOf}
      onClose={onClose}
      onSubmit={async (form) => {
        const next = String(form.get('name')).trim()
        if (next === '') return { field: 'name', error: 'Enter a name.' }
        await rename.mutateAsync({ id, name: next })
        return undefined
      }}
    >
      {(errorOf) => (
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          maxLength={PASSKEY_NAME_MAX}
          hint="Such as the device on which it is."
          error={errorOf('name')}
        />
      )}
    </FormDialog>
  )
}

function RemoveDialog({ passkey: { id, name }, hasCodes, onClose }: PasskeyDialogProps & { hasCodes: boolean }) {
  const remove = useRemovePasskey()
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutateAsync(id)}
      messageOf={messageOf}
    >
      You can’t log in with it any more. Delete it on your device, too.
      {hasCodes && ' Your backup codes still work. If somebody else added this passkey, make new codes, too.'}
    </ConfirmDialog>
  )
}
