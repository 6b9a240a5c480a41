import { useRouteError } from 'react-router'
import { PRODUCT_NAME } from '../../contract/product.ts'
import { messages } from '../lib/messages/errors.ts'
import { ErrorScreen } from '../ui/EmptyState.tsx'

/** Replaces a page that does not exist or that failed [1 §2]. */
export function ErrorPage() {
  // Failed calls, loaders' responses and errors of pages all carry a status.
  const { status, data } = Object(useRouteError()) as { status?: number; data?: unknown }
  const missing = status === 404 || status === 400
  // A page may name the thing that was not found.
  const sentence = typeof data === 'string' && data
  return (
    <>
      <title>{`${missing ? 'Not found' : 'Error'} – ${PRODUCT_NAME}`}</title>
      <ErrorScreen>{missing ? sentence || messages.notFound : messages.pageFailed}</ErrorScreen>
    </>
  )
}
