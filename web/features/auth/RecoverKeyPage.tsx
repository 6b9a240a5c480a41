import { useNavigate, useParams } from 'react-router'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { recoveryMessages } from '../../lib/messages/mail.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { useAcceptRecovery } from './queries.ts'

/** Logs in with the key of a recovery link, then goes home [2 §2 Account recovery]. */
export function RecoverKeyPage() {
  const { key = '' } = useParams()
  const navigate = useNavigate()
  const { mutateAsync } = useAcceptRecovery()
  useOnce(async () => {
    try {
      await mutateAsync(key)
      const seeSessions = { label: 'See your sessions', onAction: () => void navigate('/sessions') }
      toast(recoveryMessages.accepted, { action: seeSessions })
    } catch {
      toastFailure(recoveryMessages.keyFailed)
    }
    await navigate('/', { replace: true })
  })
  return (
    <>
      <title>{`Logging in – ${PRODUCT_NAME}`}</title>
      <PageSpinner />
    </>
  )
}
