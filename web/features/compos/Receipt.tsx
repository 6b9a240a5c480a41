import { type CSSProperties, useId } from 'react'
import type { BallotSet, CompoBallot } from '../../../contract/http/compos.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { compoMessages, receiptText } from '../../lib/messages/compos.ts'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/Link.tsx'
import { Page, PageHead } from '../../ui/Page.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import { tileClass } from '../galleries/SketchTile.tsx'
import { PickMark } from './PickMark.tsx'
import styles from './Receipt.module.css'

/** The sets that a voter judged in a closed compo, with their picks. */
export function Receipt({ compoKey, ballot }: { compoKey: string; ballot: CompoBallot }) {
  const judged = ballot.sets.slice(0, ballot.step)
  return (
    <Page title={`Your vote: ${ballot.title}`} gap={24}>
      <div>
        <p className={styles.crumb}>
          <Link to={`/compo/${compoKey}`}>{ballot.title}</Link>
        </p>
        <PageHead title="Your vote" />
        <p className={styles.hint}>{receiptText(judged.length, ballot.total)}</p>
      </div>
      {judged.map((set, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the sets is fixed
        <JudgedSet key={index} number={index + 1} set={set} />
      ))}
    </Page>
  )
}

function JudgedSet({ number, set: { sketches, answer } }: { number: number; set: BallotSet }) {
  const headingId = useId()
  const isPickShown = sketches.some(({ id }) => id === answer)
  return (
    <section aria-labelledby={headingId} className={styles.set}>
      <h2 id={headingId}>Set {number}</h2>
      {answer === 'skip' && <p className={styles.hint}>{compoMessages.skipped}</p>}
      {answer !== 'skip' && !isPickShown && <p className={styles.hint}>{compoMessages.pickGone}</p>}
      <ul className={styles.sketches}>
        {sketches.map((sketch) => (
          <li key={sketch.id} style={{ '--ratio': sketch.width / sketch.height } as CSSProperties}>
            <Link to={sketchAddress(sketch.id)} className={classes(tileClass, styles.picture)}>
              <SketchPicture picture={sketch} alt={sketch.alt} lazy />
            </Link>
            <i className={styles.title}>{sketch.title}</i>
            {sketch.id === answer && <PickMark />}
          </li>
        ))}
      </ul>
    </section>
  )
}
