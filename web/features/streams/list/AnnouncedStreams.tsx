import { CalendarPlus } from 'lucide-react'
import { type AnnouncedStream, streamCalendarPath } from '../../../../contract/http/streams.ts'
import { fromWireTime } from '../../../../contract/time.ts'
import { useUser } from '../../../lib/session.ts'
import { AvatarLink } from '../../../ui/Avatar.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { startTimeText } from '../stream-fields.ts'
import { RemindButton } from './RemindButton.tsx'
import cards from './StreamCards.module.css'

type AnnouncedStreamsProps = { streams: readonly AnnouncedStream[]; labelledBy: string }

/** Announced streams with their times, reminders and calendar files. */
export function AnnouncedStreams({ streams, labelledBy }: AnnouncedStreamsProps) {
  const user = useUser()
  return (
    <ul className={cards.announcements} aria-labelledby={labelledBy}>
      {streams.map((stream) => {
        const { id, startsAt, user: by } = stream
        return (
          <li key={id}>
            <AvatarLink userId={by.id} nickname={by.nickname} avatar={by.avatar} size={48} />
            <div className={cards.text}>
              <Link to={`/stream/${id}`} className={cards.title}>
                {stream.title}
              </Link>
              <p className={cards.facts}>
                <Link to={`/user/${by.id}`}>{by.nickname}</Link>,{' '}
                <time dateTime={new Date(fromWireTime(startsAt)).toISOString()}>{startTimeText(startsAt)}</time>
              </p>
            </div>
            <div className={cards.buttons}>
              {by.id === user?.id ? (
                <ButtonLink to={`/stream/sheet?announced=${id}`}>Start it now</ButtonLink>
              ) : (
                <RemindButton stream={stream} />
              )}
              <ButtonLink
                href={streamCalendarPath(id)}
                icon={CalendarPlus}
                aria-label={`Calendar file for ${stream.title}`}
                download
              >
                Calendar
              </ButtonLink>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
