import type { ReactNode } from 'react'
import { signInPath, useUser } from '../lib/session.ts'
import { ButtonLink } from './Button.tsx'
import { ErrorScreen } from './EmptyState.tsx'
import { PageSpinner } from './Spinner.tsx'

type RequireLoginProps = {
  children: ReactNode
  /** Sentence for visitors. */
  sentence?: string
}

/** Shows its content to members and a login button to visitors, who come back here. */
export function RequireLogin({ children, sentence = 'You must be logged in to see this page.' }: RequireLoginProps) {
  const user = useUser()
  if (user === undefined) return <PageSpinner />
  if (user) return children
  return (
    <ErrorScreen
      action={
        <ButtonLink href={signInPath()} variant="primary">
          Login with Google
        </ButtonLink>
      }
    >
      {sentence}
    </ErrorScreen>
  )
}
