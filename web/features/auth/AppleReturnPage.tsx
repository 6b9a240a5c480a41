import { PRODUCT_NAME } from '../../../contract/product.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { useAppleSignIn } from './queries.ts'

/** Page to which Apple's sign-in returns. */
export function AppleReturnPage() {
  const { mutate, error } = useAppleSignIn()
  useOnce(mutate)
  return (
    <>
      <title>{`Signing in – ${PRODUCT_NAME}`}</title>
      {error ? <ErrorScreen>{messageOf(error)}</ErrorScreen> : <PageSpinner />}
    </>
  )
}
