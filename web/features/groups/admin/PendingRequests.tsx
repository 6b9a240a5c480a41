import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GroupRequest } from '../../../../contract/http/groups.ts'
import { countText } from '../../../lib/format.ts'
import { groupAdminMessages } from '../../../lib/messages/groups.ts'
import { itemsOf } from '../../../lib/paged-query.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ListEnd } from '../../../ui/ListEnd.tsx'
import groupStyles from '../Groups.module.css'
import { RequestCard } from '../Requests.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { requestsQuery, useDecideRequest } from './queries.ts'
import { useDismissed } from './useDismissed.ts'

/** Undecided requests, to approve or delete. The card disappears in both cases [2 §2]. */
export function PendingRequests() {
  const query = useInfiniteQuery(requestsQuery)
  const { isDismissed, dismiss } = useDismissed()
  const decide = useDecideRequest()
  const [approved, setApproved] = useState<GroupRequest>()
  const [rejected, setRejected] = useState<GroupRequest>()
  const requests = itemsOf(query.data).filter(({ id }) => !isDismissed(id))
  return (
    <>
      {query.data && requests.length === 0 && !query.hasNextPage && (
        <EmptyState>{groupAdminMessages.noRequests}</EmptyState>
      )}
      <ul aria-label="Requests">
        {requests.map((request) => (
          <RequestCard key={request.id} request={request} heading="h2">
            <span className={groupStyles.votes}>{countText(request.upvotes, 'vote')}</span>
            <Button aria-label={`Approve ${request.title}`} onClick={() => setApproved(request)}>
              Approve
            </Button>
            <Button aria-label={`Delete ${request.title}`} onClick={() => setRejected(request)}>
              Delete
            </Button>
          </RequestCard>
        ))}
      </ul>
      <ListEnd query={query} />
      {approved && (
        <MessageDialog
          title={`Approve ${approved.title}?`}
          submit="Approve"
          hint={groupAdminMessages.approveHint(approved.nickname, approved.title)}
          failed={groupAdminMessages.approveFailed}
          onSend={async (message) => {
            await decide.mutateAsync({ requestId: approved.id, approve: true, message })
            dismiss(approved.id)
          }}
          onClose={() => setApproved(undefined)}
        />
      )}
      {rejected && (
        <MessageDialog
          required
          title={`Delete the request for ${rejected.title}?`}
          submit="Delete"
          hint={`${rejected.nickname} reads your message.`}
          failed={groupAdminMessages.deleteFailed}
          onSend={async (message) => {
            await decide.mutateAsync({ requestId: rejected.id, approve: false, message })
            dismiss(rejected.id)
          }}
          onClose={() => setRejected(undefined)}
        />
      )}
    </>
  )
}
