import type { FormEvent } from 'react'
import { EMAIL_IN_TEXT } from '../../lib/messages/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Link } from '../../ui/Link.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './form-page.module.css'

export const RECOVER_TITLE = 'Recover your account'

type RecoverFormProps = {
  email: string
  /** Message for the field, or for a failed call. */
  problem?: string | undefined
  failure?: string | null
  busy?: boolean
  onChange?: (email: string) => void
  onSubmit?: (event: FormEvent) => void
}

/** Form with a field for the account's mail address [2 §2 Account recovery]. */
export function RecoverForm({ email, problem, failure, busy = false, onChange, onSubmit }: RecoverFormProps) {
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <p>
        Enter the {EMAIL_IN_TEXT} address that you confirmed in your settings. We’ll send you a link that logs you in.
      </p>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        value={email}
        error={problem}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <FormError>{failure}</FormError>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          Send link
        </Button>
      </div>
      <p>
        <Link to="/recover?by=code">Use a backup code</Link>
      </p>
    </form>
  )
}
