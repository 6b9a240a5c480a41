import { useNavigate, useParams } from 'react-router'
import { recoveryMessages } from '../../lib/messages/mail.ts'
import { useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import styles from './form-page.module.css'
import { useAcceptRecovery } from './queries.ts'

/**
 * Logs in with the key of a recovery link, then goes home [2 §2 Account recovery]. Only the button uses the key: mail
 * scanners open links, and a link from a stranger must not switch the account.
 */
export function RecoverKeyPage() {
  const { key = '' } = useParams()
  const navigate = useNavigate()
  const user = useUser()
  const { mutateAsync, isPending, isSuccess } = useAcceptRecovery()
  if (user === undefined) return <PageSpinner />
  const logIn = async () => {
    try {
      await mutateAsync(key)
    } catch {
      toastFailure(recoveryMessages.keyFailed)
      await navigate('/', { replace: true })
    }
  }
  return (
    <Page title="Log in again" gap={16} width={560}>
      <h1>Log in again</h1>
      <p>
        {user
          ? `You are logged in as ${user.nickname}. This link logs you out of that account and into the one it was sent for. Only go on if you asked for it.`
          : 'This link logs you in to the account it was sent for. Only go on if you asked for it.'}
      </p>
      <div className={styles.actions}>
        {user ? <ButtonLink to="/">Stay logged in</ButtonLink> : null}
        <Button variant="primary" busy={isPending || isSuccess} onClick={() => void logIn()}>
          {user ? 'Switch account' : 'Log in'}
        </Button>
      </div>
    </Page>
  )
}
