import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '../../contract/product.ts'
import { messages } from '../lib/messages/general.ts'
import { useUser } from '../lib/session.ts'
import { ErrorScreen } from './EmptyState.tsx'
import { LoginButton } from './LoginButton.tsx'
import { PageSpinner } from './Spinner.tsx'

type RequireLoginProps = {
  children: ReactNode
  /** Document title for visitors, on pages that have none of their own. */
  title?: string
  /** Sentence for visitors. */
  sentence?: string
  /** Level of the sentence's heading: 1, unless the page has a heading of its own. */
  level?: 1 | 2
}

/** Shows its content to members and a login button to visitors, who come back here. */
export function RequireLogin({ children, title, sentence = messages.loginNeeded, level }: RequireLoginProps) {
  const user = useUser()
  if (user === undefined) return <PageSpinner />
  if (user) return children
  return (
    <>
      {title && <title>{`${title} – ${PRODUCT_NAME}`}</title>}
      <ErrorScreen level={level} action={<LoginButton />}>
        {sentence}
      </ErrorScreen>
    </>
  )
}
