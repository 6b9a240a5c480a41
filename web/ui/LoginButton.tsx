import { signInPath } from '../lib/session.ts'
import { ButtonLink } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './LoginButton.module.css'

type LoginButtonProps = {
  wide?: boolean
  noteClass?: string
  /** The page to come back to, in a first paint. */
  returnTo?: string
}

/** Button with which a visitor logs in or joins, and comes back to this page. */
export function LoginButton({ wide, noteClass, returnTo }: LoginButtonProps) {
  return (
    <>
      <ButtonLink href={signInPath(returnTo)} variant="primary" wide={wide}>
        Login with Google
      </ButtonLink>
      <p className={classes(styles.note, noteClass)}>New here? The same button creates your account.</p>
    </>
  )
}
