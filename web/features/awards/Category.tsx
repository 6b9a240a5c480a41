import { Check, Pencil } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { AwardArtist, AwardCategory, AwardSketch, AwardsInfo } from '../../../contract/http/awards.ts'
import { AWARD_NOMINEES_STAY_HOURS } from '../../../contract/limits.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { countText } from '../../lib/format.ts'
import { awardMessages, categoryFacts } from '../../lib/messages/awards.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { FormHint } from '../../ui/FormDialog.tsx'
import { isFocusLost } from '../../ui/focus.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import { ratioOf } from '../compos/sections.ts'
import { tileClass } from '../galleries/SketchTile.tsx'
import styles from './Awards.module.css'
import { NameWinnerButton } from './NameWinnerButton.tsx'
import { useRemoveNominee, useSetWinner, useVoteForAward, useWithdrawNomination } from './queries.ts'
import { RemovalButton } from './RemovalButton.tsx'

type CategoryProps = { category: AwardCategory; awards: AwardsInfo }

/** A category with its nominees. After a vote it shows the choice, with an edit icon that clears it [1 §4]. */
export function Category({ category, awards }: CategoryProps) {
  const headingId = useId()
  const { id, title, artists, sketches } = category
  const heading = useFocusAfterPress(`${category.vote} ${nomineesOf(category)}`)
  const isEmpty = artists.length + sketches.length === 0
  // Staff name the winners of awards that were held before members voted here.
  const isUncounted = useUser()?.gloperator === true && category.votes === 0
  const nothing = awards.state === 'nominating' ? awardMessages.noNominees : awardMessages.noNomineesShown
  return (
    <section aria-labelledby={headingId} className={styles.category}>
      <header className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className={styles.facts}>{categoryFacts(category)}</span>
        {awards.state === 'voting' && category.hasVoted && <OwnVote category={category} />}
        {isUncounted && <NameWinnerButton category={category} />}
      </header>
      {isEmpty && <p className={styles.facts}>{nothing}</p>}
      {awards.state === 'closed' && !isEmpty && category.votes !== null && category.winner === null && (
        <p className={styles.facts}>{awardMessages.noWinner}</p>
      )}
      <ul className={category.kind === 'sketch' ? styles.sketches : styles.artists}>
        {winnersFirst(sketches).map((sketch) => (
          <SketchNominee key={sketch.id} sketch={sketch}>
            <Choice nominee={sketch} name={sketch.title} categoryId={id} category={category} awards={awards} />
          </SketchNominee>
        ))}
        {winnersFirst(artists).map((artist) => (
          <ArtistNominee key={artist.id} artist={artist}>
            <Choice nominee={artist} name={artist.nickname} categoryId={id} category={category} awards={awards} />
          </ArtistNominee>
        ))}
      </ul>
    </section>
  )
}

const nomineesOf = ({ artists, sketches }: AwardCategory): string =>
  [...artists, ...sketches].map(({ id }) => id).join()

/** Moves the focus to the heading when the vote or the nominees change, if the button that was pressed is gone. */
function useFocusAfterPress(choice: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(choice)
  useEffect(() => {
    if (before.current !== choice && isFocusLost()) heading.current?.focus({ preventScroll: true })
    before.current = choice
  }, [choice])
  return heading
}

const winnersFirst = <T extends { isWinner: boolean }>(nominees: readonly T[]): T[] =>
  nominees.toSorted((a, b) => Number(b.isWinner) - Number(a.isWinner))

function OwnVote({ category: { id, title, kind, vote, artists, sketches } }: { category: AwardCategory }) {
  const send = useVoteForAward()
  const sketch = sketches.find((each) => each.id === vote)
  const artist = artists.find((each) => each.id === vote)
  const name = kind === 'sketch' ? sketch && <i className={styles.title}>{sketch.title}</i> : artist?.nickname
  return (
    <span className={styles.ownVote}>
      <span>Your vote{name && <>: {name}</>}</span>
      <IconButton
        icon={Pencil}
        aria-label={`Clear your vote for ${title}`}
        busy={send.isPending}
        onClick={() => send.mutate({ cat: id, obj: null })}
      />
    </span>
  )
}

function SketchNominee({ sketch, children }: { sketch: AwardSketch; children: ReactNode }) {
  return (
    <li
      className={styles.nominee}
      data-winner={sketch.isWinner || undefined}
      style={{ '--ratio': ratioOf(sketch) } as CSSProperties}
    >
      <Link to={sketchAddress(sketch.id)} className={classes(tileClass, styles.picture)}>
        <SketchPicture picture={sketch} alt={sketch.alt} lazy />
      </Link>
      <div className={styles.label}>
        {sketch.isWinner && <WinnerMark />}
        <i className={styles.title}>{sketch.title}</i>
        <MemberLink id={sketch.userId} nickname={sketch.nickname} className={styles.artist} />
        {children}
      </div>
    </li>
  )
}

function ArtistNominee({ artist, children }: { artist: AwardArtist; children: ReactNode }) {
  return (
    <li className={styles.nominee} data-winner={artist.isWinner || undefined}>
      {artist.sketches.length > 0 && (
        <div className={styles.trip} aria-hidden="true">
          {artist.sketches.map((cover) => (
            <span key={cover.sketchId}>
              <SketchPicture picture={cover} alt="" lazy />
            </span>
          ))}
        </div>
      )}
      <div className={styles.label}>
        {artist.isWinner && <WinnerMark />}
        <span className={styles.person}>
          <Avatar avatar={artist.avatar} name={artist.nickname} size={32} />
          <MemberLink id={artist.id} nickname={artist.nickname} className={styles.artist} />
        </span>
        {children}
      </div>
    </li>
  )
}

const WinnerMark = () => <span className={styles.winner}>Winner</span>

type ChoiceProps = CategoryProps & {
  nominee: AwardSketch | AwardArtist
  /** The title of the sketch, or the nickname of the artist. */
  name: string
  categoryId: number
}

const STAY_MS = AWARD_NOMINEES_STAY_HOURS * 3_600_000

/** True while nominations can be taken back. */
const takesBack = ({ state, dates }: AwardsInfo, now: number): boolean =>
  state === 'nominating' && dates !== null && now + STAY_MS < fromWireTime(dates.nominationsEnd)

/** The viewer’s actions on a nominee: vote, or take back a nomination. */
function Choice({ nominee, name, categoryId, category, awards }: ChoiceProps) {
  const send = useVoteForAward()
  const withdraw = useWithdrawNomination()
  const removeNominee = useRemoveNominee()
  const setWinner = useSetWinner()
  const [now] = useState(Date.now)
  const choice = { cat: categoryId, obj: nominee.id }
  const mayVote = awards.canVote && !category.hasVoted && !nominee.own
  const isStaff = useUser()?.gloperator === true
  const mayRemoveWinner = isStaff && category.votes === 0 && nominee.isWinner
  const mayRemove = isStaff && ['nominating', 'waiting', 'voting'].includes(awards.state)
  const mayWithdraw = nominee.nominatedByMe && takesBack(awards, now)
  return (
    <>
      {nominee.votes !== null && <span className={styles.facts}>{countText(nominee.votes, 'vote')}</span>}
      {category.vote === nominee.id && (
        <span className={styles.chosen}>
          <Icon of={Check} size={16} />
          Your vote
        </span>
      )}
      {mayVote && (
        <Button aria-label={`Vote for ${name}`} busy={send.isPending} onClick={() => send.mutate(choice)}>
          Vote
        </Button>
      )}
      {mayWithdraw && (
        <Button
          aria-label={`Take back your nomination of ${name}`}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(choice, { onSuccess: () => toast(awardMessages.withdrawn) })}
        >
          Take back
        </Button>
      )}
      {mayRemove && (
        <RemovalButton
          name={name}
          from="nominees"
          hint={<FormHint>{awardMessages.removalHint(awards.state)}</FormHint>}
          removed={awardMessages.nomineeRemoved(name)}
          onRemove={(reason) => removeNominee.mutateAsync({ ...choice, reason })}
        />
      )}
      {mayRemoveWinner && (
        <RemovalButton
          name={name}
          from="winners"
          removed={awardMessages.winnerRemoved(name)}
          onRemove={(reason) => setWinner.mutateAsync({ ...choice, winner: false, reason })}
        />
      )}
    </>
  )
}
