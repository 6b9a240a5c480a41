import { useInfiniteQuery } from '@tanstack/react-query'
import type { FailedMail } from '../../../contract/http/mail.ts'
import { FAILURE_NAMES, KIND_NAMES } from '../../lib/messages/mail.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { failedMailsQuery, useRetryMail } from './queries.ts'

const TITLE = 'Failed mails'

/** Mails that could not be sent, for staff. */
export function FailedMailsPage() {
  return (
    <StaffOnly>
      <FailedMails />
    </StaffOnly>
  )
}

const COLUMNS: readonly Column<FailedMail>[] = [
  { key: 'kind', label: 'Mail', cell: ({ kind }) => KIND_NAMES[kind] ?? kind },
  { key: 'member', label: 'To', cell: ({ userId, nickname }) => <Link to={`/user/${userId}`}>{nickname}</Link> },
  { key: 'failure', label: 'Reason', cell: ({ failure }) => FAILURE_NAMES[failure] ?? failure },
  { key: 'attempts', label: 'Attempts', number: true, cell: ({ attempts }) => attempts },
  { key: 'failed', label: 'Given up', cell: ({ dateFailed }) => <RelativeTime time={dateFailed} /> },
  { key: 'retry', label: 'Try again', hideLabel: true, cell: (mail) => <Retry mail={mail} /> },
]

function FailedMails() {
  const query = useInfiniteQuery(failedMailsQuery)
  const mails = itemsOf(query.data)
  return (
    <Page title={TITLE} gap={16} width={1080}>
      <h1>{TITLE}</h1>
      <p>Mails that were given up after several attempts. They are removed after a month.</p>
      {mails.length > 0 && <Table label={TITLE} columns={COLUMNS} rows={mails} rowKey={({ id }) => id} />}
      {query.data && mails.length === 0 && <EmptyState>Every mail has been sent.</EmptyState>}
      <ListEnd query={query} />
    </Page>
  )
}

function Retry({ mail }: { mail: FailedMail }) {
  const retry = useRetryMail()
  return (
    <Button
      busy={retry.isPending}
      aria-label={`Try again to send the mail to ${mail.nickname}`}
      onClick={() => retry.mutate(mail.id)}
    >
      Try again
    </Button>
  )
}
