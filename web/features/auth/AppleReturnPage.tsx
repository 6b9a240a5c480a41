import { useQuery } from '@tanstack/react-query'
import { appleIdReply } from '../../../contract/http/auth.ts'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'

/** Where Apple's sign-in comes back to, with its token behind the `#`, which no server on the way sees. */
export function AppleReturnPage() {
  const { error } = useQuery({ queryKey: ['apple-sign-in'], queryFn: finish, staleTime: Infinity })
  return (
    <>
      <title>{`Signing in – ${PRODUCT_NAME}`}</title>
      {error ? <ErrorScreen>{messageOf(error)}</ErrorScreen> : <PageSpinner />}
    </>
  )
}

async function finish(): Promise<null> {
  const identityToken = new URLSearchParams(location.hash.slice(1)).get('id_token') ?? 'none'
  history.replaceState(history.state, '', location.pathname)
  await call(appleIdReply, '/api/v2/authAppleId', { identityToken })
  location.replace('/')
  return null
}
