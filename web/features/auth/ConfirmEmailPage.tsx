import { useParams } from 'react-router'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { CONFIRM_LOGIN_NEEDED } from '../../lib/messages/mail.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { RequireLogin } from '../../ui/RequireLogin.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import styles from './form-page.module.css'
import { useConfirmEmail } from './queries.ts'

/** Confirms the address to which the link was sent, for the member who entered it. Visitors log in first. */
export function ConfirmEmailPage() {
  return (
    <RequireLogin title="Confirm your address" sentence={CONFIRM_LOGIN_NEEDED}>
      <Confirmation />
    </RequireLogin>
  )
}

function Confirmation() {
  const { key = '' } = useParams()
  const { mutate, isSuccess, error } = useConfirmEmail()
  useOnce(() => mutate(key))
  if (isSuccess) {
    return (
      <Page title="Address confirmed" gap={16} width={560}>
        <h1>Address confirmed</h1>
        <p>Thanks! If you ever can’t log in, this address brings you back into your account.</p>
        <div className={styles.actions}>
          <ButtonLink to="/">Home</ButtonLink>
        </div>
      </Page>
    )
  }
  return (
    <>
      <title>{`Confirming your address – ${PRODUCT_NAME}`}</title>
      {error ? (
        <ErrorScreen action={<ButtonLink to="/editProfile">Back to your settings</ButtonLink>}>
          {messageOf(error)}
        </ErrorScreen>
      ) : (
        <PageSpinner />
      )}
    </>
  )
}
