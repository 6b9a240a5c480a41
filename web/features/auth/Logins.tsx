import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LoginProvider, LoginsReply } from '../../../contract/http/logins.ts'
import { messageOf, messageOfCode } from '../../lib/messages/errors.ts'
import { SIGN_IN_FAILED } from '../../lib/messages/general.ts'
import { EMAIL_IN_TEXT } from '../../lib/messages/mail.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import styles from './form-page.module.css'
import { AddPasskey, PasskeyRow } from './Passkeys.tsx'
import { loginsQuery, useLinkLogin, useUnlinkLogin } from './queries.ts'

const NAMES: Record<LoginProvider, string> = { google: 'Google', apple: 'Apple' }

/** Login methods of the member: providers, passkeys and backup codes, with the actions of each. */
export function Logins() {
  const title = useId()
  const { data, error, refetch } = useQuery(loginsQuery)
  useOutcome()
  return (
    <section aria-labelledby={title} className={styles.form}>
      <h2 id={title}>Ways to log in</h2>
      <p>
        Keep more than one, so that you can get in when one of them fails. A passkey logs you in with your fingerprint,
        face or screen lock. The {EMAIL_IN_TEXT} address in <Link to="/editProfile">your settings</Link> recovers your
        account, too.
      </p>
      {error && !data && <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>}
      {!error && !data && <Spinner label="Loading" />}
      {data && (
        <>
          <ul className={styles.sessions}>
            {data.offered.map((provider) => {
              const isLinked = data.linked.includes(provider)
              const isLast = isLinked && countLogins(data) === 1
              return <LoginRow key={provider} provider={provider} isLinked={isLinked} isLast={isLast} />
            })}
            {data.passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                isLast={countLogins(data) === 1}
                hasCodes={(data.backupCodesLeft ?? 0) > 0}
              />
            ))}
          </ul>
          <AddPasskey />
          <BackupCodes left={data.backupCodesLeft} />
        </>
      )}
    </section>
  )
}

const countLogins = ({ linked, passkeys }: LoginsReply) => linked.length + passkeys.length

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
      You can’t log in with it any more, or make another account with it. You can link it again at any time.
    </ConfirmDialog>
  )
}

/** Shows a toast with the result of linking when the member returns from the provider. */
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
