import { type FormEvent, useState } from 'react'
import { messageOf } from '../../lib/messages/errors.ts'
import { EMAIL_IN_TEXT } from '../../lib/messages/mail.ts'
import { Button } from '../../ui/Button.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { Link } from '../../ui/Link.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './form-page.module.css'
import { useBackupCode } from './queries.ts'

/** Logs in with a nickname and a backup code, then goes home. */
export function BackupCodeForm() {
  const [nickname, setNickname] = useState('')
  const [code, setCode] = useState('')
  const logIn = useBackupCode()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (nickname.trim() === '' || code.trim() === '' || logIn.isPending || logIn.isSuccess) return
    logIn.mutate({ nickname, code })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>Enter your nickname and one of the backup codes that you saved.</p>
      <TextField
        label="Nickname"
        autoComplete="username"
        value={nickname}
        onChange={(event) => setNickname(event.target.value)}
      />
      <TextField
        label="Backup code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <FormError>{logIn.error && messageOf(logIn.error)}</FormError>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={logIn.isPending || logIn.isSuccess}>
          Log in
        </Button>
      </div>
      <p>
        <Link to="/recover">{`Use your ${EMAIL_IN_TEXT} address`}</Link>
      </p>
    </form>
  )
}
