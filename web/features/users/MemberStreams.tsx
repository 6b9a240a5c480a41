import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { streamMessages } from '../../lib/messages/streams.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Hidden } from '../../ui/Hidden.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Vertical } from '../../ui/layout.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { AnnouncedStreams } from '../streams/list/AnnouncedStreams.tsx'
import { Replays } from '../streams/list/Replays.tsx'
import { announcedByQuery, replaysByQuery } from '../streams/queries.ts'

/** Announced streams and replays of a member. */
export function MemberStreams({ userId, isOwn }: { userId: number; isOwn: boolean }) {
  const title = useId()
  const announced = useQuery(announcedByQuery(userId))
  const replays = useInfiniteQuery(replaysByQuery(userId))
  const upcoming = announced.data?.items ?? []
  const isEmpty = announced.data && replays.data && upcoming.length === 0 && itemsOf(replays.data).length === 0
  if (isEmpty) {
    return (
      <EmptyState action={isOwn && <ButtonLink to="/stream/sheet">Start a stream</ButtonLink>}>
        {streamMessages.noneByMember}
      </EmptyState>
    )
  }
  return (
    <Vertical gap={32}>
      <Hidden>
        <h2>Streams</h2>
      </Hidden>
      {announced.isError && (
        <LoadFailure onRetry={() => void announced.refetch()}>{streamMessages.listFailed}</LoadFailure>
      )}
      {upcoming.length > 0 && (
        <section>
          <SectionTitle id={title}>Upcoming</SectionTitle>
          <AnnouncedStreams streams={upcoming} labelledBy={title} />
        </section>
      )}
      <Replays query={replays} />
    </Vertical>
  )
}
