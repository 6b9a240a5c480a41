import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { banMessages } from '../../lib/messages/bans.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './BanNotice.module.css'
import { acceptWarning, refreshSession } from './queries.ts'

/** Accepting a warning needs the box ticked [2 §5]; it clears the warning and leads home [2 §4]. */
export function AcceptWarning({ userId, leave }: { userId: number; leave: ReactNode }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const accept = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await acceptWarning(userId)
      toast(banMessages.accepted)
      await navigate('/')
      await refreshSession(client)
    } catch {
      setError(banMessages.acceptFailed(location.host))
    }
    setBusy(false)
  }
  return (
    <>
      <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
        I've read the guidelines and agree to follow them
      </Checkbox>
      <div className={styles.buttons}>
        <Button variant="primary" disabled={!agreed} busy={busy} onClick={() => void accept()}>
          Accept
        </Button>
        {leave}
      </div>
      <p role="alert" className={styles.error}>
        {error}
      </p>
    </>
  )
}
