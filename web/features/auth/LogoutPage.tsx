import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { LoginNeeded } from '../../lib/LoginNeeded.tsx'
import { messageOf } from '../../lib/messages/codes.ts'
import { Button } from '../../ui/Button.tsx'
import { show } from '../../ui/toast.ts'
import styles from './form-page.module.css'
import { logOut } from './queries.ts'

/** Logging out, asked for first [2 §5]. */
export function LogoutPage() {
  return (
    <LoginNeeded>
      <ConfirmLogOut />
    </LoginNeeded>
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
      show(messageOf(error), { kind: 'error' })
      setLeaving(false)
    }
  }
  return (
    <div className={styles.page}>
      <title>{`Log out – ${PRODUCT_NAME}`}</title>
      <h1>Log out?</h1>
      <p>Drafts in this browser are kept.</p>
      <div className={styles.actions}>
        <Button onClick={() => void stay()}>Stay</Button>
        <Button variant="primary" busy={leaving} onClick={() => void leave()}>
          Log out
        </Button>
      </div>
    </div>
  )
}
