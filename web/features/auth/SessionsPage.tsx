import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from '../../../contract/http/auth.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useFocusHeadingWhenLost } from '../../ui/focus.ts'
import { Page } from '../../ui/Page.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { ApiKey } from './ApiKey.tsx'
import styles from './form-page.module.css'
import { Logins } from './Logins.tsx'
import { sessionsQuery, useEndSession } from './queries.ts'

const TITLE = 'Your sessions'

/** Browsers in which the member is logged in, each with a button to end its session. */
export function SessionsPage() {
  return (
    <RequireLogin title={TITLE}>
      <Sessions />
    </RequireLogin>
  )
}

function Sessions() {
  useFocusHeadingWhenLost()
  const { data, error } = useQuery(sessionsQuery)
  const end = useEndSession()
  if (error && !data) throw error
  if (!data) return <PageSpinner />
  const others = data.items.filter(({ current }) => !current).length
  return (
    <Page title={TITLE} gap={16} width={560}>
      <h1>{TITLE}</h1>
      <p>Browsers signed in to your account. Log out any you don’t recognise.</p>
      <ul className={styles.sessions} aria-label={TITLE}>
        {data.items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others > 1 && (
        <>
          <Button busy={end.isPending} onClick={() => end.mutate({ others: true })}>
            Log out everywhere else
          </Button>
          <p className={styles.seen}>
            Your API key still works then. If somebody else may know it, make a new one below.
          </p>
        </>
      )}
      <Logins />
      <ApiKey />
    </Page>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const end = useEndSession()
  return (
    <li>
      <div>
        <span className={styles.device}>{session.device}</span>
        <span className={styles.seen}>
          {session.current ? (
            'This browser'
          ) : (
            <>
              Last seen <RelativeTime time={session.dateSeen} />
            </>
          )}
        </span>
      </div>
      {session.current ? (
        <ButtonLink to="/logout">Log out</ButtonLink>
      ) : (
        <Button
          busy={end.isPending}
          aria-label={`Log out ${session.device}`}
          onClick={() => end.mutate({ id: session.id })}
        >
          Log out
        </Button>
      )}
    </li>
  )
}
