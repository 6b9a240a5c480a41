import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { ErrorScreen } from '../ui/ErrorScreen.tsx'
import { PageSpinner } from '../ui/PageSpinner.tsx'
import { signInAddress, useUser } from './session.ts'

type LoginNeededProps = {
  children: ReactNode
  /** What visitors are told instead of that it is a page for members. */
  sentence?: string
}

/** A page for members: visitors are asked to log in and come back to it. */
export function LoginNeeded({ children, sentence = 'You must be logged in to see this page.' }: LoginNeededProps) {
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
      {sentence}
    </ErrorScreen>
  )
}
