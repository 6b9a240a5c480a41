import { useSearchParams } from 'react-router'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'
import { SIGN_IN_FAILED } from '../../lib/messages/general.ts'
import { signInPath } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { RECOVER_TITLE } from './RecoverForm.tsx'

const UNLINKED: ErrorCode = 'login_unlinked'

/** Page after a sign-in that the site could not accept, or did not because its login was unlinked from an account. */
export function SignInFailedPage() {
  const [query] = useSearchParams()
  return (
    <>
      <title>{`Sign-in failed – ${PRODUCT_NAME}`}</title>
      {query.get('reason') === UNLINKED ? (
        <UnlinkedLogin />
      ) : (
        <ErrorScreen action={<ButtonLink href={signInPath('/')}>Try again</ButtonLink>}>{SIGN_IN_FAILED}</ErrorScreen>
      )}
    </>
  )
}

function UnlinkedLogin() {
  return (
    <ErrorScreen title="You already have an account" action={<ButtonLink to="/recover">{RECOVER_TITLE}</ButtonLink>}>
      {messageOfCode(UNLINKED)} If you can’t get in, <Link to="/support">write to us</Link>.
    </ErrorScreen>
  )
}
