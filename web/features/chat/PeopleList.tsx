import { Avatar } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './Lists.module.css'
import type { ShownRoom } from './useRoom.ts'

/** Who is in a room, by name; of a crowd the first, and how many more. */
export function PeopleList({ shown: { view } }: { shown: ShownRoom }) {
  const people = view.people.toSorted((a, b) => a.nickname.localeCompare(b.nickname))
  const more = view.count - people.length
  return (
    <div className={styles.list}>
      <ul aria-label="Here now">
        {people.map(({ id, nickname, avatar }) => (
          <li key={id}>
            <Link to={`/user/${id}`} className={styles.person}>
              <Avatar src={avatar && `${avatar}/50`} name={nickname} size={24} />
              <span className={styles.name}>{nickname}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>And {more.toLocaleString('en')} more</p>}
    </div>
  )
}
