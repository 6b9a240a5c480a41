import { isRouteErrorResponse, useRouteError } from 'react-router'
import { PRODUCT_NAME } from '../../contract/product.ts'
import { CallError } from '../lib/call.ts'
import { messages } from '../lib/messages.ts'
import { ErrorScreen } from '../ui/ErrorScreen.tsx'

/** What stands in place of a page that is not there, or that failed [1 §2]. */
export function ErrorPage() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) || error instanceof CallError ? error.status : 500
  const missing = status === 404 || status === 400
  // A page may say what it is that is not there.
  const said = isRouteErrorResponse(error) && typeof error.data === 'string' && error.data
  return (
    <>
      <title>{`${missing ? 'Not found' : 'Error'} – ${PRODUCT_NAME}`}</title>
      <ErrorScreen>{missing ? said || messages.notFound : messages.pageFailed}</ErrorScreen>
    </>
  )
}
