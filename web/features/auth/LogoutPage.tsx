import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import styles from './form-page.module.css'
import { useLogOut } from './queries.ts'

const TITLE = 'Log out'

/** Asks before logging out [2 §5]. */
export function LogoutPage() {
  return (
    <RequireLogin title={TITLE}>
      <ConfirmLogOut />
    </RequireLogin>
  )
}

function ConfirmLogOut() {
  const navigate = useNavigate()
  const logOut = useLogOut()
  // The previous page may belong to another site.
  const stay = () => (history.state?.idx > 0 ? navigate(-1) : navigate('/'))
  return (
    <Page title={TITLE} gap={16} width={560}>
      <h1>Log out?</h1>
      <p>
        This clears your drafts and recent searches from this browser: unsent messages, comments, posts and strokes,
        descriptions of uploads, and unsaved changes.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => void stay()}>Stay</Button>
        <Button variant="primary" busy={logOut.isPending || logOut.isSuccess} onClick={() => logOut.mutate()}>
          Log out
        </Button>
      </div>
    </Page>
  )
}
