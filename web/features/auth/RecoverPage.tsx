import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { emailAddress } from '../../../contract/http/mail.ts'
import { EMAIL_RULE, recoveryMessages } from '../../lib/messages/mail.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FormError } from '../../ui/FormDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { BackupCodeForm } from './BackupCodeForm.tsx'
import styles from './form-page.module.css'
import { useRecover } from './queries.ts'

const TITLE = 'Recover your account'

/** Ways back into an account [2 §2 Account recovery]: a link to its address, or with `?by=code` a backup code. */
export function RecoverPage() {
  const [query] = useSearchParams()
  return (
    <Page title={TITLE} gap={16} width={560}>
      <h1>{TITLE}</h1>
      {query.get('by') === 'code' ? <BackupCodeForm /> : <RecoverByMail />}
    </Page>
  )
}

/** Asks for the address of an account and sends a link to it. */
function RecoverByMail() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const recover = useRecover()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '' || recover.isPending) return
    const address = emailAddress.safeParse(email)
    setProblem(address.success ? undefined : EMAIL_RULE)
    if (address.success) recover.mutate(address.data)
  }
  if (recover.data) {
    return (
      <>
        <p role="status">{recover.data.message}</p>
        <p>Nothing there after a few minutes? Look into the folder for unwanted mail, or try another address.</p>
        <div className={styles.actions}>
          <Button onClick={() => recover.reset()}>Try another address</Button>
          <ButtonLink to="/">Home</ButtonLink>
        </div>
      </>
    )
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>Enter the e-mail address that you confirmed in your settings. We’ll send you a link that logs you in.</p>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormError>{recover.error && recoveryMessages.sendFailed(recover.error)}</FormError>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={recover.isPending}>
          Send link
        </Button>
      </div>
      <p>
        <Link to="/recover?by=code">Use a backup code</Link>
      </p>
    </form>
  )
}
