import { useInfiniteQuery } from '@tanstack/react-query'
import type { GroupActivity, GroupActivityKind } from '../../../../contract/http/group-admin.ts'
import { groupAdminMessages } from '../../../lib/messages/groups.ts'
import { itemsOf } from '../../../lib/paged-query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Link } from '../../../ui/Link.tsx'
import { ListEnd } from '../../../ui/ListEnd.tsx'
import { MemberLink } from '../../../ui/MemberLink.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import styles from './GroupAdmin.module.css'
import { activityQuery } from './queries.ts'

/** Texts of events, shown between the names of the member and of the sketch or group. */
const ACTS: Record<GroupActivityKind | 'role_changed_of', string> = {
  requested: 'requested',
  request_approved: 'approved the request for',
  request_deleted: 'deleted the request for',
  joined: 'joined',
  left: 'left',
  sketch_added: 'added',
  sketch_suggested: 'suggested',
  sketch_approved: 'approved',
  sketch_rejected: 'rejected',
  sketch_removed: 'removed',
  sketch_featured: 'featured',
  edited: 'edited the texts of',
  role_changed: 'changed a role in',
  /** For events that store whose role was changed. The name of that member follows, then the group. */
  role_changed_of: 'changed the role of',
  handed_over: 'became the owner of',
  closed: 'closed',
  made_official: 'made official:',
  made_unofficial: 'took the official mark from',
}

/** Events of all groups, latest first [2 §2]. */
export function Activity() {
  const query = useInfiniteQuery(activityQuery)
  const events = itemsOf(query.data)
  if (query.data && events.length === 0) return <EmptyState>{groupAdminMessages.noActivity}</EmptyState>
  return (
    <>
      <ul aria-label="Activity">
        {events.map((event) => (
          <li key={event.id} className={styles.event}>
            <Sentence event={event} />
            <RelativeTime time={event.date} />
          </li>
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}

function Sentence({ event: { kind, user, group, request, sketch, target } }: { event: GroupActivity }) {
  const isOfSketch = kind.startsWith('sketch_')
  return (
    <p>
      <MemberLink id={user.id} nickname={user.nickname} /> {ACTS[target ? 'role_changed_of' : kind]}{' '}
      {target && <MemberLink id={target.id} nickname={target.nickname} />}
      {target && ' in '}
      {isOfSketch && (sketch ? <Link to={`/sketch/${sketch.id}`}>{sketch.title}</Link> : 'a sketch')}
      {isOfSketch && group && ' for '}
      {group ? <Link to={`/group/${group.id}`}>{group.title}</Link> : (request ?? (!isOfSketch && 'a group'))}
    </p>
  )
}
