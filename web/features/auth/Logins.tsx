import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LoginProvider } from '../../../contract/http/logins.ts'
import { messageOf, messageOfCode, SIGN_IN_FAILED } from '../../lib/messages/errors.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './form-page.module.css'
import { loginsQuery, useLinkLogin, useUnlinkLogin } from './queries.ts'

const NAMES: Record<LoginProvider, string> = { google: 'Google', apple: 'Apple' }

/** Providers with which the member logs in, each with a button to link or unlink it. */
export function Logins() {
  const title = useId()
  const { data, error, refetch } = useQuery(loginsQuery)
  useOutcome()
  return (
    <section aria-labelledby={title} className={styles.form}>
      <h2 id={title}>Ways to log in</h2>
      <p>
        Link a second login, so that you can get in when one of them fails. The e-mail address in{' '}
        <Link to="/editProfile">your settings</Link> recovers your account, too.
      </p>
      {error && !data && <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>}
      {!error && !data && <Spinner label="Loading" />}
      {data && (
        <ul className={styles.sessions}>
          {data.offered.map((provider) => {
            const isLinked = data.linked.includes(provider)
            const isLast = isLinked && data.linked.length === 1
            return <LoginRow key={provider} provider={provider} isLinked={isLinked} isLast={isLast} />
          })}
        </ul>
      )}
    </section>
  )
}

type LoginRowProps = { provider: LoginProvider; isLinked: boolean; isLast: boolean }

function LoginRow({ provider, isLinked, isLast }: LoginRowProps) {
  const link = useLinkLogin()
  const [isAsking, setAsking] = useState(false)
  const name = NAMES[provider]
  return (
    <li>
      <div>
        <span className={styles.device}>{name}</span>
        <span className={styles.seen}>
          {isLast ? 'Linked. Your only login, so it can’t be unlinked.' : isLinked ? 'Linked' : 'Not linked'}
        </span>
      </div>
      {!isLinked && (
        <Button
          busy={link.isPending || link.isSuccess}
          aria-label={`Link ${name}`}
          onClick={() => link.mutate(provider)}
        >
          Link
        </Button>
      )}
      {isLinked && !isLast && (
        <Button aria-label={`Unlink ${name}`} onClick={() => setAsking(true)}>
          Unlink
        </Button>
      )}
      {isAsking && <UnlinkDialog provider={provider} onClose={() => setAsking(false)} />}
    </li>
  )
}

function UnlinkDialog({ provider, onClose }: { provider: LoginProvider; onClose: () => void }) {
  const unlink = useUnlinkLogin()
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Unlink ${NAMES[provider]}?`}
      confirmLabel="Unlink"
      onConfirm={() => unlink.mutateAsync(provider)}
      messageOf={messageOf}
    >
      You can’t log in with it any more. You can link it again at any time.
    </ConfirmDialog>
  )
}

/** Says how linking ended, when the member comes back from the provider. */
function useOutcome(): void {
  const [query, setQuery] = useSearchParams()
  const outcome = query.get('login')
  useEffect(() => {
    if (!outcome) return
    if (outcome === 'linked') toast('Linked. You can now log in with it.')
    else toastFailure(outcome === 'login_taken' ? messageOfCode(outcome) : SIGN_IN_FAILED)
    setQuery({}, { replace: true })
  }, [outcome, setQuery])
}
