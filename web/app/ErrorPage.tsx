import { useRouteError } from 'react-router'
import { PRODUCT_NAME } from '../../contract/product.ts'
import { messages } from '../lib/messages/errors.ts'
import { ErrorScreen } from '../ui/Empty.tsx'

/** What stands in place of a page that is not there, or that failed [1 §2]. */
export function ErrorPage() {
  // A call that failed, what a loader answered or what a page threw: each says how by its status.
  const { status, data } = Object(useRouteError()) as { status?: number; data?: unknown }
  const missing = status === 404 || status === 400
  // A page may say what it is that is not there.
  const said = typeof data === 'string' && data
  return (
    <>
      <title>{`${missing ? 'Not found' : 'Error'} – ${PRODUCT_NAME}`}</title>
      <ErrorScreen>{missing ? said || messages.notFound : messages.pageFailed}</ErrorScreen>
    </>
  )
}
