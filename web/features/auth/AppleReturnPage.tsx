import { useEffect, useRef } from 'react'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { useAppleSignIn } from './queries.ts'

/** Page to which Apple's sign-in returns. */
export function AppleReturnPage() {
  const { mutate, error } = useAppleSignIn()
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    mutate()
  }, [mutate])
  return (
    <>
      <title>{`Signing in – ${PRODUCT_NAME}`}</title>
      {error ? <ErrorScreen>{messageOf(error)}</ErrorScreen> : <PageSpinner />}
    </>
  )
}
