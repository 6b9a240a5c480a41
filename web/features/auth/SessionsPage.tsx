import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '../../../contract/http/auth.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { LoginNeeded } from '../../lib/LoginNeeded.tsx'
import { messageOf } from '../../lib/messages/codes.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { PageSpinner } from '../../ui/PageSpinner.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { show } from '../../ui/toast.ts'
import styles from './form-page.module.css'
import { endSession, sessionsQuery } from './queries.ts'

/** Where one is logged in, each with a way to end it. */
export function SessionsPage() {
  return (
    <LoginNeeded>
      <Sessions />
    </LoginNeeded>
  )
}

function Sessions() {
  const { data, error } = useQuery(sessionsQuery)
  if (error) throw error
  if (!data) return <PageSpinner />
  return (
    <div className={styles.page}>
      <title>{`Your sessions – ${PRODUCT_NAME}`}</title>
      <h1>Your sessions</h1>
      <p>These browsers are logged in as you. End the ones you do not know.</p>
      <ul className={styles.sessions}>
        {data.items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </div>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const client = useQueryClient()
  const [ending, setEnding] = useState(false)
  const end = async () => {
    setEnding(true)
    try {
      await endSession(client, session.id)
      show('Session ended')
    } catch (error) {
      show(messageOf(error), { kind: 'error' })
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
