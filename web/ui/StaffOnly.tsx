import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '../../contract/product.ts'
import { messages } from '../lib/messages/general.ts'
import { useUser } from '../lib/session.ts'
import { ErrorScreen } from './EmptyState.tsx'
import { PageSpinner } from './Spinner.tsx'

/** Shows a page to staff, or to `admins` alone; others get "Not found". */
export function StaffOnly({ admins = false, children }: { admins?: boolean; children: ReactNode }) {
  const user = useUser()
  if (user === undefined) return <PageSpinner />
  if (user?.gloperator && (!admins || user.flags.includes('a'))) return children
  return (
    <>
      <title>{`Not found – ${PRODUCT_NAME}`}</title>
      <ErrorScreen>{messages.notFound}</ErrorScreen>
    </>
  )
}
