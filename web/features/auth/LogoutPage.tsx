import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import styles from './form-page.module.css'
import { logOut } from './queries.ts'

/** Logging out, asked for first [2 §5]. */
export function LogoutPage() {
  return (
    <RequireLogin>
      <ConfirmLogOut />
    </RequireLogin>
  )
}

function ConfirmLogOut() {
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  // The page before this one may be another site's.
  const stay = () => (history.state?.idx > 0 ? navigate(-1) : navigate('/'))
  const leave = async () => {
    setLeaving(true)
    try {
      await logOut()
      location.replace('/')
    } catch (error) {
      toastFailure(error)
      setLeaving(false)
    }
  }
  return (
    <Page title="Log out" gap={16} width={560}>
      <h1>Log out?</h1>
      <p>Drafts in this browser are kept.</p>
      <div className={styles.actions}>
        <Button onClick={() => void stay()}>Stay</Button>
        <Button variant="primary" busy={leaving} onClick={() => void leave()}>
          Log out
        </Button>
      </div>
    </Page>
  )
}
