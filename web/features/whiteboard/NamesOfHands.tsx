import type { Person } from '../../../contract/http/users.ts'
import { AvatarLink } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import type { Hands } from './hands.ts'
import styles from './TimeLapse.module.css'

/** Who draws, by name; whoever draws in two windows is one. */
export function NamesOfHands({ hands, artists }: { hands: Hands; artists: ReadonlyMap<number, Person> }) {
  const people = new Map([...hands.keys()].flatMap((client) => artists.get(client) ?? []).map((one) => [one.id, one]))
  return (
    <section className={styles.names} aria-labelledby="time-lapse-names">
      <h2 id="time-lapse-names">Drawing at this moment</h2>
      {people.size === 0 ? (
        <p>Nobody</p>
      ) : (
        <ul>
          {[...people.values()].map(({ id, nickname, avatar }) => (
            <li key={id}>
              <AvatarLink userId={id} nickname={nickname} avatar={avatar} />
              <Link to={`/user/${id}`}>{nickname}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
