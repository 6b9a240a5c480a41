import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { emailAddress } from '../../../contract/http/mail.ts'
import { EMAIL_RULE, recoveryMessages } from '../../lib/messages/mail.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { BackupCodeForm } from './BackupCodeForm.tsx'
import styles from './form-page.module.css'
import { useRecover } from './queries.ts'
import { RECOVER_TITLE, RecoverForm } from './RecoverForm.tsx'

/** Recovers an account [2 §2 Account recovery] by a link sent to its address, or with `?by=code` by a backup code. */
export function RecoverPage() {
  const [query] = useSearchParams()
  return (
    <Page title={RECOVER_TITLE} gap={16} width={560}>
      <h1>{RECOVER_TITLE}</h1>
      {query.get('by') === 'code' ? <BackupCodeForm /> : <RecoverByMail />}
    </Page>
  )
}

/** Asks for the mail address of an account and sends a recovery link to it. */
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
    <RecoverForm
      email={email}
      problem={problem}
      failure={recover.error && recoveryMessages.sendFailed(recover.error)}
      busy={recover.isPending}
      onChange={setEmail}
      onSubmit={submit}
    />
  )
}
