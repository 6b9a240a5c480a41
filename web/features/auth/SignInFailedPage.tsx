import { PRODUCT_NAME } from '../../../contract/product.ts'
import { messages } from '../../lib/messages.ts'
import { signInAddress } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'

/** Where a sign-in ends that the site could not accept. */
export function SignInFailedPage() {
  return (
    <>
      <title>{`Sign-in failed – ${PRODUCT_NAME}`}</title>
      <ErrorScreen action={<ButtonLink href={signInAddress('/')}>Try again</ButtonLink>}>
        {messages.signInFailed}
      </ErrorScreen>
    </>
  )
}
