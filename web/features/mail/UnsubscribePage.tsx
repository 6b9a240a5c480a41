import { useParams } from 'react-router'
import { PRODUCT_NAME } from '../../../contract/product.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { PURPOSE_NAMES } from '../../lib/messages/mail.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/EmptyState.tsx'
import { Flow } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { useSwitchMails } from './queries.ts'

/** Switches off the mails of the link that was followed, says so, and offers to undo it. */
export function UnsubscribePage() {
  const { token = '' } = useParams()
  const { mutate, data, error, isPending } = useSwitchMails(token)
  useOnce(() => mutate(false))
  if (error) {
    return (
      <>
        <title>{`Unsubscribe – ${PRODUCT_NAME}`}</title>
        <ErrorScreen action={<ButtonLink to="/editProfile">Open your settings</ButtonLink>}>
          {messageOf(error)}
        </ErrorScreen>
      </>
    )
  }
  if (!data) return <PageSpinner />
  const mails = PURPOSE_NAMES[data.purpose]
  return (
    <Page title="Unsubscribe" gap={16} width={560}>
      <h1>{data.on ? 'You’re subscribed again' : 'You’re unsubscribed'}</h1>
      <p role="status">{data.on ? `You’ll get ${mails} again.` : `You won’t get ${mails} any more.`}</p>
      <Flow>
        <Button busy={isPending} onClick={() => mutate(!data.on)}>
          {data.on ? 'Unsubscribe' : 'Undo'}
        </Button>
        <ButtonLink to="/">Home</ButtonLink>
      </Flow>
    </Page>
  )
}
