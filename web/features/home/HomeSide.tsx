import { useId } from 'react'
import type { HomeReply } from '../../../contract/http/home.ts'
import type { Person } from '../../../contract/http/users.ts'
import { imageSrcSet } from '../../../contract/image-sizes.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Challenges } from './Challenges.tsx'
import styles from './HomeSide.module.css'
import { LiveNow } from './LiveNow.tsx'

type HomeSideProps = Pick<HomeReply, 'challenges' | 'streams' | 'birthdays'> & { isMember: boolean }

/** The column beside the strips, last on narrow windows: the challenge, who is live, whose birthday it is, and where else to go [1 §2]. */
export function HomeSide({ challenges = [], streams = [], birthdays = [], isMember }: HomeSideProps) {
  return (
    <div>
      {challenges.length > 0 && <Challenges of={challenges} />}
      {streams.length > 0 && <LiveNow streams={streams} />}
      {birthdays.length > 0 && <Birthdays of={birthdays} />}
      <QuickLinks isMember={isMember} />
    </div>
  )
}

function Birthdays({ of: people }: { of: readonly Person[] }) {
  const title = useId()
  return (
    <section>
      <SectionTitle id={title} more={{ to: '/artists?tab=birthday' }}>
        Birthdays
      </SectionTitle>
      <ul className={styles.list} aria-labelledby={title}>
        {people.map(({ id, nickname, avatar }) => (
          <li key={id}>
            <Link to={`/user/${id}`} className={styles.row}>
              <Avatar
                src={avatar && `${avatar}/50`}
                srcSet={avatar ? imageSrcSet(avatar, 32) : undefined}
                name={nickname}
              />
              <span className={styles.name}>{nickname}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type QuickLink = { to: string; label: string; ofMember?: boolean }

const LINKS: readonly QuickLink[] = [
  { to: '/challenges', label: 'Challenges' },
  { to: '/streams', label: 'Streams' },
  { to: '/artists', label: 'Artists' },
  { to: '/search', label: 'Search' },
  { to: '/content', label: 'Brushes' },
  { to: '/gallery/trending', label: 'Trending' },
  { to: '/gallery/tops', label: 'Tops' },
  { to: '/gallery/recommended', label: 'Recommended', ofMember: true },
  { to: '/upload', label: 'Upload' },
]

function QuickLinks({ isMember }: { isMember: boolean }) {
  const title = useId()
  return (
    <nav aria-labelledby={title}>
      <SectionTitle id={title}>Quick links</SectionTitle>
      <ul className={styles.list}>
        {LINKS.filter(({ ofMember }) => isMember || !ofMember).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={styles.row}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
