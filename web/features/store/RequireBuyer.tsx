import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { messageOfCode } from '../../lib/messages/errors.ts'
import { useImpersonation } from '../../lib/session.ts'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { STORE_LOGIN_NEEDED } from './StoreTexts.tsx'

/** Shows a page about payments to the member alone, and not to staff who act as them. */
export function RequireBuyer({ title, children }: { title: string; children: ReactNode }) {
  const isActing = useImpersonation() !== null
  return (
    <RequireLogin title={title} sentence={STORE_LOGIN_NEEDED}>
      {isActing ? (
        <>
          <title>{`${title} – ${PRODUCT_NAME}`}</title>
          <ErrorScreen>{messageOfCode('impersonating')}</ErrorScreen>
        </>
      ) : (
        children
      )}
    </RequireLogin>
  )
}
