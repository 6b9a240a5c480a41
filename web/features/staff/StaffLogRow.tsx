import type { StaffLogEntry } from '../../../contract/http/staff-log.ts'
import type { Person } from '../../../contract/http/users.ts'
import { ACTION_NAMES, staffLogMessages } from '../../lib/messages/staff-log.ts'
import { Link } from '../../ui/Link.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { UserText } from '../../ui/UserText.tsx'
import styles from './StaffLogPage.module.css'

/** An act: who did what to whom, why, and what it changed. */
export function StaffLogRow({ entry, people }: { entry: StaffLogEntry; people: ReadonlyMap<number, Person> }) {
  const { action, staffId, userId, reason, changes, date } = entry
  const nameOf = (id: number) => people.get(id)?.nickname ?? `member ${id}`
  return (
    <li className={styles.entry}>
      <h2 className={styles.action}>{(ACTION_NAMES as Partial<Record<string, string>>)[action] ?? action}</h2>
      <p className={styles.facts}>
        <span>
          by <Link to={`/user/${staffId}`}>{nameOf(staffId)}</Link>
        </span>
        {userId !== null && (
          <span>
            about <Link to={`/user/${userId}`}>{nameOf(userId)}</Link>
          </span>
        )}
        <Target entry={entry} />
        <RelativeTime time={date} />
      </p>
      {reason ? <UserText>{reason}</UserText> : <p className={styles.noReason}>{staffLogMessages.noReason}</p>}
      <ul className={styles.changes}>
        {Object.entries(changes).map(([name, [before, after]]) => (
          <li key={name}>
            {`${name}: `}
            {isNothing(before) ? (
              valueText(after)
            ) : (
              <>
                <del>{valueText(before)}</del> → <ins>{valueText(after)}</ins>
              </>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

const ADDRESSES: Partial<Record<string, (entry: StaffLogEntry) => string | null>> = {
  sketch: ({ targetId }) => `/sketch/${targetId}`,
  stream: ({ targetId }) => `/stream/${targetId}`,
  challenge: ({ targetId }) => `/challenge/${targetId}`,
  case: ({ targetId }) => `/gloperate/case/${targetId}`,
  chat_room: ({ channel }) => channel && `/chat/${channel}`,
  group: ({ slug }) => slug && `/group/${slug}`,
  compo: ({ slug }) => slug && `/compo/${slug}`,
  topic: ({ targetId }) => `/forum/topic/${targetId}`,
  category: () => '/forum/categories',
  appeal: () => '/gloperate/appeals',
  awards: ({ targetId }) => `/awards/${targetId}`,
}

/** The thing that an act is about, unless that is the member. */
function Target({ entry }: { entry: StaffLogEntry }) {
  const { targetType, targetId, channel, slug } = entry
  if (targetType === 'user') return null
  const kind = targetType.replaceAll('_', ' ')
  const name = channel ?? `${kind} ${slug ?? (targetId || '')}`.trim()
  const address = ADDRESSES[targetType]?.(entry)
  return <span>{address ? <Link to={address}>{name}</Link> : name}</span>
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

function valueText(value: unknown): string {
  if (isNothing(value)) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
