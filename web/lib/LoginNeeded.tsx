import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { ErrorScreen } from '../ui/ErrorScreen.tsx'
import { PageSpinner } from '../ui/PageSpinner.tsx'
import { signInAddress, useUser } from './session.ts'

/** A page for members: visitors are asked to log in and come back to it. */
export function LoginNeeded({ children }: { children: ReactNode }) {
  const user = useUser()
  if (user === undefined) return <PageSpinner />
  if (user) return children
  return (
    <ErrorScreen
      action={
        <ButtonLink href={signInAddress()} variant="primary">
          Login with Google
        </ButtonLink>
      }
    >
      You must be logged in to see this page.
    </ErrorScreen>
  )
}
