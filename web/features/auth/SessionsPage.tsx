import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '../../../contract/http/auth.ts'
import { toast, toastFailure } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import styles from './form-page.module.css'
import { endSession, sessionsQuery } from './queries.ts'

/** Where one is logged in, each with a way to end it. */
export function SessionsPage() {
  return (
    <RequireLogin>
      <Sessions />
    </RequireLogin>
  )
}

function Sessions() {
  const { data, error } = useQuery(sessionsQuery)
  if (error) throw error
  if (!data) return <PageSpinner />
  return (
    <Page title="Your sessions" gap={16} width={560}>
      <h1>Your sessions</h1>
      <p>These browsers are logged in as you. End the ones you do not know.</p>
      <ul className={styles.sessions}>
        {data.items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Page>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const client = useQueryClient()
  const [ending, setEnding] = useState(false)
  const end = async () => {
    setEnding(true)
    try {
      await endSession(client, session.id)
      toast('Session ended')
    } catch (error) {
      toastFailure(error)
      setEnding(false)
    }
  }
  return (
    <li>
      <div>
        <span className={styles.device}>{session.device}</span>
        <span className={styles.seen}>
          {session.current ? (
            'This one'
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
        <Button busy={ending} aria-label={`End ${session.device}`} onClick={() => void end()}>
          End
        </Button>
      )}
    </li>
  )
}
