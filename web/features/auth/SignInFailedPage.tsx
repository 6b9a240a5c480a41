import { PRODUCT_NAME } from '../../../contract/product.ts'
import { SIGN_IN_FAILED } from '../../lib/messages/general.ts'
import { signInPath } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'

/** Page after a sign-in that the site could not accept. */
export function SignInFailedPage() {
  return (
    <>
      <title>{`Sign-in failed – ${PRODUCT_NAME}`}</title>
      <ErrorScreen action={<ButtonLink href={signInPath('/')}>Try again</ButtonLink>}>{SIGN_IN_FAILED}</ErrorScreen>
    </>
  )
}
