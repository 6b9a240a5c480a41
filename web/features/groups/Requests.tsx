import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { GroupRequest } from '../../../contract/http/groups.ts'
import { countText, dateText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { groupMessages } from '../../lib/messages/groups.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useRequireLogin, useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusHeadingAfterClose } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AlbumCover } from '../albums/AlbumCover.tsx'
import styles from './Groups.module.css'
import { groupRequestsQuery, useVote, useWithdrawRequest } from './queries.ts'

/** Requests of other members that are open for votes, and the viewer's own with their state. */
export function Requests() {
  const user = useUser()
  const query = useInfiniteQuery(groupRequestsQuery)
  const requests = itemsOf(query.data).filter((request) => request.user !== user?.id)
  const own = query.data?.pages[0]?.own ?? []
  return (
    <>
      {user === null && <p>{groupMessages.loginToRequest}</p>}
      {own.length > 0 && (
        <section aria-label="Your requests">
          <SectionTitle>Your requests</SectionTitle>
          <ul>
            {own.map((request) => (
              <RequestCard key={request.id} request={request}>
                <RequestState request={request} />
              </RequestCard>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Open requests">
        <SectionTitle>Open requests</SectionTitle>
        {query.data && requests.length === 0 && !query.hasNextPage && (
          <EmptyState>{groupMessages.noRequests}</EmptyState>
        )}
        <ul>
          {requests.map((request) => (
            <RequestCard key={request.id} request={request}>
              <VoteButton request={request} />
            </RequestCard>
          ))}
        </ul>
        <ListEnd query={query} />
      </section>
    </>
  )
}

type RequestCardProps = {
  request: GroupRequest
  /** Level of the card's heading. */
  heading?: 'h2' | 'h3'
  children: ReactNode
}

/** A request: thumbnail, name, description, requester and end of the vote, with actions. */
export function RequestCard({ request, heading: Heading = 'h3', children }: RequestCardProps) {
  const { title, description, thumbnail, user, nickname, endDate } = request
  return (
    <li className={styles.request}>
      <AlbumCover thumbnail={thumbnail} small />
      <div className={styles.requestText}>
        <Heading>{title}</Heading>
        <UserText>{description}</UserText>
        <p className={styles.requestFacts}>
          Requested by <Link to={`/user/${user}`}>{nickname}</Link>. Votes until {dateText(endDate)}.
        </p>
      </div>
      <div className={styles.requestActions}>{children}</div>
    </li>
  )
}

/** Button that votes for a request. A vote cannot be withdrawn [2 §4]. */
function VoteButton({ request: { id, title, upvotes, voted } }: { request: GroupRequest }) {
  const vote = useVote()
  const requireLogin = useRequireLogin()
  const press = () =>
    requireLogin(() => {
      if (!voted) vote.mutate(id, { onError: (error) => toastFailure(messageOf(error)) })
    })
  return (
    <Button
      icon={ChevronUp}
      pressed={voted}
      busy={vote.isPending}
      aria-label={`Vote for ${title}, ${countText(upvotes, 'vote')}`}
      onClick={press}
    >
      {countText(upvotes, 'vote')}
    </Button>
  )
}

function RequestState({ request }: { request: GroupRequest }) {
  const { state, groupId, message, upvotes } = request
  const isTakenBack = state === 'deleted' && message === ''
  return (
    <div className={styles.state}>
      <strong>{isTakenBack ? groupMessages.takenBack : groupMessages[state]}</strong>
      {state === 'pending' && <span>{countText(upvotes, 'vote')}</span>}
      {state === 'pending' && <TakeBackButton request={request} />}
      {groupId && <Link to={`/group/${groupId}`}>Open the group</Link>}
      {message && <UserText>{message}</UserText>}
    </div>
  )
}

/** Button that withdraws the request. Asks first, because the votes are lost. */
function TakeBackButton({ request: { id, title } }: { request: GroupRequest }) {
  const withdraw = useWithdrawRequest()
  const [isAsking, setAsking] = useState(false)
  useFocusHeadingAfterClose(isAsking)
  return (
    <>
      <Button aria-label={`Take back ${title}`} onClick={() => setAsking(true)}>
        Take back
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Take back the request for ${title}?`}
          confirmLabel="Take back"
          onConfirm={() => withdraw.mutateAsync(id)}
          messageOf={messageOf}
          onClose={() => setAsking(false)}
        >
          {groupMessages.takeBackHint}
        </ConfirmDialog>
      )}
    </>
  )
}
