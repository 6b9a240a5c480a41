import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '../../lib/messages/errors.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { profileQuery } from '../users/queries.ts'
import styles from './form-page.module.css'
import { loginsQuery, useRenewApiKey } from './queries.ts'

/** Buttons that copy and replace the member's API key. Renders nothing for a member without a key on this site. */
export function ApiKey() {
  const title = useId()
  const [isAsking, setAsking] = useState(false)
  const [isShown, setShown] = useState(false)
  const id = useUser()?.id ?? 0
  const { data: profile } = useQuery(profileQuery(id))
  const renew = useRenewApiKey(id)
  const key = profile?.hidden === false ? profile.apiKey : null
  // Logins that arrive later would move what is below them.
  const { isPending } = useQuery(loginsQuery)
  if (key === null || isPending) return null
  const copy = () =>
    navigator.clipboard.writeText(key).then(
      () => toast('Key copied'),
      // The browser forbids the clipboard: the key is shown to be copied by hand.
      () => setShown(true),
    )
  return (
    <section aria-labelledby={title} className={styles.form}>
      <h2 id={title}>API key</h2>
      <p>
        For your own programs: it reads your profile, sketches, albums and fans, and changes nothing. Keep it secret.
      </p>
      {isShown && <TextField label="Your key" readOnly value={key} onFocus={({ target }) => target.select()} />}
      <div className={styles.actions}>
        <Button icon={Copy} onClick={() => void copy()}>
          Copy key
        </Button>
        <Button onClick={() => setAsking(true)}>Make a new key</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title="Make a new key?"
          confirmLabel="Make a new key"
          onConfirm={() => renew.mutateAsync()}
          messageOf={messageOf}
        >
          Programs with your old key stop working.
        </ConfirmDialog>
      )}
    </section>
  )
}
