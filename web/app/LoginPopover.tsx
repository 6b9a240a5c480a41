import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useLocation, useSearchParams } from 'react-router'
import { sessionQuery, signInAddress } from '../lib/session.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Dropdown, type DropdownProps } from './Dropdown.tsx'
import styles from './LoginPopover.module.css'

/** Ways to log in [1 §1]: Google; Apple only with the `aid` flag in the address; the app where there is one. */
export function LoginPopover({ trigger, onClose }: DropdownProps) {
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  const { data } = useQuery(sessionQuery)
  return (
    <Dropdown trigger={trigger} onClose={onClose} label="Login" placement="bottom end" className={styles.login}>
      <h2 className={styles.title}>Log in to draw along</h2>
      <ButtonLink href={signInAddress(pathname + search)} variant="primary" wide>
        Login with Google
      </ButtonLink>
      {query.has('aid') && data?.appleSignIn && (
        <ButtonLink href="/sign-in/apple" wide>
          Sign in with Apple
        </ButtonLink>
      )}
      {data?.appDownloadUrl && (
        <a className={styles.app} href={data.appDownloadUrl}>
          <Icon of={Smartphone} />
          Download App
        </a>
      )}
      <p className={styles.note}>Social network login is under maintenance.</p>
    </Dropdown>
  )
}
