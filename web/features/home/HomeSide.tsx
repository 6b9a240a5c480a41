import { Award, Compass, type LucideIcon, PencilLine, Search, TrendingUp, Upload } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Person } from '../../../contract/http/user.ts'
import { imageSrcSet } from '../../../contract/image-sizes.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import styles from './HomeSide.module.css'

/** The column beside the strips, last on narrow windows: whose birthday it is, and where else to go [1 §2]. */
export function HomeSide({
  birthdays = [],
  isMember,
}: {
  birthdays: readonly Person[] | undefined
  isMember: boolean
}) {
  return (
    <div className={styles.side}>
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

type QuickLink = { to: string; label: string; icon: LucideIcon; ofMember?: boolean }

const LINKS: readonly QuickLink[] = [
  { to: '/artists', label: 'Artists', icon: PencilLine },
  { to: '/search', label: 'Search', icon: Search },
  { to: '/gallery/trending', label: 'Trending', icon: TrendingUp },
  { to: '/gallery/tops', label: 'Tops', icon: Award },
  { to: '/gallery/recommended', label: 'Recommended', icon: Compass, ofMember: true },
  { to: '/upload', label: 'Upload', icon: Upload },
]

function QuickLinks({ isMember }: { isMember: boolean }) {
  const title = useId()
  return (
    <nav aria-labelledby={title}>
      <SectionTitle id={title}>Quick links</SectionTitle>
      <ul className={styles.list}>
        {LINKS.filter(({ ofMember }) => isMember || !ofMember).map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} className={styles.row}>
              <Icon of={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
