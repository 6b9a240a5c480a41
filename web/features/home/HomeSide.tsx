import { useId } from 'react'
import type { CompoItem } from '../../../contract/http/compo-item.ts'
import type { HomeReply } from '../../../contract/http/home.ts'
import type { StreamItem } from '../../../contract/http/stream-item.ts'
import type { Person } from '../../../contract/http/users.ts'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { dayText, numberText } from '../../lib/format.ts'
import { stateText } from '../../lib/messages/compo-state.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { StreamPreview } from '../streams/list/StreamPreview.tsx'
import side from './HomeSide.module.css'
import styles from './SideWorks.module.css'

type HomeSideProps = Pick<HomeReply, 'awards' | 'compos' | 'compo' | 'streams' | 'birthdays'> & { isMember: boolean }

/** Side column, last on narrow windows: open awards, further compos, live streams, birthdays and quick links [1 §2]. */
export function HomeSide({ awards, compos = [], compo, streams = [], birthdays = [], isMember }: HomeSideProps) {
  const others = compos.filter(({ id }) => id !== compo?.id)
  return (
    <div>
      {awards && <OpenAwards awards={awards} />}
      {others.length > 0 && <Compos of={others} />}
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
      <ul className={side.list} aria-labelledby={title}>
        {people.map(({ id, nickname, avatar }) => (
          <li key={id}>
            <Link to={`/user/${id}`} className={side.row}>
              <Avatar avatar={avatar} name={nickname} />
              <span className={side.name}>{nickname}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type QuickLink = { to: string; label: string; membersOnly?: boolean }

const LINKS: readonly QuickLink[] = [
  { to: '/challenges', label: 'Challenges' },
  { to: '/compos', label: 'Compos' },
  { to: '/streams', label: 'Streams' },
  { to: '/artists', label: 'Artists' },
  { to: '/search', label: 'Search' },
  { to: '/content', label: 'Brushes' },
  { to: '/gallery/trending', label: 'Trending' },
  { to: '/gallery/tops', label: 'Top of all time' },
  { to: '/gallery/recommended', label: 'Recommended', membersOnly: true },
  { to: '/upload', label: 'Upload' },
]

function QuickLinks({ isMember }: { isMember: boolean }) {
  const title = useId()
  return (
    <nav aria-labelledby={title}>
      <SectionTitle id={title}>Quick links</SectionTitle>
      <ul className={side.list}>
        {LINKS.filter(({ membersOnly }) => isMember || !membersOnly).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={side.row}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function OpenAwards({ awards: { year, state, until } }: { awards: NonNullable<HomeReply['awards']> }) {
  const title = useId()
  const act = state === 'voting' ? 'Vote' : 'Nominate'
  return (
    <section aria-labelledby={title}>
      <SectionTitle id={title}>Awards</SectionTitle>
      <Link to={`/awards/${year}`} className={side.row}>
        <span className={styles.text}>
          <span className={side.name}>{`Awards ${year}`}</span>
          <span className={styles.facts}>{`${act} until ${dayText(until, Date.now())}`}</span>
        </span>
      </Link>
    </section>
  )
}

/** Box in CSS pixels, see SideWorks.module.css. */
const PREVIEW = { width: 96, height: 54 }

/** Compos that do not lead the page. */
function Compos({ of: compos }: { of: readonly CompoItem[] }) {
  const titleId = useId()
  const now = Date.now()
  return (
    <section>
      <SectionTitle id={titleId} more={{ to: '/compos' }}>
        More compos
      </SectionTitle>
      <ul className={side.list} aria-labelledby={titleId}>
        {compos.map((compo) => (
          <li key={compo.id}>
            <Link to={`/compo/${compo.id}`} className={side.row}>
              <span className={styles.preview}>
                {compo.thumbnail && <img {...coverPicture(compo.thumbnail, PREVIEW)} alt="" loading="lazy" />}
              </span>
              <span className={styles.text}>
                <span className={side.name}>{compo.title}</span>
                <span className={styles.facts}>{stateText(compo, now)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LiveNow({ streams }: { streams: readonly StreamItem[] }) {
  const title = useId()
  return (
    <section>
      <SectionTitle id={title} more={{ to: '/streams' }}>
        Live now
      </SectionTitle>
      <ul className={side.list} aria-labelledby={title}>
        {streams.map(({ id, title, preview, mature, userNickname, watching }) => (
          <li key={id}>
            <Link to={`/stream/${id}`} className={side.row}>
              <span className={styles.preview}>
                <StreamPreview src={mature ? null : preview} {...PREVIEW} />
              </span>
              <span className={styles.text}>
                <span className={styles.title}>{title}</span>
                <span className={styles.facts}>{`${userNickname}, ${numberText(watching)} watching`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
