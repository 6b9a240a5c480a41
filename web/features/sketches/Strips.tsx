import type { ShownSketch, SketchThumb } from '../../../contract/http/sketch-page.ts'
import { sketchAddress } from '../../../contract/sketch-address.ts'
import { Link } from '../../ui/Link.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { SketchPicture } from '../../ui/SketchPicture.tsx'
import { StripRows } from '../galleries/StripRows.tsx'
import styles from './Strips.module.css'

/** Squares beside the picture: its parent, its continuations and other sketches by the artist. */
export function SideStrips({ sketch }: { sketch: ShownSketch }) {
  return (
    <>
      <Squares title="Continues from" sketches={sketch.parent ? [sketch.parent] : []} />
      <Squares title="Works in progress" sketches={sketch.wips} />
      <Squares
        title={`More by ${sketch.nickname}`}
        sketches={sketch.more}
        list={`user-${sketch.userId}`}
        all={{ to: `/user/${sketch.userId}`, label: `All by ${sketch.nickname}` }}
      />
    </>
  )
}

const COLUMNS = 3

type SquaresProps = {
  title: string
  sketches: readonly SketchThumb[]
  list?: string
  /** Link that fills an incomplete second row. */
  all?: { to: string; label: string }
}

function Squares({ title, sketches, list, all }: SquaresProps) {
  if (sketches.length === 0) return null
  const free = sketches.length > COLUMNS ? (2 * COLUMNS - sketches.length) % COLUMNS : 0
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.squares}>
        {sketches.map((sketch) => {
          return (
            <li key={sketch.id}>
              <Link to={sketchAddress(sketch.id, list)} className={styles.square}>
                <SketchPicture picture={sketch} alt={sketch.alt} lazy />
              </Link>
            </li>
          )
        })}
        {all && free > 0 && (
          <li style={{ gridColumn: `span ${free}` }}>
            <Link to={all.to} className={styles.all}>
              {all.label}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Sketches that share tags with this one, in full rows. */
export function SimilarStrip({ sketches }: { sketches: readonly SketchThumb[] }) {
  if (sketches.length === 0) return null
  return (
    <section className={styles.similar} aria-labelledby="similar">
      <SectionTitle id="similar">Similar</SectionTitle>
      <StripRows title="Similar" sketches={sketches} />
    </section>
  )
}
