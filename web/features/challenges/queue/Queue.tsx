import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { messages } from '../../../lib/messages/errors.ts'
import { useUser } from '../../../lib/session.ts'
import { ErrorScreen } from '../../../ui/ErrorScreen.tsx'
import { PageSpinner } from '../../../ui/Spinner.tsx'
import { ForStaff } from './ForStaff.tsx'

/** Where staff keep the challenges to come in order; for others there is no such page [1 §6]. */
export function Queue() {
  const user = useUser()
  if (user === undefined) return <PageSpinner />
  return (
    <>
      <title>{`${user?.gloperator ? 'Queue of challenges' : 'Not found'} – ${PRODUCT_NAME}`}</title>
      {user?.gloperator ? <ForStaff /> : <ErrorScreen>{messages.notFound}</ErrorScreen>}
    </>
  )
}
