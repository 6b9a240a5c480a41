import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { GLOPS_OF_PLACES } from '../../../contract/compo-places.ts'
import type { CurrentUser } from '../../../contract/http/auth.ts'
import {
  ENTRIES_WITH_GLOPS_MAX,
  GLOPS_FOR_CHALLENGE,
  GLOPS_FOR_FEATURE,
  GLOPS_FOR_HEART,
  GLOPS_FOR_RULES,
  GLOPS_PER_HEART,
  HEARTS_AT_START,
  STARS_PER_MONTH,
} from '../../../contract/limits.ts'
import { numberText } from '../../lib/format.ts'
import { signInPath, useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Table } from '../../ui/Table.tsx'
import { profileQuery } from '../users/queries.ts'
import { GlassDrawing, HeartDrawing, NewHeartDrawing, PictureDrawing } from './drawings.tsx'
import { GlopsRuler } from './GlopsRuler.tsx'
import styles from './HowHeartsWorkPage.module.css'

const STEPS = [
  { Drawing: HeartDrawing, title: '1. You give a heart', text: 'It stays with the sketch for good' },
  {
    Drawing: PictureDrawing,
    title: `2. The artist earns ${GLOPS_FOR_HEART} glops`,
    text: 'Likes, features, challenges and compos add more',
  },
  { Drawing: GlassDrawing, title: `3. Glops reach ${GLOPS_PER_HEART}`, text: 'They are counted, never spent' },
  { Drawing: NewHeartDrawing, title: '4. A new heart to give', text: 'For any sketch but their own' },
]

const GLOPS = [
  { cause: 'A like', glops: `+${GLOPS_FOR_RULES}` },
  { cause: `An entry in a challenge, ${ENTRIES_WITH_GLOPS_MAX} a day at most`, glops: `+${GLOPS_FOR_CHALLENGE}` },
  { cause: 'A heart', glops: `+${GLOPS_FOR_HEART}` },
  { cause: 'A feature', glops: `+${GLOPS_FOR_FEATURE}` },
  { cause: 'A place 1 to 3 in a compo for everyone', glops: glopsOfPlaces(1, 3) },
  { cause: 'A place 4 to 25 in a compo for everyone', glops: glopsOfPlaces(4, 25) },
]

/** "+40 to +100", for the places of a compo. */
function glopsOfPlaces(from: number, to: number): string {
  const glops = GLOPS_OF_PLACES.filter(({ upTo }) => upTo >= from && upTo <= to).map((place) => place.glops)
  return `+${Math.min(...glops)} to +${Math.max(...glops)}`
}

const GLOPS_COLUMNS = [
  { key: 'cause', label: 'What your sketch gets', cell: ({ cause }: (typeof GLOPS)[number]) => cause },
  { key: 'glops', label: 'Glops', number: true, cell: ({ glops }: (typeof GLOPS)[number]) => glops },
]

/** Hearts, glops, features and fans in plain words; hints on other pages link to its sections. */
export function HowHeartsWorkPage() {
  useScrollToSection()
  return (
    <Page title="How hearts work" className={styles.page}>
      <article className={styles.text}>
        <h1>How hearts work</h1>
        <p>
          A heart is the most you can give a sketch. You have only a few, they can’t be taken back, and every one helps
          the artist to give hearts too.
        </p>
        <ol className={styles.steps}>
          {STEPS.map(({ Drawing, title, text }) => (
            <li key={title}>
              <Drawing />
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <section aria-labelledby="hearts">
          <h2 id="hearts">Hearts</h2>
          <p>
            You begin with {HEARTS_AT_START}. After that you get a new heart for every {GLOPS_PER_HEART} glops your
            sketches earn.
          </p>
          <p>
            You can give one heart to a sketch, never to your own. We ask before you give it, because a heart can’t be
            taken back. If you just like something, choose <b>This rules</b>: likes are free, and you can change your
            mind.
          </p>
        </section>
        <section aria-labelledby="glops">
          <h2 id="glops">Glops</h2>
          <p>
            Glops show how much other people value your work. Your sketches earn them; you can’t buy or spend them. If
            the reason goes away, for example an entry is removed, its glops go too.
          </p>
          <div className={styles.table}>
            <Table label="What earns glops" columns={GLOPS_COLUMNS} rows={GLOPS} rowKey={({ cause }) => cause} />
          </div>
          <GlopsRuler />
        </section>
        <section aria-labelledby="features">
          <h2 id="features">Features</h2>
          <p>
            A featured sketch is shown under <Link to="/gallery/featured">Featured</Link>, and its artist earns{' '}
            {GLOPS_FOR_FEATURE} glops. The page of the sketch says who featured it.
          </p>
          <p>
            Members whom staff trust with it can feature {STARS_PER_MONTH} sketches a month, never their own. A feature
            can’t be undone.
          </p>
        </section>
        <section aria-labelledby="fans">
          <h2 id="fans">Fans</h2>
          <p>
            When you become a fan of an artist, their new sketches appear under New from artists. It is free, you can be
            a fan of as many as you like, and you can stop at any time.
          </p>
          <p>Fans earn an artist no glops. They are simply people who want to see what comes next.</p>
        </section>
      </article>
      <SideColumn />
    </Page>
  )
}

/** Scrolls to the section in the address, because the browser looked for it before the page was there. */
function useScrollToSection(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}

function SideColumn() {
  const user = useUser()
  return (
    <aside className={styles.side} aria-labelledby="your-hearts">
      <div className={styles.sticky}>
        <h2 id="your-hearts">Your hearts</h2>
        <div className={styles.balance}>
          {user && <Balance user={user} />}
          {user === null && (
            <>
              <p>Members begin with {HEARTS_AT_START} hearts to give.</p>
              <ButtonLink href={signInPath()}>Login</ButtonLink>
            </>
          )}
        </div>
        <nav aria-label="See also" className={styles.links}>
          {user && <SideLink to="/activity/uploads">New from artists</SideLink>}
          <SideLink to="/gallery/featured">Featured sketches</SideLink>
          <SideLink to="/guidelines">Community guidelines</SideLink>
        </nav>
      </div>
    </aside>
  )
}

function SideLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to}>
      {children}
      <Icon of={ChevronRight} size={16} />
    </Link>
  )
}

/** The member's hearts and the progress to the next one. */
function Balance({ user }: { user: CurrentUser }) {
  const { data } = useQuery(profileQuery(user.id))
  const earned = data && !data.hidden ? (data.heartsGlopAccum ?? 0) : undefined
  return (
    <>
      <p>
        <b>{numberText(user.heartsAvailable)}</b> to give
      </p>
      {earned !== undefined && (
        <Progress
          label={`Next heart at ${GLOPS_PER_HEART} glops`}
          detail={`${numberText(earned)} so far`}
          value={earned}
          max={GLOPS_PER_HEART}
        />
      )}
    </>
  )
}
