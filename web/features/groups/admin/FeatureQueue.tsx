import { useInfiniteQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { GroupFeature } from '../../../../contract/http/group-admin.ts'
import { groupAdminMessages } from '../../../lib/messages/groups.ts'
import { itemsOf } from '../../../lib/paged-query.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Link } from '../../../ui/Link.tsx'
import { ListEnd } from '../../../ui/ListEnd.tsx'
import { MemberLink } from '../../../ui/MemberLink.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { WorkTitle } from '../../../ui/WorkTitle.tsx'
import { AlbumCover } from '../../albums/AlbumCover.tsx'
import groupStyles from '../Groups.module.css'
import { MessageDialog } from './MessageDialog.tsx'
import { queueQuery, useDecideFeature } from './queries.ts'
import { useDismissed } from './useDismissed.ts'

type Decision = { feature: GroupFeature; action: 'approve' | 'reject' }

/** Suggested sketches, to approve or reject with a message. The card disappears in both cases [2 §4]. */
export function FeatureQueue() {
  const query = useInfiniteQuery(queueQuery)
  const { isDismissed, dismiss } = useDismissed()
  const decide = useDecideFeature()
  const [decision, setDecision] = useState<Decision>()
  const features = itemsOf(query.data).filter(({ id }) => !isDismissed(id))
  const isApproval = decision?.action === 'approve'
  return (
    <>
      {query.data && features.length === 0 && !query.hasNextPage && (
        <EmptyState>{groupAdminMessages.noQueue}</EmptyState>
      )}
      <ul aria-label="Queue">
        {features.map((feature) => (
          <FeatureCard key={feature.id} feature={feature} onDecide={(action) => setDecision({ feature, action })} />
        ))}
      </ul>
      <ListEnd query={query} />
      {decision && (
        <MessageDialog
          required={!isApproval}
          title={
            <>
              {isApproval ? 'Approve' : 'Reject'} <WorkTitle>{decision.feature.sketch.title}</WorkTitle> for{' '}
              {decision.feature.group.title}?
            </>
          }
          submit={isApproval ? 'Approve' : 'Reject'}
          hint={`${decision.feature.user.nickname} reads your message.`}
          failed={isApproval ? groupAdminMessages.approveFailed : groupAdminMessages.rejectFailed}
          onSend={async (message) => {
            const { feature, action } = decision
            await decide.mutateAsync({ action, id: feature.id, group: feature.group.id, message })
            dismiss(feature.id)
          }}
          onClose={() => setDecision(undefined)}
        />
      )}
    </>
  )
}

type FeatureCardProps = { feature: GroupFeature; onDecide: (action: Decision['action']) => void }

function FeatureCard({ feature: { sketch, group, user, message, date }, onDecide }: FeatureCardProps) {
  const viewer = useUser()
  const [isUncovered, setUncovered] = useState(false)
  const isCovered = sketch.mature && !viewer?.mature && !isUncovered
  return (
    <li className={groupStyles.request}>
      <AlbumCover thumbnail={isCovered ? null : sketch} icon={EyeOff} small />
      <div className={groupStyles.requestText}>
        <h2>
          <Link to={`/sketch/${sketch.sketchId}`}>
            <WorkTitle>{sketch.title}</WorkTitle>
          </Link>
        </h2>
        <p className={groupStyles.requestFacts}>
          By <MemberLink id={sketch.user.id} nickname={sketch.user.nickname} />, suggested for{' '}
          <Link to={`/group/${group.id}`}>{group.title}</Link> by <MemberLink id={user.id} nickname={user.nickname} />{' '}
          <RelativeTime time={date} />
        </p>
        {isCovered && <p className={groupStyles.requestFacts}>{groupAdminMessages.matureCovered}</p>}
        {message && <UserText>{message}</UserText>}
      </div>
      <div className={groupStyles.requestActions}>
        {isCovered && (
          <Button aria-label={`Show ${sketch.title}`} onClick={() => setUncovered(true)}>
            Show
          </Button>
        )}
        <Button aria-label={`Approve ${sketch.title}`} onClick={() => onDecide('approve')}>
          Approve
        </Button>
        <Button aria-label={`Reject ${sketch.title}`} onClick={() => onDecide('reject')}>
          Reject
        </Button>
      </div>
    </li>
  )
}
