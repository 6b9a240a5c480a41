import { useInfiniteQuery } from '@tanstack/react-query'
import { Target, Trophy } from 'lucide-react'
import type { GroupInfo } from '../../../contract/http/groups.ts'
import { eventFacts, groupMessages } from '../../lib/messages/groups.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Flow } from '../../ui/layout.tsx'
import { OpenChallengeButton } from '../challenges/OpenChallengeButton.tsx'
import styles from './Groups.module.css'
import { groupEventsQuery } from './queries.ts'

/** Compos and challenges of all groups, latest first, with their calendar. */
export function AllEvents() {
  return (
    <>
      <div>
        <ButtonLink to="/feeds/groups.ics" download>
          Calendar of events (.ics)
        </ButtonLink>
      </div>
      <EventList empty={groupMessages.noEvents} />
    </>
  )
}

/** Compos and challenges of a group, latest first. Its owner, its moderators and staff can open new ones. */
export function GroupEvents({ group }: { group: GroupInfo }) {
  const user = useUser()
  const mayOpen = user?.gloperator === true || group.role === 'owner' || group.role === 'moderator'
  return (
    <section aria-label="Events" className={styles.about}>
      {mayOpen && (
        <Flow>
          <OpenChallengeButton group={group} />
          <ButtonLink to={`/compos?group=${group.id}`} icon={Trophy}>
            Open a compo
          </ButtonLink>
        </Flow>
      )}
      <div>
        <ButtonLink to={`/feeds/group/${group.id}.ics`} download>
          Calendar of the group (.ics)
        </ButtonLink>
      </div>
      <EventList group={group} empty={groupMessages.noEventsOfGroup} />
    </section>
  )
}

function EventList({ group, empty }: { group?: GroupInfo; empty: string }) {
  const query = useInfiniteQuery(groupEventsQuery(group?.id))
  const items = query.data?.pages.flatMap((page) => page.items)
  // Removes duplicates: an event may move to a later page between two reads.
  const events = items && [...new Map(items.map((event) => [event.path, event])).values()]
  if (events?.length === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <>
      <ul aria-label="Events" className={styles.events}>
        {events?.map((event) => (
          <li key={event.path}>
            <Icon of={event.entriesEndDate ? Trophy : Target} />
            <div>
              <Link to={event.path} className={styles.eventTitle}>
                {event.title}
              </Link>
              <p className={styles.facts}>
                {eventFacts(event, Date.now())}
                {!group && (
                  <>
                    , <Link to={`/group/${event.group.id}`}>{event.group.title}</Link>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <ListEnd query={query} failure="The events couldn’t be loaded." />
    </>
  )
}
