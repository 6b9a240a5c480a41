import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { challengeMessages } from '../../../lib/messages/challenges.ts'
import { messageOf } from '../../../lib/messages/errors.ts'
import { messages } from '../../../lib/messages/general.ts'
import { useUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ErrorScreen } from '../../../ui/EmptyState.tsx'
import { useFocusHeadingAfterClose } from '../../../ui/focus.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Flow } from '../../../ui/layout.tsx'
import { Page, PageHead } from '../../../ui/Page.tsx'
import { SectionTitle } from '../../../ui/SectionTitle.tsx'
import { PageSpinner, Spinner } from '../../../ui/Spinner.tsx'
import type { QueueAction } from './IdeaDialog.tsx'
import { IdeaDialog } from './IdeaDialog.tsx'
import { IdeaRow } from './IdeaRow.tsx'
import rows from './Queue.module.css'
import { QueueList } from './QueueList.tsx'
import { queueQuery } from './queries.ts'

/** Queue, next challenge first, and members' suggestions, oldest first. */
export function QueueForStaff() {
  const [action, setAction] = useState<QueueAction>()
  useFocusHeadingAfterClose(action !== undefined)
  const [queueTitle, suggestionsTitle] = [useId(), useId()]
  const { data, error, refetch } = useQuery(queueQuery)
  return (
    <Page title="Challenge queue" gap={16}>
      <PageHead title="Challenge queue">
        <Flow>
          <ButtonLink to="/challenges">Challenges</ButtonLink>
          <Button variant="primary" icon={Plus} onClick={() => setAction({ to: 'add' })}>
            Add one
          </Button>
        </Flow>
      </PageHead>
      {error && <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>}
      {!data && !error && <Spinner label="Loading" />}
      {data && (
        <>
          <section>
            <SectionTitle id={queueTitle}>Upcoming</SectionTitle>
            <p className={rows.hint}>
              {data.queue.length > 0 ? challengeMessages.queueHint : challengeMessages.queueEmpty}
            </p>
            <QueueList titleId={queueTitle} queue={data.queue} onAction={setAction} />
          </section>
          <section>
            <SectionTitle id={suggestionsTitle}>Suggestions</SectionTitle>
            {data.suggestions.length === 0 && <p className={rows.hint}>{challengeMessages.noSuggestions}</p>}
            <ul className={rows.list} aria-labelledby={suggestionsTitle}>
              {data.suggestions.map((idea) => (
                <IdeaRow key={idea.id} idea={idea}>
                  <Button aria-label={`Accept ${idea.title}`} onClick={() => setAction({ to: 'accept', idea })}>
                    Accept
                  </Button>
                  <Button aria-label={`Decline ${idea.title}`} onClick={() => setAction({ to: 'decline', idea })}>
                    Decline
                  </Button>
                </IdeaRow>
              ))}
            </ul>
          </section>
        </>
      )}
      {action && <IdeaDialog action={action} onClose={() => setAction(undefined)} />}
    </Page>
  )
}

/** Queue of challenges for staff; others get "Not found" [1 §6]. */
export function QueuePage() {
  const user = useUser()
  if (user === undefined) return <PageSpinner />
  return (
    <>
      <title>{`${user?.gloperator ? 'Challenge queue' : 'Not found'} – ${PRODUCT_NAME}`}</title>
      {user?.gloperator ? <QueueForStaff /> : <ErrorScreen>{messages.notFound}</ErrorScreen>}
    </>
  )
}
